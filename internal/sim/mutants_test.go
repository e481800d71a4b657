package sim

// edit replaces one piece of a file of package rollback. It must stand there
// exactly once.
type edit struct{ file, old, new string }

// mutants are faults put into the engine one at a time. Each says which test
// must turn red: a test that stays green with all of these proves nothing.
var mutants = []struct {
	name  string
	tests []string // go test's arguments
	edits []edit
}{
	{"the window is one frame too wide", bySim, []edit{{"core.go",
		"f-c.confirmed <= Frame(c.set.window)", "f-c.confirmed <= Frame(c.set.window)+1"}}},
	{"an acknowledgement counts for one frame more", bySim, []edit{{"endpoint.go",
		"e.theirs[p] = have\n", "e.theirs[p] = min(have+1, c.logs[p].have)\n"}}},
	{"a predicted state is compared", bySim, []edit{{"desync.go",
		"f < c.frame && f-1 <= c.settledFrame()", "f < c.frame"}}},
	{"a survivor's end mark is not adopted", byDrop, []edit{{"drop.go",
		"if e.record.Marked>>p&1 == 1 {", "if false {"}}},
	{"the arbiter does not wait for the others", byDrop, []edit{{"drop.go",
		"return end, arbiter && agreed", "return end, arbiter"}}},
	{"a rollback goes to the newest wrong frame", bySim, []edit{{"core.go",
		"f < c.firstWrong)", "f > c.firstWrong)"}}},
	{"a wrong guess goes unnoticed", bySim, []edit{{"inputlog.go",
		"!bytes.Equal(slot, in)", "false && !bytes.Equal(slot, in)"}}},
	{"states are not saved again in a rollback", bySim, []edit{{"resim.go",
		"if f > from && c.saves(f) {", "if false && f > from && c.saves(f) {"}}},
	{"absence is not simulated again", bySim, []edit{{"drop.go",
		"c.wrong(l.have + 1)", "_ = l.have"}}},
	{"nothing is passed on for others", byDrop, []edit{{"endpoint.go",
		"	return f.on\n", "	return false\n"}}},
	{"the feed runs ahead of what is settled", bySim, []edit{{"feed.go",
		"c.feed > c.settledFrame()", "c.feed >= c.frame"}}},
	{"an input lands one frame late", bySim, []edit{{"resim.go",
		"target := c.frame + Frame(c.delay[p])", "target := c.frame + Frame(c.delay[p]) + 1"}}},
	{"a pause never ends", byPause, []edit{{"control.go",
		"paused = false", "paused = true"}}},
	{"a repeated datagram is a sign of life", byLife, []edit{{"receive.go",
		"if Frame(g.Frames) <= e.frames && !(g.HasLife && g.Life > e.life) {", "if false {"}}},
	{"a spectator sees what is not settled", bySpectator, []edit{{"history.go",
		"least = min(least, e.theirs[p])", "_ = p"}}},
	// These were in the engine once: a kept plan or a test shows each.
	{"all waiting frames of a feed are lost", byCorpus("feed-not-drained"), []edit{{"core.go",
		"c.feed, c.feedLost = keep-maxFeedLag, true", "c.feed, c.feedLost = keep, true"}}},
	{"a repeated hello is a sign of life", []string{"./internal/sim", "-run", "TestHellosOfTheDead"}, []edit{{"handshake.go",
		"	if c.state == Synchronizing || c.away && c.sponsor == nil {\n		e.heard, e.lived", "	if true {\n		e.heard, e.lived"}}},
	{"a full log drops its player's inputs", byCorpus("own-log-full"), []edit{
		{"core.go", "func (c *core) blocked() (on uint16) {\n", "func (c *core) blocked() (on uint16) {\n	if true {\n		return 0\n	}\n"},
		{"gossip.go", "e.record.Have[p] = max(e.record.Have[p], r.Have[p])", "_ = p"}}},
	{"acknowledgements stop at a third", []string{"./internal/sim", "-run", "TestMissingLink"}, []edit{{"gossip.go",
		"e.record.Have[p] = max(e.record.Have[p], r.Have[p])", "_ = p"}}},
	{"a kick is a goodbye", []string{"./rollback", "-run", "TestRemovedPeerIsTold|TestRemovalTakesNoInnocent"}, []edit{{"receive.go",
		"	if why == ReasonKicked {\n		// Not its end", "	if false {\n		// Not its end"}}},
	{"a goodbye in the handshake ends everything", []string{"./rollback", "-run", "TestRemovalInTheHandshake"}, []edit{{"receive.go",
		"		return\n	}\n	for i := range c.peers {\n		if !c.peers[i].lost {\n			c.startIfReady()", "		return\n	}\n	for i := range 0 {\n		if !c.peers[i].lost {\n			c.startIfReady()"}}},
	// Of returns, resyncs and reports.
	{"what was said of a former life counts", byRejoin, []edit{{"gossip.go",
		"r.Era < c.returnedIn[p]", "r.Era+1000 < c.returnedIn[p]"}}},
	{"one comes in while its former log is open", byCorpus("former-log-still-open"), []edit{{"snapshot.go",
		"c.guestNow() == e && c.sealed&e.seats == e.seats", "c.guestNow() == e"}}},
	{"who was sent away comes back", byRejoin, []edit{{"guest.go",
		"case e.reason == ReasonKicked:", "case false:"}}},
	{"two who are back do not greet each other", byCorpus("two-who-return-meet"), []edit{{"handshake.go",
		"(h.Echo == e.in || c.now-e.heard > guestPatience)", "false"}}},
	{"a spectator gets no state that a small ring has lost", byCorpus("watcher-of-a-small-window"), []edit{{"snapshot.go",
		"	f := c.settledFrame() + 1\n", "	f := min(c.settledFrame()+1, max(c.hist.next, 1))\n"}}},
	{"nobody left is nothing to be shown", byCorpus("nobody-there-to-watch"), []edit{{"core.go",
		"max(c.confirmed, c.frame-1, c.watched-1)", "max(c.confirmed, c.frame-1)"}}},
	{"a guest with a state from before a resync is back", byResyncs, []edit{{"guest.go",
		"e.given < c.resyncs.frame", "false"}}},
	{"the majority is whoever was heard in time", byResyncs, []edit{{"desync.go",
		"if known && same {", "waiting = true\n			if false && same {"}, {"desync.go", "} else if known {", "} else if false {"}}},
	{"what follows a resync is confirmed without its state", byResync, []edit{{"core.go",
		"	if c.resyncs.pending {\n		least", "	if false {\n		least"}}},
	{"spectators go on as before a resync", byResync, []edit{{"resync.go",
		"		c.watchers[i].mustJoin = true\n", "		_ = i\n"}}},
	{"what was mended is mended again", byResync, []edit{{"explain.go",
		"err.Frame <= c.resyncs.frame", "false"}}},
	{"a state is given for ever", byCorpus("watcher-gave-up-its-ask"), []edit{{"transfer.go",
		"c.now-e.giving.asked > keepParcel {", "false {"}}},
	{"times that were never set are late", []string{"./rollback", "-run", "TestStatesTravelWithClocksBelowZero"}, []edit{{"core.go",
		"const longAgo = time.Hour", "const longAgo = -40 * time.Hour"}}},
	{"the newest frame that differs is reported", byReport, []edit{{"states.go",
		"			x.equal = theirs.frame\n			continue\n", "			x.equal, x.first = theirs.frame, NoFrame\n			continue\n"},
		{"states.go", "		x.first = theirs.frame\n", "		if x.first = theirs.frame; true {\n			continue\n		}\n"}}},
}

func byCorpus(plan string) []string {
	return []string{"./internal/sim", "-run", "TestCorpus/" + plan + "$"}
}

var (
	bySim       = []string{"./internal/sim", "-run", "TestSim$", "-seeds", "40"}
	byDrop      = []string{"./internal/sim", "./rollback", "-run", "TestDropAgreement|TestSurvivorsAgree"}
	byPause     = []string{"./rollback", "-run", "TestPause"}
	byLife      = []string{"./rollback", "-run", "TestReplaysAreNoLife"}
	byRejoin    = []string{"./internal/sim", "-run", "TestRejoin$"}
	byResync    = []string{"./internal/sim", "-run", "TestResync$"}
	byResyncs   = []string{"./internal/sim", "-run", "TestResync$", "-seed", "700", "-seeds", "650"}
	byReport    = []string{"./internal/sim", "-run", "TestDesyncReport$", "-seeds", "20"}
	bySpectator = []string{"./rollback", "-run", "TestSpectatorsSee|TestSpectatorsAreShownOnlySettled"}
)
