package sse

// A Sender collects what is sent. The zero value is ready for use.
type Sender struct {
	out  []byte
	open bool // what was sent doesn't end in an empty line
}

// reset forgets what was collected: it has been sent.
func (s *Sender) reset() { s.out = s.out[:0] }

// Send sends bytes of the upstream.
func (s *Sender) Send(text string) {
	s.out = append(s.out, text...)
	if text != "" {
		s.open = !Terminated(text)
	}
}

// SendEvent sends an event that was made. An upstream may leave its last one unended.
func (s *Sender) SendEvent(text string) {
	if s.open {
		s.Send("\n\n")
	}
	s.Send(text)
}
