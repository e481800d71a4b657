package fixed

// dividesWide tells that bits.Div64 is one instruction. Both ways give the same quotients.
const dividesWide = true
