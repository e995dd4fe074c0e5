package gatewayadapter

// What the methods are given, and what they answer. `omitempty` marks what may be left out.
type (
	// Service is given to certificate.fetch: identity or registry.
	Service struct {
		Service string `json:"service"`
	}

	// Value is given to field.encrypt, which answers a Ciphertext.
	Value struct {
		Service string `json:"service"`
		Value   string `json:"value"`
	}
	Ciphertext struct {
		Ciphertext string `json:"ciphertext"` // Base64
	}

	// Fields is given to fields.send: one JSON body to that path behind the base of the service.
	Fields struct {
		Service string  `json:"service"`
		Path    string  `json:"path"`
		Fields  []Field `json:"fields"`
	}
	Field struct {
		Name      string `json:"name"`
		Value     string `json:"value"`     // always the plaintext
		Encrypted bool   `json:"encrypted"` // whether you are to encrypt it
	}

	// OTP is given to otp.verify, which answers an OTPResult.
	OTP struct {
		OTP   string `json:"otp"`
		TxnID string `json:"txnId"`
	}
	OTPResult struct {
		TxnID      string `json:"txnId"`
		AuthResult string `json:"authResult"`
		Message    string `json:"message"`
	}

	// KeyMaterial is what each side of a transfer gives the other. Key and nonce are Base64.
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

	// ForHIU is given to transfer.encrypt: the key material of the HIU. It answers an Encrypted.
	ForHIU struct {
		KeyMaterial KeyMaterial `json:"keyMaterial"`
		Bundle      string      `json:"bundle"`
	}
	Encrypted struct {
		KeyMaterial KeyMaterial `json:"keyMaterial"` // of the HIP
		Content     string      `json:"content"`     // ciphertext and tag, Base64
	}

	// Opened is the answer of transfer.open; the private key stays with you.
	Opened struct {
		TransferID  string      `json:"transferId"`
		KeyMaterial KeyMaterial `json:"keyMaterial"`
	}

	// FromHIP is given to transfer.decrypt, which answers a Bundle. It has a TransferID or a
	// Recipient: keys that the suite made itself, to prepare what happens by chance only.
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

	// Cycle is the answer of the requests to the payer, and given to communication.reply and
	// cycle.get.
	Cycle struct {
		CorrelationID string `json:"correlationId"`
	}
	CycleState struct {
		State     string `json:"state"` // pending, queried, approved, rejected or answered
		Callbacks int    `json:"callbacks"`
	}

	// Trigger is given to dummyPayer.trigger.
	Trigger struct {
		Action        string `json:"action"` // Approve, Reject or Query
		Method        string `json:"method"` // Preauth or Claim
		CorrelationID string `json:"correlationId"`
	}

	// Notice is given to paymentNotice.init.
	Notice struct {
		ProviderID  string `json:"providerId"`
		ClaimNumber string `json:"claimNumber"`
	}
)
