/**
 * The file that `conform init` writes, with every common member. `DECLARED` is a placeholder for an
 * obligation's id, `EDITION` for an edition's name.
 */
export const targetTemplate = `# What a run is pointed at. Check it with: npx conform doctor
# Secrets come only from the environment: \${NAME} takes the variable NAME.
name: my-system
# edition: EDITION   # of the contract; a suite of another edition then refuses
# extends: profiles/claims-exchange-2026-09   # what a deployed system does: docs/guides/field-profiles.md
environment: sandbox            # production: no active probes, no test constants, no planted values
# product: { name: My Product, version: "1.0" }   # what is certified; shown on every report
# facility: "City Hospital"                        # where it is at work; shown too
# operator: "A. Tester, Example Ltd"               # who runs the suite and is responsible; shown too

# Base addresses without a trailing slash. None at all: the suite's own mock is certified.
services:
  gateway: https://gateway.example
  identity: https://identity.example
  registry: https://registry.example/v4   # with its version prefix
  # dummyPayer: https://payer.example    # with provider: the payer flows are certified too
  # provider: https://payer.example      # before v1/…; or a base for each operation: docs/guides/payer-callbacks.md

cmId: sbx                       # X-CM-ID; the production suffix in production
credentials:
  clientId: \${CLIENT_ID}
  clientSecret: \${CLIENT_SECRET}

# Segments for which the document prints neutral stand-ins. Where none is named, any is right.
# paths: { identity: identity, nationalId: national-id }

# An OTP that waits for verification, or a list of them; or { command: [./fresh-otp] }, which prints one when it is run.
# If you have none, delete this line: the obligations that only an OTP shows are then not tested, and the run ends incomplete.
otp: { value: "\${TEST_OTP}", txnId: "\${TEST_TXN_ID}" }

# Where a payer calls you back, and the keys of its envelope. See docs/guides/payer-callbacks.md.
# callback: { listen: "127.0.0.1:9000", publicUrl: https://host.example/callbacks }
# encryption: { payerKey: ./payer.pem, providerKey: "\${PROVIDER_PRIVATE_KEY}" }
# participants: { provider: "1000000001@sbx" }

# tls: { ca: ./sandbox-ca.pem }  # the authority, where it is not a public one; relative to this file

limits:
  timeoutMs: 10000              # one HTTP request
  requestsPerMinute: 60         # also the size of one burst
  # How often one OTP may be sent, right or wrong. 7 cover every check with one OTP. If your registry allows only 3, list 3 OTPs.
  otpAttempts: 7
  probes: full                  # gentle: nothing that may lock an account

# Your own system: certified while the suite plays the services. The adapter that the command starts is a stub to fill in.
# integrator:
#   command: [node, adapter.cjs]          # or url: http://127.0.0.1:9000   or manual: true
#   env: { DATABASE_URL: "\${DATABASE_URL}" }  # what the command gets besides PATH and so on
#   cwd: ./client                         # where it is started, relative to this file; here by default
#   roles: [session, identity, registry]  # what your system does; the rest is not applicable
# mock: { tls: true }   # the services of the suite speak TLS: your client then trusts caCertificate of initialize
# In mock, also: answers: ./answers.yaml   # your own answers to requests outside the contract, in place of a guess
# logs: [./logs/*.log]                    # searched for planted identifiers

# What cannot be seen from outside is declared, by name and date.
# declarations:
#   DECLARED: { by: Jane Doe, date: "2026-11-01", statement: Secrets are held in the vault of the backend. }

# Where the document is silent the suite chooses, and says so; a target may choose otherwise.
# readings:
#   key-bits: 4096
#   error-code: ABC
`;
