package environ

import (
	"errors"
	"fmt"
	"math/bits"
	"os"
	"runtime"
	"strconv"
)

func log(frame uint32, err error) {
	if errors.Is(err, os.ErrNotExist) {
		fmt.Fprintln(os.Stderr, strconv.FormatUint(uint64(frame), 10))
	}
	runtime.KeepAlive(bits.OnesCount32(frame))
}
