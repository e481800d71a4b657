package directive

import "time"

func onTheLine() time.Time {
	return time.Now() //detvet:allow clock the loading screen is no part of the state
}

func onTheLineAbove(m map[int32]int32) (n int32) {
	//detvet:allow maprange a sum of integers is the same in any order
	for _, v := range m {
		n += v
	}
	return n
}

func twoRules() {
	//detvet:allow goroutine plays a sound
	//detvet:allow clock and waits for it
	go time.Sleep(1)
}

func noReason() time.Time {
	return time.Now() //detvet:allow clock // want `clock: time.Now` `directive: an allow comment without a reason excuses nothing: write //detvet:allow clock <reason>`
}

func anotherRule() time.Time {
	return time.Now() //detvet:allow rand it is fine // want `clock: time.Now` `directive: nothing here breaks rand: delete the allow comment`
}

func nothing() int {
	return 1 //detvet:allow clock it was used once // want `directive: nothing here breaks clock: delete the allow comment`
}

func tooFar() time.Time {
	//detvet:allow clock for the next line only // want `directive: nothing here breaks clock`
	n := 1
	_ = n
	return time.Now() // want `clock: time.Now`
}

//detvet:allow // want `directive: an allow comment without a rule`

//detvet:allow clocks why not // want `directive: unknown rule clocks in an allow comment`

//detvet:alow clock typing // want `directive: unknown comment //detvet:alow clock typing: want //detvet:state or //detvet:allow <rule> <reason>`

//detvet:allow directive quiet // want `directive: unknown rule directive in an allow comment`
