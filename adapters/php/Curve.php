<?php

declare(strict_types=1);

/**
 * Curve25519 in the forms that deployed services use: X25519 (RFC 7748, 32 bytes), and the short Weierstrass form that
 * Bouncy Castle calls curve25519, as a point (04, X, Y) or in an SPKI. OpenSSL has no name for the Weierstrass form, but
 * supports any curve whose parameters are in the PEM of the key.
 */
enum Curve
{
    case X25519;
    case Weierstrass;
    case WeierstrassSpki;

    /** The SPKI before the point, with explicit parameters: p, a, b, the base point, its order, and the cofactor 8. */
    private const HEAD = '308201313081ea06072a8648ce3d02013081de020101302b06072a8648ce3d0101022' .
        '07fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed' .
        '304404202aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa984914a144' .
        '04207b425ed097b425ed097b425ed097b425ed097b425ed097b4260b5e9c7710c864' .
        '0441042aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaad245a' .
        '20ae19a1b8a086b4e01edd2c7748d14c923d4d7e6d7c61b229e9c5a27eced3d9' .
        '02201000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed020108034200';
    /** The SPKI before the point, with the curve's OID 1.3.6.1.4.1.3029.1.5.1 instead of its parameters. */
    private const NAMED_HEAD = '305b301506072a8648ce3d0201060a2b060104019755010501034200';

    /** Returns the form of a public key. Throws an AdapterError for an unknown form. */
    public static function of(string $public): self
    {
        return match (true) {
            strlen($public) === 32 => self::X25519,
            strlen($public) === 65 && $public[0] === "\x04" => self::Weierstrass,
            self::point($public) !== null => self::WeierstrassSpki,
            default => throw AdapterError::refused('the public key is no X25519 key and no Weierstrass point'),
        };
    }

    /** Returns the point in an SPKI of this curve; null for any other SPKI, so that a peer cannot choose the parameters. */
    private static function point(string $spki): ?string
    {
        $isKnown = in_array(substr($spki, 0, -65), [hex2bin(self::HEAD), hex2bin(self::NAMED_HEAD)], true);
        return $isKnown && $spki[-65] === "\x04" ? substr($spki, -65) : null;
    }

    /** @return array{string, string} the private key, and the public key as 32 bytes or a point */
    public function generate(): array
    {
        if ($this === self::X25519) {
            $private = random_bytes(SODIUM_CRYPTO_SCALARMULT_SCALARBYTES);
            return [$private, sodium_crypto_scalarmult_base($private)];
        }
        $private = random_bytes(32);
        $private[0] = chr(ord($private[0]) & 0x0f); // keep it below the order, which is about 2^252
        $pair = openssl_pkey_get_details(self::privateKey($private))['ec'];
        // OpenSSL returns numbers without leading zeros.
        $padded = static fn (string $number): string => str_pad($number, 32, "\0", STR_PAD_LEFT);
        return [$private, "\x04" . $padded($pair['x']) . $padded($pair['y'])];
    }

    /** Returns the public key in the form in which it is sent. */
    public function write(string $public): string
    {
        return $this === self::WeierstrassSpki ? hex2bin(self::HEAD) . $public : $public;
    }

    /** Returns the shared secret (6.2.3): 32 bytes including leading zeros. */
    public function secret(#[SensitiveParameter] string $private, string $peer): string
    {
        if (self::of($peer) === self::X25519 xor $this === self::X25519) {
            throw AdapterError::refused('the two public keys are of different curves');
        }
        if ($this !== self::X25519) {
            return self::onWeierstrass($private, self::point($peer) ?? $peer);
        }
        try {
            return sodium_crypto_scalarmult($private, $peer);
        } catch (SodiumException) { // the secret would be all zeros
            throw AdapterError::refused('the public key is of low order');
        }
    }

    private static function onWeierstrass(#[SensitiveParameter] string $private, string $point): string
    {
        $public = openssl_pkey_get_public(self::pem('PUBLIC KEY', hex2bin(self::HEAD) . $point));
        if ($public === false) {
            throw AdapterError::refused('the public key is not on the curve');
        }
        // For a point of low order, 8 times the point is infinity, which has no x, so derive fails.
        if (!openssl_pkey_derive($public, self::privateKey("\x08"))) {
            throw AdapterError::refused('the public key is of low order');
        }
        $secret = openssl_pkey_derive($public, self::privateKey($private));
        return $secret ?: throw AdapterError::refused('the keys do not agree');
    }

    /** Returns an ECPrivateKey (RFC 5915). $number may have missing or extra leading zeros, as Java writes it. */
    private static function privateKey(#[SensitiveParameter] string $number): OpenSSLAsymmetricKey
    {
        $scalar = str_pad(ltrim($number, "\0"), 32, "\0", STR_PAD_LEFT);
        $parameters = substr(hex2bin(self::HEAD), 16, -3);
        $der = hex2bin('308201090201010420') . $scalar . hex2bin('a081e1') . $parameters;
        $key = openssl_pkey_get_private(self::pem('EC PRIVATE KEY', $der));
        return $key ?: throw AdapterError::refused('the private key cannot be used');
    }

    private static function pem(string $label, #[SensitiveParameter] string $der): string
    {
        return "-----BEGIN $label-----\n" . chunk_split(base64_encode($der), 64, "\n") . "-----END $label-----\n";
    }
}
