// The adapter of your client: through this program the conformance suite asks your client to act.
//
// Offer the methods that your client supports and leave out the rest. The suite does not call
// missing methods, and they do not count as failures. Try the adapter with:
//
//	npx conform adapter --check go run .
package main

import "adapter/gatewayadapter"

// connect is called at the start of each journey. Create a new client, without tokens, certificates
// and cycles of an earlier journey. The settings contain the addresses, the credentials and the CA
// certificate to trust (settings.TLS).
func connect(settings gatewayadapter.Settings) (gatewayadapter.Offer, error) {
	// client := newClient(settings)
	return gatewayadapter.Offer{
		Methods: map[string]gatewayadapter.Method{
			// Uncomment the methods that your client supports, and call your client there. If it
			// refuses on purpose, return gatewayadapter.Refuse("the reason, without the value"). If
			// a service is down, return gatewayadapter.Fail("…"). The library has a type for the
			// params and result of each method, for example: func (c *client) verifyOTP(
			// context.Context, gatewayadapter.OTP) (gatewayadapter.OTPResult, error). For a method
			// without a result, return (any, error) and the value nil.
			//
			// The comment beside each method names its params, and its result after a colon.
			//
			// "session.create":        gatewayadapter.Act(client.createSession),     // no params
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
