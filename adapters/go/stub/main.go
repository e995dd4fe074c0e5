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
			// with gatewayadapter.Fail("…"). What a method is given and answers has a type in the
			// library, as in: func (c *client) verifyOTP(context.Context, gatewayadapter.OTP)
			// (gatewayadapter.OTPResult, error). Where nothing is answered, return nil as any.
			//
			// "session.create":        gatewayadapter.Act(client.createSession),     // nothing
			// "certificate.fetch":     gatewayadapter.Call(client.fetchCertificate), // Service
			// "field.encrypt":         gatewayadapter.Call(client.encrypt),          // Value: Ciphertext
			// "fields.send":           gatewayadapter.Call(client.send),             // Fields
			// "otp.verify":            gatewayadapter.Call(client.verifyOTP),        // OTP: OTPResult
			// "transfer.encrypt":      gatewayadapter.Call(client.encryptFor),       // ForHIU: Encrypted
			// "transfer.open":         gatewayadapter.Call(client.newRequest),       // struct{}: Opened
			// "transfer.decrypt":      gatewayadapter.Call(client.decrypt),          // FromHIP: Bundle
			// "insurancePlan.request": gatewayadapter.Call(client.requestPlan),      // struct{}: Cycle
			// "eligibility.check":     gatewayadapter.Call(client.checkEligibility), // struct{}: Cycle
			// "preauth.submit":        gatewayadapter.Call(client.submitPreauth),    // struct{}: Cycle
			// "claim.submit":          gatewayadapter.Call(client.submitClaim),      // struct{}: Cycle
			// "communication.reply":   gatewayadapter.Call(client.reply),            // Cycle
			// "dummyPayer.trigger":    gatewayadapter.Call(client.trigger),          // Trigger
			// "paymentNotice.init":    gatewayadapter.Call(client.startNotice),      // Notice
			// "cycle.get":             gatewayadapter.Call(client.cycle),            // Cycle: CycleState
		},
		// The forms of your transfer keys: x25519 (32 bytes), weierstrass (a 65-byte point),
		// weierstrass-spki.
		TransferKeyForms: nil,
	}, nil
}

func main() {
	gatewayadapter.Serve(connect, "my-client", "0.0.0")
}
