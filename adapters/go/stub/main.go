// The adapter of your client: through it the conformance suite asks your client to act.
//
// Offer the methods that your client has and leave out the rest: the suite never calls what is
// missing here, and never fails you for it. Try it with:
//
//	go build -o adapter . && npx conform adapter --check ./adapter
package main

import "adapter/gatewayadapter"

// connect is called at the start of each journey: forget tokens, certificates and cycles. The
// settings have the addresses, the credentials and the authority to trust (settings.TLS).
func connect(settings gatewayadapter.Settings) (gatewayadapter.Offer, error) {
	// client := newClient(settings)
	return gatewayadapter.Offer{
		Methods: map[string]gatewayadapter.Method{
			// Uncomment what your client does, and call it. What it declines on purpose it tells
			// with gatewayadapter.Refuse("the reason, without the value"); a service that is down
			// with gatewayadapter.Fail("…"). Call reads the params into a struct by its json tags:
			//
			// type otp struct {
			// 	OTP   string `json:"otp"`
			// 	TxnID string `json:"txnId"`
			// }
			// func (c *client) verifyOTP(ctx context.Context, given otp) (answer, error)
			//
			// "session.create":        gatewayadapter.Act(client.createSession),
			// "certificate.fetch":     gatewayadapter.Call(client.fetchCertificate), // service
			// "field.encrypt":         gatewayadapter.Call(client.encrypt),          // service, value: gives ciphertext
			// "fields.send":           gatewayadapter.Call(client.send),             // service, path, fields (name, value, encrypted)
			// "otp.verify":            gatewayadapter.Call(client.verifyOTP),        // otp, txnId: gives txnId, authResult, message
			// "transfer.encrypt":      gatewayadapter.Call(client.encryptFor),       // keyMaterial, bundle: gives keyMaterial, content
			// "transfer.open":         gatewayadapter.Call(client.newRequest),       // gives transferId, keyMaterial
			// "transfer.decrypt":      gatewayadapter.Call(client.decrypt),          // transferId or recipient, keyMaterial, content: gives bundle
			// "insurancePlan.request": gatewayadapter.Call(client.requestPlan),      // gives correlationId
			// "eligibility.check":     gatewayadapter.Call(client.checkEligibility), // gives correlationId
			// "preauth.submit":        gatewayadapter.Call(client.submitPreauth),    // gives correlationId
			// "claim.submit":          gatewayadapter.Call(client.submitClaim),      // gives correlationId
			// "communication.reply":   gatewayadapter.Call(client.reply),            // correlationId
			// "dummyPayer.trigger":    gatewayadapter.Call(client.trigger),          // action, method, correlationId
			// "paymentNotice.init":    gatewayadapter.Call(client.startNotice),      // providerId, claimNumber
			// "cycle.get":             gatewayadapter.Call(client.cycle),            // correlationId: gives state, callbacks
		},
		// The forms of your transfer keys: x25519 (32 bytes), weierstrass (a 65-byte point),
		// weierstrass-spki.
		TransferKeyForms: nil,
	}, nil
}

func main() {
	gatewayadapter.Serve(connect, "my-client", "0.0.0")
}
