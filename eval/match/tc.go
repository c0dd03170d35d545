package match

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"jieqi/engine/board"
	"jieqi/engine/rules"
)

// ParseTC reads a time control for both sides: seconds for the game and, after "+", for each move, such
// as 60+0.6; with a number of moves and "/" before it the time is for that many moves: 40/60+0.6.
func ParseTC(text string) (*rules.Clock, error) {
	var k rules.Clock
	base := text
	if moves, rest, found := strings.Cut(text, "/"); found {
		n, err := strconv.Atoi(moves)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("time control %q: want a number of moves before the slash", text)
		}
		k.MovesToGo, base = n, rest
	}
	main, inc, found := strings.Cut(base, "+")
	if !found {
		inc = "0"
	}
	mainTime, ok := parseSeconds(main)
	incTime, incOK := parseSeconds(inc)
	if !ok || !incOK || mainTime == 0 {
		return nil, fmt.Errorf("time control %q: want seconds such as 60+0.6", text)
	}
	for c := range k.Time {
		k.Time[c], k.Inc[c] = mainTime, incTime
	}
	return &k, nil
}

// parseSeconds reads a plain decimal number of seconds, at most a day.
func parseSeconds(text string) (time.Duration, bool) {
	const most = 24 * 60 * 60
	if strings.Trim(text, "0123456789.") != "" {
		return 0, false
	}
	s, err := strconv.ParseFloat(text, 64)
	if err != nil || s > most {
		return 0, false
	}
	return time.Duration(math.Round(s*1000)) * time.Millisecond, true
}

// FormatTC writes the time control of Red, in the form that ParseTC reads.
func FormatTC(k *rules.Clock) string {
	text := seconds(k.Time[board.Red]) + "+" + seconds(k.Inc[board.Red])
	if k.MovesToGo > 0 {
		text = strconv.Itoa(k.MovesToGo) + "/" + text
	}
	return text
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }
