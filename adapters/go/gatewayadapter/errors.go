package gatewayadapter

import "fmt"

// Codes of JSON-RPC 2.0, and two of the adapter protocol.
const (
	ParseError     = -32700
	InvalidRequest = -32600
	NotOffered     = -32601
	InvalidParams  = -32602
	InternalError  = -32603
	Failed         = -32000
	Refused        = -32001
)

// Error ends a call with this code. The suite sees the message: name no value in it.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return e.Message }

// Refuse is for what your client declines on purpose. The reason does not hold the value.
func Refuse(format string, parts ...any) error {
	return &Error{Refused, fmt.Sprintf(format, parts...)}
}

// Fail is for what your client tried in vain: a service is down, or gave an error.
func Fail(format string, parts ...any) error {
	return &Error{Failed, fmt.Sprintf(format, parts...)}
}
