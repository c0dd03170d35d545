package uci

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"jieqi/engine"
	"jieqi/engine/rules"
)

// settings are the values of the options.
type settings struct {
	threads  int
	hashMB   int
	multiPV  int
	overhead time.Duration
	showWDL  bool
	reveals  bool // told identity by identity
	skill    engine.Skill
}

var defaultSettings = settings{threads: 1, hashMB: 64, multiPV: 1, overhead: 30 * time.Millisecond,
	skill: engine.Skill{Level: engine.MaxSkill}}

// Ranges of the options that are numbers.
const (
	maxThreads  = 256
	maxHashMB   = 4096
	maxMultiPV  = 256
	maxOverhead = 5000 // milliseconds
)

// emptyText is how the protocol writes a text without a letter.
const emptyText = "<empty>"

// option is one entry of the option list.
type option struct {
	name    string
	declare func(s *session) string // what follows the name in the list
	set     func(s *session, value string) error
}

// options are listed in this order. Names are compared without regard to case.
var options = []option{
	spin("Threads", 1, maxThreads, defaultSettings.threads, func(s *session, v int) {
		s.threads = v
		if n := s.engine.SetThreads(v); n < v {
			s.out.printf("info string threads %d, of %d: no more run at the same time", n, v)
		}
	}),
	spin("Hash", 1, maxHashMB, defaultSettings.hashMB, func(s *session, v int) {
		s.hashMB = v
		s.engine.Resize(v)
	}),
	{"Clear Hash", fixed("type button"), func(s *session, _ string) error {
		s.engine.ClearHash()
		return nil
	}},
	spin("MultiPV", 1, maxMultiPV, defaultSettings.multiPV, func(s *session, v int) { s.multiPV = v }),
	check("Ponder", func(*session, bool) {}), // whether to ponder is the peer's choice
	spin("Move Overhead", 0, maxOverhead, int(defaultSettings.overhead/time.Millisecond), func(s *session, v int) {
		s.overhead = time.Duration(v) * time.Millisecond
		s.engine.SetOverhead(s.overhead)
	}),
	{"EvalFile", func(s *session) string { return "type string default " + s.server.Default }, (*session).setEvalFile},
	spin("Skill Level", 0, engine.MaxSkill, defaultSettings.skill.Level, func(s *session, v int) {
		s.skill.Level = v
		s.engine.SetSkill(s.skill)
	}),
	{"Skill Phrase", fixed("type string default " + emptyText), func(s *session, value string) error {
		if value == emptyText {
			value = ""
		}
		s.skill.Phrase = value
		s.engine.SetSkill(s.skill)
		return nil
	}},
	check("UCI_ShowWDL", func(s *session, v bool) { s.showWDL = v }),
	check("ShowReveals", func(s *session, v bool) { s.reveals = v }),
	{"Rules", fixed("type combo default " + rules.Tiantian.Name + " var " + rules.Tiantian.Name + " var " + rules.Guangdong.Name),
		(*session).setRules},
}

func fixed(text string) func(*session) string { return func(*session) string { return text } }

// spin is an option that is a whole number within a range.
func spin(name string, low, high, value int, set func(*session, int)) option {
	return option{name, fixed(fmt.Sprintf("type spin default %d min %d max %d", value, low, high)),
		func(s *session, text string) error {
			v, err := strconv.Atoi(text)
			if err != nil || v < low || v > high {
				return fmt.Errorf("%q: want a whole number from %d to %d", clip(text), low, high)
			}
			set(s, v)
			return nil
		}}
}

// check is an option that is true or false; false at first.
func check(name string, set func(*session, bool)) option {
	return option{name, fixed("type check default false"), func(s *session, text string) error {
		v := strings.EqualFold(text, "true")
		if !v && !strings.EqualFold(text, "false") {
			return fmt.Errorf("%q: want true or false", clip(text))
		}
		set(s, v)
		return nil
	}}
}

// setOption carries out setoption name NAME [value VALUE]. A running job is stopped first. VALUE keeps
// the blanks and quotes within it: names of files have them.
func (s *session) setOption(args string) error {
	first, rest, _ := cutWord(args, "name")
	if first != "" || rest == "" {
		return errors.New("want name and possibly value")
	}
	name, value, _ := cutWord(rest, "value")
	name, value = strings.Join(strings.Fields(name), " "), strings.Trim(value, blanks)
	for _, o := range options {
		if strings.EqualFold(o.name, name) {
			s.halt()
			if err := o.set(s, value); err != nil {
				return fmt.Errorf("%s: %w", o.name, err)
			}
			return nil
		}
	}
	return fmt.Errorf("unknown option %q", clip(name))
}

// setEvalFile loads another evaluation; the old one stays if that fails.
func (s *session) setEvalFile(spec string) error {
	f, err := s.server.Load(spec)
	if err != nil {
		return err
	}
	s.use(f)
	s.out.printf("info string evaluation %s %s", f.Name, f.Hash)
	return nil
}

// setRules chooses the no-capture limit. It holds from the next position command on.
func (s *session) setRules(name string) error {
	r, err := rules.Preset(name)
	if err != nil {
		return err
	}
	s.rules = r
	return nil
}
