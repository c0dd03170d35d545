package trainer

import "runtime"

// Options say how a run is carried out. Nothing in them changes the network that comes out, but
// for Init, which a checkpoint remembers, and Kernel.
type Options struct {
	Resume   bool                               // go on from the newest checkpoint in the output folder, if there is one
	Init     string                             // a safetensors file to start from instead of fresh parameters; may be empty
	Threads  int                                // goroutines that compute; 0: as many as the machine runs at once
	Trust    bool                               // of a report: take a hold-out that parameters without a lineage may have seen
	Kernel   string                             // kernel set; "": the fastest, when resuming of those with the checkpoint's bits
	Reading  func(what string, done, total int) // told what is read before the first step and how far that has come, in blocks; may be nil
	Progress func(Progress)                     // called after each step, must be quick; may be nil
}

// Progress is where a run stands.
type Progress struct {
	Step, Steps int64
	Batch       int
	Loss        float64     // of this step
	Validation  *Validation // after the last step of a superbatch, otherwise nil
	Warning     string      // that of the validation if the one before had another or none, otherwise ""
}

// threads returns the number of goroutines that compute.
func (o *Options) threads() int {
	if o.Threads > 0 {
		return o.Threads
	}
	return runtime.GOMAXPROCS(0)
}
