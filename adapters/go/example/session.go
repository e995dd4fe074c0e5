package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"regexp"
	"strconv"
	"sync"
	"time"

	"adapter/gatewayadapter"
)

const (
	mostTries   = 3
	mostBytes   = 32 << 20
	renewBefore = 30 * time.Second
)

// session is the session that all requests share (5.1.4).
type session struct {
	settings gatewayadapter.Settings
	http     *http.Client
	mutex    sync.Mutex
	token    *token
}

type token struct {
	value   string
	renewAt time.Time // has a monotonic clock reading, which changes of the system time do not affect
}

// answer is a response whose body was read.
type answer struct {
	status     int
	retryAfter string
	body       []byte
}

func (a answer) ok() bool { return a.status/100 == 2 }

// compose creates a request. It is called again for each try, because each request needs its own id
// and time.
type compose func(context.Context) (*http.Request, error)

func newSession(settings gatewayadapter.Settings) (*session, error) {
	trust, err := settings.TLS()
	if err != nil {
		return nil, err
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = trust
	// Close idle connections before the service does: a POST on a connection that the service is
	// closing would be lost.
	transport.IdleConnTimeout = 2 * time.Second
	return &session{settings: settings, http: &http.Client{
		Transport: transport,
		Timeout:   20 * time.Second,
		// Do not follow redirects: a token must never go to another host.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

func (s *session) close() { s.http.CloseIdleConnections() }

// create always requests a new session. All other functions reuse the current session.
func (s *session) create(ctx context.Context) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.renew(ctx)
}

func (s *session) current(ctx context.Context) (*token, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.token == nil || !time.Now().Before(s.token.renewAt) {
		if err := s.renew(ctx); err != nil {
			return nil, err
		}
	}
	return s.token, nil
}

func (s *session) forget(refused *token) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.token == refused { // unless another call has already renewed the token
		s.token = nil
	}
}

func (s *session) renew(ctx context.Context) error {
	s.token = nil
	asked := time.Now() // before the request, so that the lifetime is not overestimated
	got, err := s.send(ctx, s.sessionRequest)
	if err != nil {
		return err
	}
	if !got.ok() {
		return refusedBy("gateway", got)
	}
	var body struct {
		AccessToken string  `json:"accessToken"`
		ExpiresIn   float64 `json:"expiresIn"`
	}
	if json.Unmarshal(got.body, &body) != nil || body.AccessToken == "" {
		return gatewayadapter.Fail("the session answer has no token or lifetime")
	}
	lifetime := time.Duration(body.ExpiresIn * float64(time.Second))
	early := lifetime / 5
	if early > renewBefore {
		early = renewBefore
	}
	s.token = &token{body.AccessToken, asked.Add(lifetime - early)} // or a token could expire in transit
	return nil
}

func (s *session) sessionRequest(ctx context.Context) (*http.Request, error) {
	request, err := s.request(ctx, "gateway", "/api/hiecm/gateway/v3/sessions", map[string]string{
		"clientId":     s.settings.Credentials.ClientID,
		"clientSecret": string(s.settings.Credentials.ClientSecret),
		"grantType":    "client_credentials",
	})
	if err == nil {
		setV3Headers(request)
		request.Header.Set("X-CM-ID", s.settings.CMID)
	}
	return request, err
}

// request creates a POST with content as JSON body, or a GET if content is nil.
func (s *session) request(ctx context.Context, service, path string, content any) (*http.Request, error) {
	address := s.settings.Services[service] + path
	if content == nil {
		return http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	}
	text, err := json.Marshal(content)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(text))
	if err == nil {
		request.Header.Set("Content-Type", "application/json")
	}
	return request, err
}

// authorized sends a request with a token. After a 401, it gets a new session once.
func (s *session) authorized(ctx context.Context, ask compose) (answer, error) {
	for renewed := false; ; renewed = true {
		used, err := s.current(ctx)
		if err != nil {
			return answer{}, err
		}
		got, err := s.send(ctx, func(ctx context.Context) (*http.Request, error) {
			request, err := ask(ctx)
			if err == nil {
				request.Header.Set("Authorization", "Bearer "+used.value)
			}
			return request, err
		})
		if err != nil || got.status != http.StatusUnauthorized || renewed {
			return got, err
		}
		s.forget(used)
	}
}

// send sends a request, and repeats it if the service is busy. A request without a response is not
// repeated, because the service may have processed it.
func (s *session) send(ctx context.Context, ask compose) (answer, error) {
	for tries := 1; ; tries++ {
		request, err := ask(ctx)
		if err != nil {
			return answer{}, err
		}
		got, err := s.exchange(request)
		busy := got.status == http.StatusTooManyRequests || got.status == http.StatusServiceUnavailable
		if err != nil || !busy || tries == mostTries {
			return got, err
		}
		time.Sleep(delay(got, tries))
	}
}

// exchange sends a request once. It logs method, address and status; never a header, a body or a
// value (6.3.4).
func (s *session) exchange(request *http.Request) (answer, error) {
	response, err := s.http.Do(request)
	if err != nil {
		log.Printf("client: %v", err) // a *url.Error, which has only method, address and reason
		return answer{}, gatewayadapter.Fail("no answer: %v", err)
	}
	defer response.Body.Close()
	log.Printf("client: %s %s %d", request.Method, request.URL, response.StatusCode)
	body, err := io.ReadAll(io.LimitReader(response.Body, mostBytes))
	if err != nil {
		return answer{}, gatewayadapter.Fail("the answer of %s broke off", request.URL.Host)
	}
	return answer{response.StatusCode, response.Header.Get("Retry-After"), body}, nil
}

// setV3Headers sets a new id and the current time. Call it for each request (5.2).
func setV3Headers(request *http.Request) {
	request.Header.Set("REQUEST-ID", newID())
	request.Header.Set("TIMESTAMP", timestamp(time.Now()))
}

// timestamp formats a time in UTC, always with milliseconds. RFC3339Nano would omit trailing zeros.
func timestamp(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000Z") }

// newID returns a UUID of version 4, in lower case.
func newID() string {
	id := make([]byte, 16)
	if _, err := rand.Read(id); err != nil {
		panic(err)
	}
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

// delay returns the service's Retry-After if it is at most 5 s, and otherwise a time that doubles with
// each try.
func delay(got answer, tries int) time.Duration {
	if seconds, err := strconv.Atoi(got.retryAfter); err == nil && seconds >= 0 && seconds <= 5 {
		return time.Duration(seconds) * time.Second
	}
	return 200 * time.Millisecond << tries
}

var errorCode = regexp.MustCompile(`"code"\s*:\s*"([A-Za-z][\w-]{0,30})`)

// refusedBy returns the error for an error response, with status and code only: error bodies may quote
// values that were sent.
func refusedBy(service string, got answer) error {
	if code := errorCode.FindSubmatch(got.body); code != nil {
		return gatewayadapter.Fail("the %s answered %d, code %s", service, got.status, code[1])
	}
	return gatewayadapter.Fail("the %s answered %d", service, got.status)
}
