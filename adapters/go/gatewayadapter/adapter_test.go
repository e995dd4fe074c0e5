package gatewayadapter

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"strconv"
	"strings"
	"testing"
)

const secret = "482915"

const initialize = `{"protocolVersion":"1","services":{"gateway":"https://gateway.example"},
	"paths":{"identity":"identity","nationalId":"national-id"},
	"credentials":{"clientId":"client","clientSecret":"` + secret + `"},"cmId":"sbx",
	"participants":{"provider":"1@sbx","payer":"2@sbx"},"dummyPayerToken":null,
	"callbackCertificates":"https://gateway.example/certs","envelope":"json",
	"payerEncryptionKey":"PEM","readings":{},"addedLater":true}`

type otp struct {
	OTP   string `json:"otp"`
	TxnID string `json:"txnId"`
}

func verifyOTP(_ context.Context, given otp) (any, error) {
	switch given.OTP {
	case "declined":
		return nil, Refuse("this OTP is declined")
	case "down":
		return nil, fmt.Errorf("verifying: %w", Fail("the registry is down"))
	case "odd":
		return func() {}, nil
	case "panic":
		panic(secret)
	case "index":
		return []string{}[len(given.OTP)], nil
	case secret:
		_, err := strconv.Atoi(secret + "x") // an error that quotes the value
		return nil, err
	}
	return map[string]string{"txnId": given.TxnID}, nil
}

func connect(Settings) (Offer, error) {
	return Offer{Methods: map[string]Method{
		"otp.verify":     Call(verifyOTP),
		"session.create": Act(func(context.Context) error { return nil }),
	}}, nil
}

type answered struct {
	ID     any
	Result any
	Error  *Error
}

// conversation gives the answers to these lines, and what was logged meanwhile.
func conversation(t *testing.T, connect Connect, lines ...string) ([]answered, string) {
	t.Helper()
	var out, logged bytes.Buffer
	previous := log.Writer()
	log.SetOutput(&logged)
	defer log.SetOutput(previous)
	err := New(connect, "test", "1").Run(context.Background(), strings.NewReader(strings.Join(lines, "\n")), &out)
	if err != nil {
		t.Fatal(err)
	}
	var answers []answered
	for _, line := range strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n") {
		var answer answered
		if err := json.Unmarshal([]byte(line), &answer); err != nil && line != "" {
			t.Fatalf("%v in %q", err, line)
		}
		answers = append(answers, answer)
	}
	return answers, logged.String() + out.String()
}

func call(method, params string) string {
	return `{"jsonrpc":"2.0","id":7,"method":"` + method + `","params":` + strings.ReplaceAll(params, "\n", " ") + `}`
}

func code(answer answered) int {
	if answer.Error == nil {
		return 0
	}
	return answer.Error.Code
}

func TestInitializeNamesWhatIsOfferedAndTakesMembersThatWereAdded(t *testing.T) {
	answers, _ := conversation(t, connect, call("initialize", initialize))
	result := fmt.Sprint(answers[0].Result)
	if answers[0].ID != 7.0 || !strings.Contains(result, "[otp.verify session.create]") || strings.Contains(result, "callbackUrl") {
		t.Fatal(answers[0])
	}
}

func TestErrorsHaveTheirCodes(t *testing.T) {
	for name, each := range map[string]struct {
		line string
		code int
	}{
		"junk":                      {"not json", ParseError},
		"not UTF-8":                 {"\"\xff\"", ParseError},
		"a list":                    {"[]", InvalidRequest},
		"another version of RPC":    {`{"jsonrpc":"1.0","id":1,"method":"otp.verify"}`, InvalidRequest},
		"half a surrogate pair":     {call("otp.verify", `{"otp":"\ud83d","txnId":"t"}`), Refused},
		"a whole surrogate pair":    {call("otp.verify", `{"otp":"\ud83d\ude00","txnId":"t"}`), 0},
		"an escaped backslash":      {call("otp.verify", `{"otp":"\\ud83d","txnId":"t"}`), 0},
		"a method that is missing":  {call("claim.submit", "{}"), NotOffered},
		"a param that is missing":   {call("otp.verify", `{"otp":"1"}`), InvalidParams},
		"a param of another type":   {call("otp.verify", `{"otp":482915,"txnId":"t"}`), InvalidParams},
		"params that are a list":    {call("otp.verify", `["482915"]`), InvalidParams},
		"another protocol":          {call("initialize", `{"protocolVersion":"2"}`), InvalidParams},
		"a refusal":                 {call("otp.verify", `{"otp":"declined","txnId":"t"}`), Refused},
		"a failure that is wrapped": {call("otp.verify", `{"otp":"down","txnId":"t"}`), Failed},
		"no JSON as result":         {call("otp.verify", `{"otp":"odd","txnId":"t"}`), InternalError},
		"a panic":                   {call("otp.verify", `{"otp":"panic","txnId":"t"}`), InternalError},
		"a panic of the runtime":    {call("otp.verify", `{"otp":"index","txnId":"t"}`), InternalError},
		"an error that quotes":      {call("otp.verify", `{"otp":"`+secret+`","txnId":"t"}`), InternalError},
	} {
		t.Run(name, func(t *testing.T) {
			answers, told := conversation(t, connect, call("initialize", initialize), each.line, call("session.create", "{}"))
			if code(answers[1]) != each.code {
				t.Errorf("code %d, not %d: %v", code(answers[1]), each.code, answers[1])
			}
			if code(answers[2]) != 0 {
				t.Errorf("the next call was answered with %v", answers[2])
			}
			if strings.Contains(told, secret) {
				t.Errorf("a value was told: %s", told)
			}
		})
	}
}

func TestPanicsAreLoggedWithTheirPlace(t *testing.T) {
	for _, value := range []string{"panic", "index"} {
		_, told := conversation(t, connect, call("initialize", initialize), call("otp.verify", `{"otp":"`+value+`","txnId":"t"}`))
		if !strings.Contains(told, "at adapter_test.go:") {
			t.Errorf("%s: %s", value, told)
		}
	}
}

func TestInitializeComesFirst(t *testing.T) {
	answers, _ := conversation(t, connect, call("session.create", "{}"))
	if code(answers[0]) != Failed {
		t.Fatal(answers)
	}
}

func TestItEndsAtShutdown(t *testing.T) {
	answers, _ := conversation(t, connect, "", call("shutdown", "{}"), call("session.create", "{}"))
	if len(answers) != 1 || code(answers[0]) != 0 {
		t.Fatal(answers)
	}
}

func TestANotificationGetsNoAnswer(t *testing.T) {
	_, told := conversation(t, connect, `{"jsonrpc":"2.0","method":"otp.verify"}`)
	if strings.Contains(told, "jsonrpc") {
		t.Fatal(told)
	}
}

func TestALineThatIsTooLongIsRefusedAndTheNextOneIsRead(t *testing.T) {
	answers, _ := conversation(t, connect, strings.Repeat("x", maxMessageBytes+2), call("shutdown", "{}"))
	if len(answers) != 2 || code(answers[0]) != ParseError || code(answers[1]) != 0 {
		t.Fatal(answers)
	}
}

func TestTheNextInitializeAndTheEndCloseAClient(t *testing.T) {
	closed := 0
	connect := func(Settings) (Offer, error) { return Offer{Close: func() { closed++ }}, nil }
	conversation(t, connect, call("initialize", initialize), call("initialize", initialize))
	if closed != 2 {
		t.Fatal(closed)
	}
}

func TestSettingsShowNoSecret(t *testing.T) {
	var settings Settings
	if err := json.Unmarshal([]byte(initialize), &settings); err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{"%v", "%+v", "%#v", "%s"} {
		if shown := fmt.Sprintf(form, settings); strings.Contains(shown, secret) || !strings.Contains(shown, "sbx") {
			t.Errorf("%s: %s", form, shown)
		}
	}
	if string(settings.Credentials.ClientSecret) != secret {
		t.Error("the secret was lost")
	}
}

func TestAReaderThatHasGoneEndsIt(t *testing.T) {
	in, out := io.Pipe()
	in.Close()
	err := New(connect, "test", "1").Run(context.Background(), strings.NewReader("junk\n"), out)
	if !errors.Is(err, io.ErrClosedPipe) {
		t.Fatal(err)
	}
}
