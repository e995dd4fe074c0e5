package gatewayadapter

import "fmt"

// Error codes of JSON-RPC 2.0, and the codes Failed and Refused of the adapter protocol.
const (
	ParseError     = -32700
	InvalidRequest = -32600
	NotOffered     = -32601
	InvalidParams  = -32602
	InternalError  = -32603
	Failed         = -32000
	Refused        = -32001
)

// Error ends a call with this code. Never put a value into the message.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return e.Message }

// Refuse returns the error for a call that your client refuses on purpose. Give the reason, without
// the value.
func Refuse(format string, parts ...any) error {
	return &Error{Refused, fmt.Sprintf(format, parts...)}
}

// Fail returns the error for a call that your client tried without success: a service is down, or
// returned an error.
func Fail(format string, parts ...any) error {
	return &Error{Failed, fmt.Sprintf(format, parts...)}
}
