// A complete example: the adapter of a small conforming client. Numbers in parentheses are clauses
// of the contract.
package main

import "adapter/gatewayadapter"

// connect creates a new client, without the tokens and certificates of an earlier one.
func connect(settings gatewayadapter.Settings) (gatewayadapter.Offer, error) {
	session, err := newSession(settings)
	if err != nil {
		return gatewayadapter.Offer{}, err
	}
	fields, err := newFields(session)
	if err != nil {
		return gatewayadapter.Offer{}, err
	}
	transfers := newTransfers()
	return gatewayadapter.Offer{
		Methods: map[string]gatewayadapter.Method{
			"session.create":    gatewayadapter.Act(session.create),
			"certificate.fetch": gatewayadapter.Call(fields.fetchCertificate),
			"field.encrypt":     gatewayadapter.Call(fields.encrypt),
			"fields.send":       gatewayadapter.Call(fields.send),
			"otp.verify":        gatewayadapter.Call(fields.verifyOTP),
			"transfer.encrypt":  gatewayadapter.Call(transfers.encrypt),
			"transfer.open":     gatewayadapter.Call(transfers.open),
			"transfer.decrypt":  gatewayadapter.Call(transfers.decrypt),
		},
		TransferKeyForms: []string{x25519Form, pointForm, spkiForm},
		Close:            session.close,
	}, nil
}

func main() {
	gatewayadapter.Serve(connect, "example-go", "1.0.0")
}
