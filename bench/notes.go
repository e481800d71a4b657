package main

// What stands below the tables of a sweep: how to read them, and what in them
// cannot be compared.
const sweepNotes = `All figures are a player's. The steps are 16 ms long, so what happens in a second is 62.5 times what
happens in a step; "frame" is a confirmed frame. In brackets: how many times the published figure. Payload
only, prediction window 8, input delay 0 unless the row says otherwise, a checksum every 10 frames, nobody
stretches a frame. The counting begins when the match runs.

What each row is:

- published: the other engine's figures. Those of a confirmed frame are derived: the stalls taken as one
  player's, each other step as one that confirms a frame, and the median depth in place of the mean, which
  was not published.
- random: every byte differs in every frame, so no guess is right and nothing can be compressed.
- one of 8: one of eight values in every frame, in the first byte.
- mash: one button, pressed and released every 2 to 4 frames.
- human-like: a direction held for 8 to 31 frames, a button pressed about once a second.
- ideal protocol: each input is sent again in every step until it is acknowledged, and nothing else is. Its
  bytes are the random inputs alone, without header, acknowledgement or checksum; its lag and its stalls are
  the least that one packet a link and step allows with the same draws.
- sent a step early: input delay 1.
- label one way: the delay of the cell is one way, ± the jitter. All other rows take it for a round trip:
  half of it one way, and 0 to the jitter more.

What cannot be compared:

- The label. The published mean lags and the growth of the bytes from inputs of 4 to 32 bytes agree with a
  round trip, the stalls of the mobile cell rather with one way. Both are shown; no reading explains all.
- The inputs. They are called random and no more is said. Among ours, random is the set to put beside them:
  from 4 to 32 bytes an input the published bytes grow as only inputs that do not compress can.
- The order within a step. The LAN cell has 0.1 rollbacks per 100 frames, which inputs that change in every
  frame allow only if they leave a step before they are used. Where depths and resimulated frames are
  compared, the rows sent a step early are the ones that have that order; their lag is then one frame less
  than in a count that includes the next frame.
- The 200 ms cell. The published engine stands still in every second step there, which makes its rollbacks
  shallow and its packets few: a packet a link and frame is 0.59 times its packets already.
- The 16-player cell was published for an older packet format, without packets and median depth.
`

const stallHead = `| match | jitter | steps | stalls | stalls of the ideal protocol | ratio |
|---|---|---:|---:|---:|---:|
`

const stallNotes = `Jitter of 0 to 2 frames, random inputs of 4 bytes, 60 steps a second, prediction window 8; the packets of both
protocols meet the same draws. In whole frames a packet is 0, 1 or 2 steps late with equal chances; smooth, it is
late by any time up to 2 frames and so half a step later on average.
`
