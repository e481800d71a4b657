package pegs
import ("testing";"fmt";"math")
func run[B Ball[B]](l *Lab[B], n int) Report { for range n { l.Advance() }; return l.Report() }
func TestX(t *testing.T){
 for s := range uint64(4) { w := Start(s)
  for _, n := range []int32{0,1,8,1000} {
  fmt.Println(s, n, run(NewLab(w.Float,n),3000), run(NewLab(w.Fixed,n),3000)) }
 }
 w := Start(1)
 f,x := w.Float, w.Fixed
 sp := func(b Float) float64 { return math.Hypot(b.VX,b.VY)}
 a0:=sp(f); b0:=sp(x.Float())
 ma,mb:=0.,0.
 minx,maxx,miny,maxy:=1e9,-1e9,1e9,-1e9
 for range 200000 { f=f.Step(); x=x.Step(); ma=max(ma,math.Abs(sp(f)-a0)); mb=max(mb,math.Abs(sp(x.Float())-b0))
 minx=min(minx,f.X);maxx=max(maxx,f.X);miny=min(miny,f.Y);maxy=max(maxy,f.Y)}
 fmt.Println(a0,ma,mb,minx,maxx,miny,maxy, f, x.Float())
 cnt := func(run func(seed uint64) Report) { var sp,mg,st int
  for s := range uint64(1000) { r:=run(s); switch { case r.Apart!=Never: sp++; case r.Merged!=Never: mg++; default: st++ } }
  fmt.Println(sp,mg,st) }
 for _, n := range []int{2000,5000} {
 cnt(func(s uint64) Report { return run(NewLab(Start(s).Float,1),n)})
 cnt(func(s uint64) Report { return run(NewLab(Start(s).Fixed,1),n)})
 }
}
