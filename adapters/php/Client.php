<?php

declare(strict_types=1);

use phpseclib3\Crypt\RSA;

/** Sessions, request headers, certificates and encrypted fields: what the contract asks of any client. */
final class Client
{
    private const MOST_TRIES = 3; // when a service is busy, or rejects an OTP, which may count against it

    private readonly CurlHandle $curl;
    /** @var ?array{token: string, renewAt: float} */
    private ?array $session = null;
    /** @var array<string, string> PEM, by service: each has a key of its own */
    private array $certificates = [];
    /** @var array<string, string> by operation, once a value was accepted */
    private array $hashes = [];

    public function __construct(#[SensitiveParameter] private readonly array $settings)
    {
        $this->curl = curl_init(); // one handle for all requests keeps its connections open
    }

    /** Always a new session. Every other call uses the one that is kept (5.1.4). */
    public function createSession(): void
    {
        // Taken before the request, by a clock that only runs forward: time() may jump.
        $asked = hrtime(true) / 1e9;
        $this->session = null;
        $body = fn (): array => [...$this->settings['credentials'], 'grantType' => 'client_credentials'];
        $answer = $this->send('gateway', '/api/hiecm/gateway/v3/sessions', $body, authorised: false);
        [$token, $seconds] = [$answer->members()['accessToken'] ?? null, $answer->members()['expiresIn'] ?? null];
        $answer->isOk() && is_string($token) && is_numeric($seconds) || throw $answer->refusedBy('gateway');
        // Renewed a little before its end: a token that runs out on its way is an expired token.
        $this->session = ['token' => $token, 'renewAt' => $asked + $seconds - min(30, $seconds / 5)];
    }

    private function token(): string
    {
        if ($this->session === null || hrtime(true) / 1e9 >= $this->session['renewAt']) {
            $this->createSession();
        }
        return $this->session['token'];
    }

    /** Fetches the key of this service, cached or not, and keeps it (4.2, 6.3.1). */
    public function fetchCertificate(string $service): void
    {
        $path = match ($service) {
            'identity' => "/{$this->settings['paths']['identity']}/api/v3/profile/public/certificate",
            'registry' => '/api/v1/auth/cert',
            default => throw AdapterError::badParams('service is identity or registry'),
        };
        $answer = $this->send($service, $path);
        $answer->isOk() || throw $answer->refusedBy($service);
        // PEM is documented. JSON that has the DER in Base64, or the PEM, as `publicKey` is met too.
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

    /** One value, on its own: the Base64 of RSA-OAEP over its bare UTF-8 bytes (6.3.2, 6.3.4). */
    private static function encrypt(string $pem, string $hash, #[SensitiveParameter] string $value): string
    {
        $bits = openssl_pkey_get_details(openssl_pkey_get_public($pem))['bits'];
        $limit = intdiv($bits, 8) - 2 * strlen(hash($hash, '', true)) - 2; // 214 at 2048 bits with SHA-1 (8)
        if (strlen($value) > $limit) {
            throw AdapterError::refused(strlen($value) . " bytes are over the limit of $limit of OAEP $hash");
        }
        $ciphertext = '';
        if ($hash === 'sha1') {
            // This is OAEP with SHA-1; PHP's openssl knows no other hash before 8.5. Left out, the padding is PKCS#1 v1.5.
            // It returns false where it fails: unchecked, an empty field goes out.
            openssl_public_encrypt($value, $ciphertext, $pem, OPENSSL_PKCS1_OAEP_PADDING)
                || throw AdapterError::refused('the value cannot be encrypted');
        } else {
            $key = RSA::loadPublicKey($pem)->withPadding(RSA::ENCRYPTION_OAEP);
            // Both hashes are named: left out, the one for MGF1 is what the version of the library likes.
            $ciphertext = $key->withHash($hash)->withMGFHash($hash)->encrypt($value);
        }
        return base64_encode($ciphertext); // the standard alphabet, padded, on one line
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
     * When the service cannot decrypt a value, its certificate is fetched again before anything else is encrypted for
     * it (6.3.1). If that holds another key, the values go out under it; if not, the hash was the reason, and they go
     * out under SHA-256 (6.3.3). What was accepted is kept for the operation.
     */
    private function sendEncrypted(string $service, string $path, string $call, array $plain, array $secret): Answer
    {
        $given = isset($this->settings['readings']['oaep-hash'][$call]) ? 'sha256' : 'sha1';
        $hash = $this->hashes[$service . $path] ?? $given;
        $key = $this->certificate($service);
        $rejected = [];
        for ($tries = 1;; $tries++) {
            // Made for every request: a retry after a 401 or a 503 has a ciphertext of its own.
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
                $hash = $hash === 'sha1' ? 'sha256' : 'sha1'; // SHA-1 again only where SHA-256 was kept from before
                in_array($hash, $rejected, true) && throw $failure;
            }
        }
    }

    /**
     * A 401 leads to one new session; 503 and 429 to a few tries more, each with an id, a time and ciphertexts of its
     * own. Nothing else is sent twice: a request that got no answer may have been carried out.
     */
    private function send(string $service, string $path, ?Closure $body = null, bool $authorised = true): Answer
    {
        $renewed = false;
        for ($tries = 1;;) {
            $token = $authorised ? $this->token() : null; // comes before TIMESTAMP, which must be current
            $content = $body === null ? null : json_encode($body(), JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES);
            $headers = [
                $token === null ? "X-CM-ID: {$this->settings['cmId']}" : "Authorization: Bearer $token",
                // Or curl calls a body application/x-www-form-urlencoded.
                ...$content === null ? [] : ['Content-Type: application/json'],
                // Requests to the gateway and to the identity service are v3 requests, the registry's are not (5.2).
                ...$service === 'registry' ? [] : ['REQUEST-ID: ' . self::uuid(), 'TIMESTAMP: ' . self::timestamp()],
            ];
            $answer = $this->exchange($this->settings['services'][$service] . $path, $headers, $content);
            if ($answer->status === 401 && $authorised && !$renewed) {
                $renewed = true;
                $this->session = null;
            } elseif (in_array($answer->status, [429, 503], true) && $tries < self::MOST_TRIES) {
                // As long as the service asks, within reason; else a little longer each time.
                usleep((int) (1e6 * min(5, $answer->retryAfter ?: 0.2 * 2 ** $tries)));
                $tries++;
            } else {
                return $answer;
            }
        }
    }

    private function exchange(string $url, array $headers, ?string $body): Answer
    {
        curl_reset($this->curl); // the options of the last request go, its connection stays
        curl_setopt_array($this->curl, [
            CURLOPT_URL => $url,
            CURLOPT_HTTPHEADER => [...$headers, 'Expect:'], // no wait for 100 Continue
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FOLLOWLOCATION => false, // a token never goes to another host
            CURLOPT_HTTP_VERSION => CURL_HTTP_VERSION_1_1,
            CURLOPT_CONNECTTIMEOUT => 10,
            CURLOPT_TIMEOUT => 20,
            CURLOPT_MAXAGE_CONN => 2, // idle connections are given up before a service closes them
        ] + ($body === null ? [] : [CURLOPT_POSTFIELDS => $body]));
        GatewayAdapter::trust($this->curl, $this->settings); // never CURLOPT_SSL_VERIFYPEER => false
        $text = curl_exec($this->curl);
        $status = curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE);
        $outcome = $text === false ? curl_error($this->curl) : $status;
        // Method, address and status; never a header, a body or a value (6.3.4).
        GatewayAdapter::log(($body === null ? 'GET' : 'POST') . " $url $outcome");
        $text !== false || throw AdapterError::failed(parse_url($url, PHP_URL_HOST) . " gave no answer: $outcome");
        return new Answer($status, $text, curl_getinfo($this->curl, CURLINFO_RETRY_AFTER));
    }

    /** Version 4, in lower case; uniqid() is no UUID. */
    private static function uuid(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }

    /** UTC, whatever date.timezone says (5.2). `v` is milliseconds, but always 000 in date() and gmdate(). */
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

    /** The members of the answer; none of those that are wanted where it is no JSON object. */
    public function members(): array
    {
        return (array) json_decode($this->body, true);
    }

    /** Neither status nor code of this rejection is documented (7), hence a reading. */
    public function saysUndecryptable(array $reading): bool
    {
        $words = $reading['words'] ?? ['decrypt', 'padding', 'encrypted value'];
        $page = str_starts_with(ltrim($this->body), '<'); // of a proxy, whose style speaks of padding too
        $refused = isset($reading['status']) ? $this->status === $reading['status'] : !$this->isOk();
        $said = array_filter($words, fn(string $word) => stripos($this->body, $word) !== false);
        return $refused && !$page && $said !== [];
    }

    /** Status and code only: error bodies have many shapes, and their messages may quote what was sent. */
    public function refusedBy(string $service): AdapterError
    {
        preg_match('/"code"\s*:\s*"([A-Za-z][\w-]{0,30})/', $this->body, $found);
        return AdapterError::failed("the $service answered {$this->status} " . ($found[1] ?? ''));
    }
}
