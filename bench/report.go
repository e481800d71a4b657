package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// report is what was measured, and where.
type report struct {
	Machine string   `json:"machine"`
	Results []result `json:"results"`
	tables  []table
}

// result is one kernel's figures.
type result struct {
	Name    string             `json:"name"`
	NS      float64            `json:"ns"`
	Allocs  int64              `json:"allocs"`
	Metrics map[string]float64 `json:"metrics,omitempty"`
}

func (r result) named(name string) result {
	r.Name = name
	return r
}

type table struct {
	group
	rows []result
}

// markdown is the report as README shows it.
func (r *report) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", r.Machine)
	for _, t := range r.tables {
		if len(t.rows) > 0 {
			b.WriteString("\n")
			t.markdown(&b)
		}
	}
	return b.String()
}

func (t *table) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "| %s | ns | allocations |", t.title)
	for _, c := range t.columns {
		fmt.Fprintf(b, " %s |", c.head)
	}
	b.WriteString("\n|---|---:|---:|")
	b.WriteString(strings.Repeat("---:|", len(t.columns)))
	b.WriteString("\n")
	for _, row := range t.rows {
		fmt.Fprintf(b, "| %s | %s | %d |", strings.ReplaceAll(row.Name, "/", ", "), figure(row.NS), row.Allocs)
		for _, c := range t.columns {
			b.WriteString(" " + metric(row.Metrics, c.metric) + " |")
		}
		b.WriteString("\n")
	}
}

// metric prints a metric, nothing where the kernel has none.
func metric(metrics map[string]float64, name string) string {
	v, ok := metrics[name]
	if !ok {
		return ""
	}
	return figure(v)
}

// figure prints three significant digits, or all digits before the point.
func figure(v float64) string {
	if v >= 100 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// thisMachine is one line that says where and when the figures come from.
func thisMachine() string {
	return fmt.Sprintf("%s/%s, %s, %d logical cores, %s, %s", runtime.GOOS, runtime.GOARCH, cpuModel(),
		runtime.NumCPU(), runtime.Version(), time.Now().UTC().Format(time.DateOnly))
}

// cpuModel asks Linux; elsewhere the architecture has to do.
func cpuModel() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err == nil {
		for line := range strings.Lines(string(info)) {
			if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
				return strings.TrimSpace(value)
			}
		}
	}
	return "processor unknown"
}
