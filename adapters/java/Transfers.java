import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.security.*;
import java.time.Duration;
import java.time.Instant;
import java.util.*;
import javax.crypto.*;
import javax.crypto.spec.*;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Health-data transfers as HIP and as HIU (6.2). Each transfer has new keys and nonces, which are never stored on disk. */
final class Transfers {
  private static final int NONCE = 32, SALT = 20, IV = 12, TAG_BITS = 128, MOST_OPEN = 1000;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Our keys and nonce for one transfer; the public key in the form in which it is sent. */
  private record Own(Curve curve, PrivateKey privateKey, byte[] publicKey, byte[] nonce) {}

  private final Map<String, Own> open = new LinkedHashMap<>(); // open requests of the HIU by transfer id

  Object encrypt(Json.Members hiu, String bundle) {
    checkSupported(hiu);
    checkExpiry(hiu.object("dhPublicKey").text("expiry")); // before creating keys (6.2.1)
    return GatewayAdapter.refusing("the bundle cannot be encrypted", () -> {
      Own own = make(Curve.of(publicKeyOf(hiu)));
      // newEncoder() throws for an unpaired surrogate; getBytes would replace it by a question mark.
      ByteBuffer plain = UTF_8.newEncoder().encode(CharBuffer.wrap(bundle));
      byte[] content = cipher(Cipher.ENCRYPT_MODE, own, hiu)
          .doFinal(plain.array(), 0, plain.remaining()); // ciphertext followed by the tag
      return Json.object("keyMaterial", keyMaterial(own), "content", Base64.getEncoder().encodeToString(content));
    });
  }

  Object open() throws GeneralSecurityException {
    Own own = make(Curve.X25519);
    String transferId = UUID.randomUUID().toString();
    open.put(transferId, own);
    if (open.size() > MOST_OPEN) open.remove(open.keySet().iterator().next()); // drop the oldest
    return Json.object("transferId", transferId, "keyMaterial", keyMaterial(own));
  }

  Object decrypt(Json.Members params) {
    Own own = params.has("transferId") ? open.get(params.text("transferId")) : given(params.object("recipient"));
    if (own == null) throw GatewayAdapter.refused("no transfer is open under that transferId");
    Json.Members hip = params.object("keyMaterial");
    checkSupported(hip);
    byte[] content = bytes(params.text("content"), "the content");
    // A wrong tag causes an AEADBadTagException, so plaintext is only returned if the tag is correct.
    return GatewayAdapter.refusing("the content cannot be decrypted", () -> {
      byte[] plain = cipher(Cipher.DECRYPT_MODE, own, hip).doFinal(content);
      return Json.object("bundle", UTF_8.newDecoder().decode(ByteBuffer.wrap(plain)).toString());
    });
  }

  /** Ignores letter case, because the document does not show how an HIU writes these names. */
  private static void checkSupported(Json.Members material) {
    if (!material.text("cryptoAlg").equalsIgnoreCase("ECDH")) throw GatewayAdapter.refused("cryptoAlg is not ECDH");
    if (!material.text("curve").equalsIgnoreCase("Curve25519")) throw GatewayAdapter.refused("curve is not Curve25519");
  }

  private static void checkExpiry(String expiry) {
    // Instant.parse also accepts other offsets.
    if (!expiry.matches(".*(Z|[+-]00:00)")) throw GatewayAdapter.refused("the expiry is not in UTC");
    Instant end = GatewayAdapter.refusing("the expiry is no timestamp", () -> Instant.parse(expiry));
    if (!end.isAfter(Instant.now())) throw GatewayAdapter.refused("the public key has expired");
  }

  private static Own make(Curve curve) throws GeneralSecurityException {
    KeyPair pair = curve.generate();
    byte[] nonce = new byte[NONCE];
    RANDOM.nextBytes(nonce);
    return new Own(curve, pair.getPrivate(), curve.write(pair.getPublic()), nonce);
  }

  /** Reads keys for the HIU that the suite generated itself, to test rare cases. */
  private static Own given(Json.Members recipient) {
    byte[] publicKey = bytes(recipient.text("publicKey"), "the public key");
    Curve curve = Curve.of(publicKey);
    byte[] raw = bytes(recipient.text("privateKey"), "the private key");
    PrivateKey own = GatewayAdapter.refusing("the private key cannot be used", () -> curve.privateKey(raw));
    return new Own(curve, own, publicKey, bytes(recipient.text("nonce"), "the nonce"));
  }

  private static Map<String, Object> keyMaterial(Own own) {
    Base64.Encoder base64 = Base64.getEncoder();
    return Json.object("cryptoAlg", "ECDH", "curve", "Curve25519",
        "dhPublicKey", Json.object("expiry", Client.TIMESTAMP.format(Instant.now().plus(Duration.ofMinutes(30))),
            "parameters", "Curve25519/32byte random key", "keyValue", base64.encodeToString(own.publicKey())),
        "nonce", base64.encodeToString(own.nonce()));
  }

  /** Returns AES-256-GCM with the key and IV of the transfer (6.2.3 to 6.2.6). */
  private static Cipher cipher(int mode, Own own, Json.Members peer) throws GeneralSecurityException {
    byte[] peerNonce = bytes(peer.text("nonce"), "the nonce");
    if (peerNonce.length != NONCE || own.nonce().length != NONCE) throw GatewayAdapter.refused("a nonce has 32 bytes");
    byte[] mixed = new byte[NONCE];
    for (int i = 0; i < NONCE; i++) mixed[i] = (byte) (own.nonce()[i] ^ peerNonce[i]);
    byte[] secret = own.curve().secret(own.privateKey(), publicKeyOf(peer));
    // HKDF-SHA-256 with an empty info (RFC 5869); the key is exactly one block. Java 25 offers KDF.getInstance for this.
    byte[] key = hmac(hmac(Arrays.copyOf(mixed, SALT), secret), new byte[] {1});
    Arrays.fill(secret, (byte) 0);
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    byte[] iv = Arrays.copyOfRange(mixed, NONCE - IV, NONCE);
    cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, iv));
    return cipher;
  }

  private static byte[] publicKeyOf(Json.Members material) {
    return bytes(material.object("dhPublicKey").text("keyValue"), "the public key");
  }

  private static byte[] hmac(byte[] key, byte[] data) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(data);
  }

  /** Decodes standard, padded Base64. Encodes again and compares, because Java's decoder accepts missing padding. */
  private static byte[] bytes(String text, String what) {
    byte[] bytes = GatewayAdapter.refusing(what + " is no Base64", () -> Base64.getDecoder().decode(text));
    if (Base64.getEncoder().encodeToString(bytes).equals(text)) return bytes;
    throw GatewayAdapter.refused(what + " is no padded Base64");
  }
}
