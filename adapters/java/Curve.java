import java.math.BigInteger;
import java.security.*;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.XECPublicKey;
import java.security.spec.*;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.KeyAgreement;

/**
 * Curve25519 in the forms that deployed services use: X25519 (RFC 7748, 32 bytes), and the short Weierstrass form that
 * Bouncy Castle calls curve25519, as a point (04, X, Y) or in an SPKI. Java supports X25519. The Weierstrass form needs
 * Bouncy Castle on the class path; without it, the adapter offers only X25519.
 */
enum Curve {
  X25519, WEIERSTRASS, WEIERSTRASS_SPKI;

  private static final String PROVIDER = "org.bouncycastle.jce.provider.BouncyCastleProvider";
  private static final boolean HAS_BOUNCY_CASTLE =
      Curve.class.getResource("/" + PROVIDER.replace('.', '/') + ".class") != null;

  /** Loaded with the first Weierstrass key. Not registered as a provider, so that other code is not affected. */
  private static final class BouncyCastle {
    static final Provider PROVIDER = GatewayAdapter.failing("Bouncy Castle does not load", () ->
        (Provider) Class.forName(Curve.PROVIDER).getDeclaredConstructor().newInstance());
    static final ECParameterSpec PARAMETERS = GatewayAdapter.failing("Bouncy Castle has no curve25519", () -> {
      AlgorithmParameters named = AlgorithmParameters.getInstance("EC", PROVIDER);
      named.init(new ECGenParameterSpec("curve25519"));
      return named.getParameterSpec(ECParameterSpec.class);
    });
  }

  /** Returns the supported forms, by their names in the adapter protocol. */
  static List<String> forms() {
    return Stream.of(values()).filter(each -> each == X25519 || HAS_BOUNCY_CASTLE)
        .map(each -> each.name().toLowerCase().replace('_', '-')).toList();
  }

  /** Returns the form of a public key, judging only by its length. */
  static Curve of(byte[] publicKey) {
    Curve form = publicKey.length == 32 ? X25519 : publicKey.length == 65 ? WEIERSTRASS : WEIERSTRASS_SPKI;
    if (form == X25519 || HAS_BOUNCY_CASTLE) return form;
    throw GatewayAdapter.refused("the public key has " + publicKey.length + " bytes");
  }

  KeyPair generate() throws GeneralSecurityException {
    if (this == X25519) return KeyPairGenerator.getInstance("X25519").generateKeyPair();
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC", BouncyCastle.PROVIDER);
    generator.initialize(BouncyCastle.PARAMETERS);
    return generator.generateKeyPair();
  }

  /** Returns a public key in the form in which it is sent. */
  byte[] write(PublicKey key) {
    if (this == WEIERSTRASS_SPKI) return key.getEncoded();
    if (key instanceof XECPublicKey x25519) return reversed(padded(x25519.getU())); // little-endian (RFC 7748)
    byte[] point = Arrays.copyOf(new byte[] {4}, 65);
    System.arraycopy(padded(((ECPublicKey) key).getW().getAffineX()), 0, point, 1, 32);
    System.arraycopy(padded(((ECPublicKey) key).getW().getAffineY()), 0, point, 33, 32);
    return point;
  }

  /** Reads a private key: 32 bytes for X25519; otherwise a big-endian number, with or without leading zeros. */
  PrivateKey privateKey(byte[] bytes) throws GeneralSecurityException {
    return this == X25519
        ? KeyFactory.getInstance("X25519").generatePrivate(new XECPrivateKeySpec(NamedParameterSpec.X25519, bytes))
        : KeyFactory.getInstance("EC", BouncyCastle.PROVIDER).generatePrivate(
            new ECPrivateKeySpec(new BigInteger(1, bytes), BouncyCastle.PARAMETERS));
  }

  /**
   * Returns the shared secret (6.2.3): 32 bytes including leading zeros. Java and Bouncy Castle reject keys of low order
   * and points that are not on the curve.
   */
  byte[] secret(PrivateKey own, byte[] peer) throws GeneralSecurityException {
    if (of(peer) == X25519 != (this == X25519)) throw GatewayAdapter.refused("the public keys are of two curves");
    KeyAgreement agreement =
        this == X25519 ? KeyAgreement.getInstance("X25519") : KeyAgreement.getInstance("ECDH", BouncyCastle.PROVIDER);
    agreement.init(own);
    agreement.doPhase(this == X25519 ? x25519(peer) : weierstrass(peer), true);
    return agreement.generateSecret();
  }

  private static PublicKey x25519(byte[] key) throws GeneralSecurityException {
    byte[] bigEndian = reversed(key);
    bigEndian[0] &= 0x7f; // the highest bit is ignored (RFC 7748)
    var spec = new XECPublicKeySpec(NamedParameterSpec.X25519, new BigInteger(1, bigEndian));
    return KeyFactory.getInstance("X25519").generatePublic(spec);
  }

  private static PublicKey weierstrass(byte[] key) throws GeneralSecurityException {
    KeyFactory factory = KeyFactory.getInstance("EC", BouncyCastle.PROVIDER);
    ECPoint point;
    if (key.length == 65) {
      if (key[0] != 4) throw GatewayAdapter.refused("the point does not begin with 04");
      BigInteger x = new BigInteger(1, Arrays.copyOfRange(key, 1, 33));
      point = new ECPoint(x, new BigInteger(1, Arrays.copyOfRange(key, 33, 65)));
    } else {
      point = ((ECPublicKey) factory.generatePublic(new X509EncodedKeySpec(key))).getW();
    }
    // Always use the parameters of this curve: otherwise the peer could choose another curve.
    return factory.generatePublic(new ECPublicKeySpec(point, BouncyCastle.PARAMETERS));
  }

  /** Returns a number as 32 bytes: adds or removes leading zeros of BigInteger.toByteArray. */
  private static byte[] padded(BigInteger number) {
    byte[] bytes = number.toByteArray();
    byte[] padded = new byte[32];
    int length = Math.min(bytes.length, 32);
    System.arraycopy(bytes, bytes.length - length, padded, 32 - length, length);
    return padded;
  }

  private static byte[] reversed(byte[] bytes) {
    byte[] reversed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) reversed[i] = bytes[bytes.length - 1 - i];
    return reversed;
  }
}
