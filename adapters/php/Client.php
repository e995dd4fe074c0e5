<?php

declare(strict_types=1);

use phpseclib3\Crypt\RSA;

/** Sessions, request headers, certificates and encrypted fields. Numbers in parentheses are clauses of the contract. */
final class Client
{
    private const MOST_TRIES = 3; // if a service is busy or cannot decrypt, which may count as a wrong OTP

    private readonly CurlHandle $curl;
    /** @var ?array{token: string, renewAt: float} */
    private ?array $session = null;
    /** @var array<string, string> public key in PEM by service: each service has its own key */
    private array $certificates = [];
    /** @var array<string, string> by service and path: the hash with which a value was accepted */
    private array $hashes = [];

    public function __construct(#[SensitiveParameter] private readonly array $settings)
    {
        $this->curl = curl_init(); // share one handle, so that connections stay open
    }

    /** Always requests a new session. All other calls reuse the current session (5.1.4). */
    public function createSession(): void
    {
        // Before the request, so that the lifetime is not overestimated. hrtime() is monotonic; time() may jump.
        $asked = hrtime(true) / 1e9;
        $this->session = null;
        $body = fn (): array => [...$this->settings['credentials'], 'grantType' => 'client_credentials'];
        $answer = $this->send('gateway', '/api/hiecm/gateway/v3/sessions', $body, authorised: false);
        [$token, $seconds] = [$answer->members()['accessToken'] ?? null, $answer->members()['expiresIn'] ?? null];
        $answer->isOk() && is_string($token) && is_numeric($seconds) || throw $answer->refusedBy('gateway');
        // Renew a little before the end: otherwise a token could expire while a request is in transit.
        $this->session = ['token' => $token, 'renewAt' => $asked + $seconds - min(30, $seconds / 5)];
    }

    private function token(): string
    {
        if ($this->session === null || hrtime(true) / 1e9 >= $this->session['renewAt']) {
            $this->createSession();
        }
        return $this->session['token'];
    }

    /** Fetches the encryption key of a service, even if it is cached, and caches it (4.2, 6.3.1). */
    public function fetchCertificate(string $service): void
    {
        $path = match ($service) {
            'identity' => "/{$this->settings['paths']['identity']}/api/v3/profile/public/certificate",
            'registry' => '/api/v1/auth/cert',
            default => throw AdapterError::badParams('service is identity or registry'),
        };
        $answer = $this->send($service, $path);
        $answer->isOk() || throw $answer->refusedBy($service);
        // The contract specifies PEM. Some services send JSON instead, with PEM or Base64 DER in `publicKey`.
        $text = $answer->members()['publicKey'] ?? $answer->body;
        $der = preg_replace('/^.*-----BEGIN PUBLIC KEY-----|-----END PUBLIC KEY-----.*$|\s/s', '', (string) $text);
        $pem = "-----BEGIN PUBLIC KEY-----\n" . chunk_split($der, 64, "\n") . "-----END PUBLIC KEY-----\n";
        $key = openssl_pkey_get_public($pem);
        if ($key === false || openssl_pkey_get_details($key)['type'] !== OPENSSL_KEYTYPE_RSA) {
            throw AdapterError::failed("the certificate of the $service is no RSA public key");
        }
        $this->certificates[$service] = $pem;
    }

    private function certificate(string $service): string
    {
        isset($this->certificates[$service]) || $this->fetchCertificate($service);
        return $this->certificates[$service];
    }

    public function encryptField(string $service, #[SensitiveParameter] string $value): array
    {
        return ['ciphertext' => self::encrypt($this->certificate($service), 'sha1', $value)];
    }

    /** Encrypts a single value: Base64 of RSA-OAEP over its UTF-8 bytes (6.3.2, 6.3.4). */
    private static function encrypt(string $pem, string $hash, #[SensitiveParameter] string $value): string
    {
        $bits = openssl_pkey_get_details(openssl_pkey_get_public($pem))['bits'];
        $limit = intdiv($bits, 8) - 2 * strlen(hash($hash, '', true)) - 2; // 214 bytes for 2048 bits and SHA-1 (8)
        if (strlen($value) > $limit) {
            throw AdapterError::refused(strlen($value) . " bytes are over the limit of $limit of OAEP $hash");
        }
        $ciphertext = '';
        if ($hash === 'sha1') {
            // OPENSSL_PKCS1_OAEP_PADDING is OAEP with SHA-1; before PHP 8.5, openssl supports no other hash. Without this
            // argument, the padding would be PKCS#1 v1.5. Check the result: on failure, $ciphertext remains empty.
            openssl_public_encrypt($value, $ciphertext, $pem, OPENSSL_PKCS1_OAEP_PADDING)
                || throw AdapterError::refused('the value cannot be encrypted');
        } else {
            $key = RSA::loadPublicKey($pem)->withPadding(RSA::ENCRYPTION_OAEP);
            // Name both hashes: the default for MGF1 depends on the version of phpseclib.
            $ciphertext = $key->withHash($hash)->withMGFHash($hash)->encrypt($value);
        }
        return base64_encode($ciphertext); // standard alphabet, padded, without line breaks
    }

    /** @param list<array{name: string, value: string, encrypted: bool}> $fields */
    public function sendFields(string $service, string $path, #[SensitiveParameter] array $fields): void
    {
        $readings = $this->settings['readings'] ?? [];
        $always = ['otp', 'loginId', $readings['national-id-field'] ?? 'nationalId']; // (2.4)
        array_push($always, ...$readings['encrypted-members'] ?? []); // (6.3)
        $plain = $secret = [];
        foreach ($fields as ['name' => $name, 'value' => $value, 'encrypted' => $encrypted]) {
            $encrypted || in_array($name, $always, true) ? $secret[$name] = $value : $plain[$name] = $value;
        }
        $this->sendEncrypted($service, $path, $path, $plain, $secret);
    }

    public function verifyOtp(#[SensitiveParameter] string $otp, string $txnId): array
    {
        $path = "/v2/registration/{$this->settings['paths']['nationalId']}/verifyOTP";
        $answer = $this->sendEncrypted('registry', $path, 'otp.verify', ['txnId' => $txnId], ['otp' => $otp]);
        $wanted = ['txnId' => '', 'authResult' => '', 'message' => ''];
        return array_intersect_key($answer->members(), $wanted) + $wanted;
    }

    /**
     * Sends the fields as one JSON body. If the service cannot decrypt a value, this method fetches the certificate again
     * (6.3.1). If the key has changed, it tries the new key. If not, the hash must be the reason: it tries the other hash
     * (6.3.3). It remembers the hash that the service accepts.
     */
    private function sendEncrypted(string $service, string $path, string $call, array $plain, array $secret): Answer
    {
        $given = isset($this->settings['readings']['oaep-hash'][$call]) ? 'sha256' : 'sha1';
        $hash = $this->hashes[$service . $path] ?? $given;
        $key = $this->certificate($service);
        $rejected = [];
        for ($tries = 1;; $tries++) {
            // A closure, so that each try, also after a 401 or 503, gets new ciphertexts.
            $body = static fn (): array => $plain
                + array_map(static fn (string $value): string => self::encrypt($key, $hash, $value), $secret);
            $answer = $this->send($service, $path, $body);
            if ($answer->isOk()) {
                $this->hashes[$service . $path] = $hash;
                return $answer;
            }
            $failure = $answer->refusedBy($service);
            $answer->saysUndecryptable($this->settings['readings']['encryption-rejection'] ?? []) || throw $failure;
            unset($this->certificates[$service]);
            $tries < self::MOST_TRIES || throw $failure;
            [$used, $key] = [$key, $this->certificate($service)];
            if ($key === $used) {
                $rejected[] = $hash;
                $hash = $hash === 'sha1' ? 'sha256' : 'sha1'; // back to SHA-1 only if SHA-256 was accepted earlier
                in_array($hash, $rejected, true) && throw $failure;
            }
        }
    }

    /**
     * Sends a request. Gets a new session once after a 401, and retries a few times after 503 and 429. Each try has its
     * own id, time and ciphertexts. A request without a response is not repeated: the service may have processed it.
     */
    private function send(string $service, string $path, ?Closure $body = null, bool $authorised = true): Answer
    {
        $renewed = false;
        for ($tries = 1;;) {
            $token = $authorised ? $this->token() : null; // before TIMESTAMP, which must be current
            $content = $body === null ? null : json_encode($body(), JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES);
            $headers = [
                $token === null ? "X-CM-ID: {$this->settings['cmId']}" : "Authorization: Bearer $token",
                // Without this header, curl would send application/x-www-form-urlencoded.
                ...$content === null ? [] : ['Content-Type: application/json'],
                // Requests to the gateway and the identity service are v3 requests, those to the registry are not (5.2).
                ...$service === 'registry' ? [] : ['REQUEST-ID: ' . self::uuid(), 'TIMESTAMP: ' . self::timestamp()],
            ];
            $answer = $this->exchange($this->settings['services'][$service] . $path, $headers, $content);
            if ($answer->status === 401 && $authorised && !$renewed) {
                $renewed = true;
                $this->session = null;
            } elseif (in_array($answer->status, [429, 503], true) && $tries < self::MOST_TRIES) {
                // Wait for Retry-After, at most 5 s, or for a time that doubles with each try.
                usleep((int) (1e6 * min(5, $answer->retryAfter ?: 0.2 * 2 ** $tries)));
                $tries++;
            } else {
                return $answer;
            }
        }
    }

    private function exchange(string $url, array $headers, ?string $body): Answer
    {
        curl_reset($this->curl); // resets the options, but keeps the connection
        curl_setopt_array($this->curl, [
            CURLOPT_URL => $url,
            CURLOPT_HTTPHEADER => [...$headers, 'Expect:'], // do not wait for 100 Continue
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FOLLOWLOCATION => false, // a token must never go to another host
            CURLOPT_HTTP_VERSION => CURL_HTTP_VERSION_1_1,
            CURLOPT_CONNECTTIMEOUT => 10,
            CURLOPT_TIMEOUT => 20,
            CURLOPT_MAXAGE_CONN => 2, // close idle connections before the service does
        ] + ($body === null ? [] : [CURLOPT_POSTFIELDS => $body]));
        GatewayAdapter::trust($this->curl, $this->settings); // never disable CURLOPT_SSL_VERIFYPEER instead
        $text = curl_exec($this->curl);
        $status = curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE);
        $outcome = $text === false ? curl_error($this->curl) : $status;
        // Log method, address and status; never a header, a body or a value (6.3.4).
        GatewayAdapter::log(($body === null ? 'GET' : 'POST') . " $url $outcome");
        $text !== false || throw AdapterError::failed(parse_url($url, PHP_URL_HOST) . " gave no answer: $outcome");
        return new Answer($status, $text, curl_getinfo($this->curl, CURLINFO_RETRY_AFTER));
    }

    /** Returns a UUID of version 4, in lower case. (uniqid() does not return a UUID.) */
    private static function uuid(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }

    /** Returns the UTC time with milliseconds (5.2). date() and gmdate() would always give 000 for `v`. */
    private static function timestamp(): string
    {
        return (new DateTimeImmutable('now', new DateTimeZone('UTC')))->format('Y-m-d\TH:i:s.v\Z');
    }
}

final readonly class Answer
{
    public function __construct(public int $status, public string $body, public int $retryAfter) {}

    public function isOk(): bool
    {
        return intdiv($this->status, 100) === 2;
    }

    /** Returns the members of the JSON body; without named members if the body is not a JSON object. */
    public function members(): array
    {
        return (array) json_decode($this->body, true);
    }

    /** Recognises a decryption error by a reading: the contract specifies neither its status nor its code (7). */
    public function saysUndecryptable(array $reading): bool
    {
        $words = $reading['words'] ?? ['decrypt', 'padding', 'encrypted value'];
        $page = str_starts_with(ltrim($this->body), '<'); // a proxy's error page: its CSS contains "padding"
        $refused = isset($reading['status']) ? $this->status === $reading['status'] : !$this->isOk();
        $said = array_filter($words, fn(string $word) => stripos($this->body, $word) !== false);
        return $refused && !$page && $said !== [];
    }

    /** Returns the error for an error response, with status and code only: its message may quote values that were sent. */
    public function refusedBy(string $service): AdapterError
    {
        preg_match('/"code"\s*:\s*"([A-Za-z][\w-]{0,30})/', $this->body, $found);
        return AdapterError::failed("the $service answered {$this->status} " . ($found[1] ?? ''));
    }
}
