package gatewayadapter

// Params and results of the methods. Members without omitempty are required.
type (
	// Service is the params of certificate.fetch: identity or registry.
	Service struct {
		Service string `json:"service"`
	}

	// Value is the params of field.encrypt, which returns a Ciphertext.
	Value struct {
		Service string `json:"service"`
		Value   string `json:"value"`
	}
	Ciphertext struct {
		Ciphertext string `json:"ciphertext"` // Base64
	}

	// Fields is the params of fields.send. Send the fields as one JSON body to the base address of
	// the service followed by the path.
	Fields struct {
		Service string  `json:"service"`
		Path    string  `json:"path"`
		Fields  []Field `json:"fields"`
	}
	Field struct {
		Name      string `json:"name"`
		Value     string `json:"value"`     // always the plaintext
		Encrypted bool   `json:"encrypted"` // whether your client must encrypt the value
	}

	// OTP is the params of otp.verify, which returns an OTPResult.
	OTP struct {
		OTP   string `json:"otp"`
		TxnID string `json:"txnId"`
	}
	OTPResult struct {
		TxnID      string `json:"txnId"`
		AuthResult string `json:"authResult"`
		Message    string `json:"message"`
	}

	// KeyMaterial is what each side of a transfer sends to the other. Key and nonce are Base64.
	KeyMaterial struct {
		CryptoAlg   string    `json:"cryptoAlg"`
		Curve       string    `json:"curve"`
		DHPublicKey PublicKey `json:"dhPublicKey"`
		Nonce       string    `json:"nonce"`
	}
	PublicKey struct {
		Expiry     string `json:"expiry"`
		Parameters string `json:"parameters"`
		KeyValue   string `json:"keyValue"`
	}

	// ForHIU is the params of transfer.encrypt, with the key material of the HIU. The method
	// returns an Encrypted.
	ForHIU struct {
		KeyMaterial KeyMaterial `json:"keyMaterial"`
		Bundle      string      `json:"bundle"`
	}
	Encrypted struct {
		KeyMaterial KeyMaterial `json:"keyMaterial"` // of the HIP
		Content     string      `json:"content"`     // ciphertext and tag, Base64
	}

	// Opened is the result of transfer.open. Keep the private key in your client.
	Opened struct {
		TransferID  string      `json:"transferId"`
		KeyMaterial KeyMaterial `json:"keyMaterial"`
	}

	// FromHIP is the params of transfer.decrypt, which returns a Bundle. It has either a TransferID
	// from transfer.open, or a Recipient: keys that the suite generated itself, to test rare cases.
	FromHIP struct {
		TransferID  string      `json:"transferId,omitempty"`
		Recipient   *Recipient  `json:"recipient,omitempty"`
		KeyMaterial KeyMaterial `json:"keyMaterial"`
		Content     string      `json:"content"`
	}
	Recipient struct {
		PrivateKey Secret `json:"privateKey"`
		PublicKey  string `json:"publicKey"`
		Nonce      string `json:"nonce"`
	}
	Bundle struct {
		Bundle string `json:"bundle"`
	}

	// Cycle is the result of the methods that begin a payer cycle, and the params of
	// communication.reply and cycle.get.
	Cycle struct {
		CorrelationID string `json:"correlationId"`
	}
	CycleState struct {
		State     string `json:"state"` // pending, queried, approved, rejected or answered
		Callbacks int    `json:"callbacks"`
	}

	// Trigger is the params of dummyPayer.trigger.
	Trigger struct {
		Action        string `json:"action"` // Approve, Reject or Query
		Method        string `json:"method"` // Preauth or Claim
		CorrelationID string `json:"correlationId"`
	}

	// Notice is the params of paymentNotice.init.
	Notice struct {
		ProviderID  string `json:"providerId"`
		ClaimNumber string `json:"claimNumber"`
	}
)
