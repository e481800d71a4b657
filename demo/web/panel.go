//go:build js

package main

import (
	"fmt"
	"strings"

	"example.com/backstep/demo/match"
	"example.com/backstep/rollback"
)

// maxRows is how many fields the panel names.
const maxRows = 5

// split shows the match's newest desync: which fields differ, and what came of it.
func (p *page) split(m *match.Peer) {
	d := m.Desync
	if d == nil || d == p.told && *d == p.toldAs {
		return
	}
	p.told, p.toldAs = d, *d
	at := d.Err.Frame
	if d.Report != nil && d.Report.Frame != rollback.NoFrame {
		at = d.Report.Frame
	}
	p.text("split-frame", fmt.Sprintf("Frame %d", at))
	p.text("split-who", who(m, d))
	p.rows(d)
	class, text := "wrong", outcome(m, d)
	if d.Resynced != rollback.NoFrame {
		class = "mended"
		p.hook.Set("resynced", int(d.Resynced))
	}
	p.text("split-outcome", text)
	p.element("split").Set("className", class)
	p.element("split").Set("hidden", false)
}

// who names the two sides.
func who(m *match.Peer, d *match.Desync) string {
	other := "the other player"
	for seat, name := range m.Names {
		if d.Err.Differ>>seat&1 == 1 && name != "" {
			other = name
		}
	}
	if d.Report != nil && d.Report.Exact {
		return fmt.Sprintf("The first frame in which your state, player %d's, and that of %s differ.", m.Seat+1, other)
	}
	return fmt.Sprintf("Your state, player %d's, and that of %s differ.", m.Seat+1, other)
}

// rows fills the table with the fields, or says why there are none.
func (p *page) rows(d *match.Desync) {
	body := p.element("split-fields")
	body.Set("textContent", "")
	row := func(cells ...string) {
		tr := p.doc.Call("createElement", "tr")
		for _, text := range cells {
			td := p.doc.Call("createElement", "td")
			td.Set("textContent", text)
			tr.Call("appendChild", td)
		}
		body.Call("appendChild", tr)
	}
	if d.Report == nil {
		row("asking the other side for its state …", "", "")
		return
	}
	for i, f := range d.Report.Fields {
		if i == 0 {
			p.hook.Set("desync", map[string]any{"frame": int(d.Report.Frame), "path": f.Path, "ours": f.A, "theirs": f.B})
		}
		if i == maxRows {
			row(fmt.Sprintf("and %d more", len(d.Report.Fields)-maxRows), "", "")
			return
		}
		row(strings.TrimPrefix(f.Path, "World."), f.A, f.B)
	}
	if len(d.Report.Fields) == 0 {
		row(d.Report.Missing, "", "")
	}
}

// outcome says what is done about it.
func outcome(m *match.Peer, d *match.Desync) string {
	switch policy := m.OnDesync(); {
	case d.Resynced != rollback.NoFrame && d.Authority == m.Seat:
		return fmt.Sprintf("Resynced at frame %d: all took over your state, and the match goes on.", d.Resynced)
	case d.Resynced != rollback.NoFrame:
		return fmt.Sprintf("Resynced at frame %d: all took over the state of player %d, and the match goes on.", d.Resynced, d.Authority+1)
	case policy == rollback.ResyncOnDesync:
		return "A resync follows …"
	case policy == rollback.HaltOnDesync:
		return "The match ends here: policy halt."
	}
	return "The match goes on with two different worlds: policy report."
}

// back tells for a moment who has come back into the match.
func (p *page) back(m *match.Peer) {
	if m.Returned == 0 || m.Returned == p.returned {
		return
	}
	p.returned = m.Returned
	who := "You are"
	if m.Back != m.Seat {
		who = m.Names[m.Back] + " is"
	}
	p.text("back", fmt.Sprintf("%s back, with frame %d of the same match", who, m.Returned))
	p.element("back").Set("hidden", true)
	p.element("back").Get("offsetWidth") // lays the page out, so that it moves in again
	p.element("back").Set("hidden", false)
}

// scrubbed shows scripts what the bar over the last minute shows.
func (p *page) scrubbed(s *past) {
	if !s.Open() {
		if p.scrub.Get("open").Bool() {
			p.scrub.Set("open", false)
		}
		return
	}
	oldest, newest := s.Span()
	p.scrub.Set("open", true)
	p.scrub.Set("at", int(s.At()))
	p.scrub.Set("oldest", int(oldest))
	p.scrub.Set("newest", int(newest))
	p.scrub.Set("memory", s.Memory())
}
