<?php

declare(strict_types=1);

/** Health-data transfers as HIP and as HIU (6.2). Each transfer has new keys and nonces, which are never stored on disk. */
final class Transfers
{
    private const TAG = 16;
    private const MOST_OPEN = 1000;

    /** @var array<string, array{Curve, string, string}> open requests of the HIU by transfer id: form, private key, nonce */
    private array $open = [];

    public function encrypt(array $keyMaterial, #[SensitiveParameter] string $bundle): array
    {
        self::checkSupported($keyMaterial);
        self::checkExpiry($keyMaterial['dhPublicKey']['expiry'] ?? ''); // before creating keys (6.2.1)
        $curve = Curve::of(self::bytes($keyMaterial['dhPublicKey']['keyValue'] ?? '', 'the public key'));
        [$private, $public] = $curve->generate();
        $nonce = random_bytes(32);
        [$key, $iv] = self::agree($curve, $private, $nonce, $keyMaterial);
        $ciphertext = openssl_encrypt($bundle, 'aes-256-gcm', $key, OPENSSL_RAW_DATA, $iv, $tag);
        $ciphertext !== false || throw AdapterError::failed('the bundle cannot be encrypted');
        $own = self::keyMaterial($curve, $public, $nonce);
        return ['keyMaterial' => $own, 'content' => base64_encode($ciphertext . $tag)];
    }

    public function open(): array
    {
        $curve = Curve::X25519;
        [$private, $public] = $curve->generate();
        $nonce = random_bytes(32);
        $transferId = bin2hex(random_bytes(16));
        $this->open[$transferId] = [$curve, $private, $nonce];
        if (count($this->open) > self::MOST_OPEN) {
            unset($this->open[array_key_first($this->open)]); // drop the oldest
        }
        return ['transferId' => $transferId, 'keyMaterial' => self::keyMaterial($curve, $public, $nonce)];
    }

    public function decrypt(array $keyMaterial, string $content, ?string $transferId = null, ?array $recipient = null): array
    {
        [$curve, $private, $nonce] = $recipient !== null ? self::given($recipient)
            : $this->open[$transferId] ?? throw AdapterError::refused('no transfer is open under that transferId');
        self::checkSupported($keyMaterial);
        [$key, $iv] = self::agree($curve, $private, $nonce, $keyMaterial);
        $sealed = self::bytes($content, 'the content');
        // Check the length here: openssl_decrypt also accepts tags of 4 bytes, which are easy to guess.
        strlen($sealed) >= self::TAG || throw AdapterError::refused('the content is shorter than its tag');
        [$ciphertext, $tag] = [substr($sealed, 0, -self::TAG), substr($sealed, -self::TAG)];
        $bundle = openssl_decrypt($ciphertext, 'aes-256-gcm', $key, OPENSSL_RAW_DATA, $iv, $tag);
        // false means that the tag is wrong. Compare with !==, because an empty bundle ('') is also falsy.
        $bundle !== false || throw AdapterError::refused('the content cannot be decrypted');
        return ['bundle' => $bundle];
    }

    /** Ignores letter case, because the document does not show how an HIU writes these names. */
    private static function checkSupported(array $material): void
    {
        foreach (['cryptoAlg' => 'ECDH', 'curve' => 'Curve25519'] as $name => $supported) {
            $given = $material[$name] ?? null;
            is_string($given) && strcasecmp($given, $supported) === 0 || throw AdapterError::refused("$name is not $supported");
        }
    }

    /** Checks the format first, because DateTimeImmutable also accepts other offsets, and words such as 'tomorrow'. */
    private static function checkExpiry(string $expiry): void
    {
        preg_match('/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]00:00)$/D', $expiry) === 1
            || throw AdapterError::refused('the expiry is no timestamp in UTC');
        date_create_immutable($expiry) > date_create_immutable() || throw AdapterError::refused('the key has expired');
    }

    /** Reads keys for the HIU that the suite generated itself, to test rare cases. */
    private static function given(array $recipient): array
    {
        $curve = Curve::of(self::bytes($recipient['publicKey'], 'the public key'));
        $private = self::bytes($recipient['privateKey'], 'the private key');
        return [$curve, $private, self::bytes($recipient['nonce'], 'the nonce')];
    }

    private static function keyMaterial(Curve $curve, string $public, string $nonce): array
    {
        return [
            'cryptoAlg' => 'ECDH',
            'curve' => 'Curve25519',
            'dhPublicKey' => [
                'expiry' => gmdate('Y-m-d\TH:i:s.000\Z', time() + 1800),
                'parameters' => 'Curve25519/32byte random key',
                'keyValue' => base64_encode($curve->write($public)),
            ],
            'nonce' => base64_encode($nonce),
        ];
    }

    /** @return array{string, string} the key and IV of the transfer (6.2.3 to 6.2.5) */
    private static function agree(Curve $curve, #[SensitiveParameter] string $private, string $nonce, array $peer): array
    {
        $peerNonce = self::bytes($peer['nonce'] ?? '', 'the nonce');
        // Check the lengths: ^ silently truncates the longer string.
        [strlen($nonce), strlen($peerNonce)] === [32, 32] || throw AdapterError::refused('a nonce has 32 bytes');
        $mixed = $nonce ^ $peerNonce;
        $secret = $curve->secret($private, self::bytes($peer['dhPublicKey']['keyValue'] ?? '', 'the public key'));
        // Note the order: hash_hkdf expects the info (here empty) before the salt.
        $key = hash_hkdf('sha256', $secret, 32, '', substr($mixed, 0, 20));
        sodium_memzero($secret);
        return [$key, substr($mixed, -12)];
    }

    /** Decodes standard, padded Base64. Encodes again and compares: base64_decode accepts blanks and missing padding. */
    private static function bytes(mixed $text, string $what): string
    {
        $bytes = is_string($text) ? base64_decode($text, true) : false;
        $bytes !== false && base64_encode($bytes) === $text || throw AdapterError::refused("$what is no Base64");
        return $bytes;
    }
}
