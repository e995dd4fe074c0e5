// Package gatewayadapter implements adapter protocol 1 of the conformance suite: JSON-RPC 2.0, one
// message per line. It needs only the standard library (Go 1.19 or later).
package gatewayadapter

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

const (
	protocolVersion = "1"
	maxMessageBytes = 32 << 20
)

// Serve reads messages from stdin and answers on stdout until shutdown or the end of stdin.
func Serve(connect Connect, name, version string) {
	log.SetFlags(log.LUTC | log.Ldate | log.Ltime | log.Lmicroseconds)
	out := os.Stdout
	os.Stdout = os.Stderr // stdout is only for protocol messages: a stray fmt.Println goes to the log
	adapter := New(connect, name, version)
	if err := adapter.Run(context.Background(), os.Stdin, out); err != nil {
		log.Fatalf("adapter: %v", err)
	}
}

// Adapter answers messages. A second initialize replaces the client of the first one.
type Adapter struct {
	connect       Connect
	name, version string
	offer         Offer
	connected     bool
	stopped       bool
}

// New returns an adapter that calls connect for each initialize.
func New(connect Connect, name, version string) *Adapter {
	return &Adapter{connect: connect, name: name, version: version}
}

// Run answers the messages from in, one line after another, until shutdown or the end of in.
func (a *Adapter) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	defer a.close()
	lines := bufio.NewReaderSize(in, 1<<16)
	for !a.stopped {
		line, err := nextLine(lines)
		if len(bytes.TrimSpace(line)) > 0 {
			if answer := a.Answer(ctx, line); answer != nil {
				if _, err := out.Write(append(answer, '\n')); err != nil {
					return err
				}
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// nextLine reads a line, and drops all but the first maxMessageBytes+1 bytes of a longer line. A
// bufio.Scanner would stop at such a line.
func nextLine(lines *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, isPrefix, err := lines.ReadLine()
		if room := maxMessageBytes + 1 - len(line); len(part) > room {
			part = part[:room]
		}
		line = append(line, part...)
		if err != nil || !isPrefix {
			return line, err
		}
	}
}

type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *Error          `json:"error,omitempty"`
}

// Answer returns the answer to one message; nil for a notification.
func (a *Adapter) Answer(ctx context.Context, line []byte) []byte {
	request, err := readRequest(line)
	var result any
	if err == nil {
		result, err = a.call(ctx, request.Method, request.Params)
	}
	if request.Method != "" && request.ID == nil {
		return nil
	}
	reply := response{Version: "2.0", ID: request.replyID()}
	if err != nil {
		reply.Error = told(err)
	} else if result == nil {
		reply.Result = json.RawMessage("null")
	} else {
		reply.Result = result
	}
	text, err := json.Marshal(reply)
	if err != nil {
		reply.Result, reply.Error = nil, &Error{InternalError, "the result is not JSON"}
		text, _ = json.Marshal(reply)
	}
	return text
}

// told converts an error for the answer. Of an unexpected error it reports only the type, because
// its text may quote a value.
func told(err error) *Error {
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	log.Printf("adapter: %T", err)
	return &Error{InternalError, fmt.Sprintf("%T", err)}
}

func (a *Adapter) call(ctx context.Context, name string, params json.RawMessage) (result any, err error) {
	switch name {
	case "initialize":
		return a.initialize(params)
	case "shutdown":
		a.stopped = true
		return nil, nil
	}
	if !a.connected {
		return nil, Fail("initialize comes first")
	}
	method, offered := a.offer.Methods[name]
	if !offered {
		return nil, &Error{NotOffered, "that method is not offered"}
	}
	started := time.Now()
	defer func() { log.Printf("adapter: %s %v", name, time.Since(started).Round(time.Millisecond)) }()
	defer func() {
		if panicked := recover(); panicked != nil {
			log.Printf("adapter: panic of %T at %s", panicked, place())
			err = &Error{InternalError, "panic"}
		}
	}()
	return method(ctx, params)
}

// place returns the file and line of a panic, without the values that a stack trace would show.
func place() string {
	callers := make([]uintptr, 32)
	frames := runtime.CallersFrames(callers[:runtime.Callers(3, callers)]) // 3: skip the deferred function
	for {
		frame, more := frames.Next()
		if !more || !strings.HasPrefix(frame.Function, "runtime.") {
			return fmt.Sprintf("%s:%d", filepath.Base(frame.File), frame.Line)
		}
	}
}

func (a *Adapter) initialize(params json.RawMessage) (any, error) {
	var spoken struct {
		Version string `json:"protocolVersion"`
	}
	if err := decode(params, &spoken); err != nil {
		return nil, err
	}
	if spoken.Version != protocolVersion {
		return nil, &Error{InvalidParams, "this adapter speaks protocol version " + protocolVersion}
	}
	var settings Settings
	if err := decode(params, &settings); err != nil {
		return nil, err
	}
	a.close()
	offer, err := a.connect(settings)
	if err != nil {
		return nil, err
	}
	a.offer, a.connected = offer, true
	return a.offer.answer(a.name, a.version), nil
}

func (a *Adapter) close() {
	if a.offer.Close != nil {
		a.offer.Close()
	}
	a.offer, a.connected = Offer{}, false
}
