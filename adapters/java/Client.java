import java.math.BigDecimal;
import java.net.URI;
import java.net.http.*;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.security.*;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.*;
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.Supplier;
import java.util.regex.*;
import javax.crypto.Cipher;
import javax.crypto.spec.*;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Sessions, request headers, certificates and encrypted fields: what the contract asks of any client. */
final class Client {
  /** Always three digits of milliseconds: Instant.toString leaves them out where they are zero (5.2). */
  static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
  private static final Pattern ERROR_CODE = Pattern.compile("\"code\"\\s*:\\s*\"([A-Za-z][\\w-]{0,30})");
  private static final int MOST_TRIES = 3; // when a service is busy, or rejects an OTP, which may count against it

  record Session(String token, long renewAt) {}

  record Answer(int status, String retryAfter, String body) {
    boolean ok() { return status / 100 == 2; }

    Json.Members json() { return Json.members(body.getBytes(UTF_8)); }

    Answer orRefusedBy(String service) {
      if (ok()) return this;
      // Status and code only: error bodies have many shapes, and their messages may quote what was sent.
      Matcher code = ERROR_CODE.matcher(body);
      throw GatewayAdapter.failed("the " + service + " answered " + status + (code.find() ? " " + code.group(1) : ""));
    }
  }

  private final Json.Members settings;
  private final Json.Members readings;
  private final HttpClient http;
  private Session session;
  private final Map<String, RSAPublicKey> certificates = new HashMap<>(); // by service
  private final Map<String, String> hashes = new HashMap<>(); // by operation, once a value was accepted

  Client(Json.Members settings) {
    this.settings = settings;
    readings = settings.object("readings");
    http = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1) // and no offer to upgrade
        .followRedirects(HttpClient.Redirect.NEVER) // a token never goes to another host
        .connectTimeout(Duration.ofSeconds(10))
        .sslContext(GatewayAdapter.trust(settings)) // HttpClient itself verifies names and IP addresses
        .build();
  }

  /** Always a new session. Every other call uses the one that is kept (5.1.4). */
  synchronized Object createSession() {
    long asked = System.nanoTime(); // before the request, so that the lifetime is never taken for longer than it is
    session = null;
    Json.Members credentials = settings.object("credentials");
    String body = Json.write(Json.object("clientId", credentials.text("clientId"),
        "clientSecret", credentials.text("clientSecret"), "grantType", "client_credentials"));
    Json.Members answer = call(false, () -> json(v3(to("gateway", "/api/hiecm/gateway/v3/sessions")), body)
        .header("X-CM-ID", settings.text("cmId"))).orRefusedBy("gateway").json();
    double seconds = Math.min(answer.number("expiresIn"), 1e8);
    // Renewed a little before its end: a token that runs out on its way is an expired token.
    session = new Session(answer.text("accessToken"), asked + (long) ((seconds - Math.min(30, seconds / 5)) * 1e9));
    return null;
  }

  synchronized Session session() {
    if (session == null || System.nanoTime() - session.renewAt() >= 0) createSession();
    return session;
  }

  private synchronized void forget(Session refused) { if (session == refused) session = null; }

  HttpRequest.Builder to(String service, String path) {
    return HttpRequest.newBuilder(URI.create(settings.object("services").text(service) + path));
  }

  /** The headers of a v3 request. Id and time are this one request's and no other's (5.2). */
  static HttpRequest.Builder v3(HttpRequest.Builder request) {
    return request.header("REQUEST-ID", UUID.randomUUID().toString()) // version 4, in lower case
        .header("TIMESTAMP", TIMESTAMP.format(Instant.now()));
  }

  /** Requests to the identity service are v3 requests, the registry's are not. */
  private HttpRequest.Builder toKeyed(String service, String path) {
    return service.equals("identity") ? v3(to(service, path)) : to(service, path);
  }

  static HttpRequest.Builder json(HttpRequest.Builder request, String body) {
    return request.header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body));
  }

  /**
   * Sends what `compose` makes, which is made again for every try: a retry has ids, time and ciphertexts of its own.
   * A 401 leads to one new session; 503 and 429 to a few tries more. Nothing else is sent twice: a request that got no
   * answer may have been carried out.
   */
  Answer call(boolean authorised, Supplier<HttpRequest.Builder> compose) {
    boolean renewed = false;
    for (int tries = 1; ; ) {
      Session used = authorised ? session() : null; // comes before TIMESTAMP, which must be current
      HttpRequest.Builder request = compose.get();
      if (used != null) request.header("Authorization", "Bearer " + used.token());
      Answer answer = send(request.build());
      if (answer.status() == 401 && authorised && !renewed) {
        renewed = true;
        forget(used);
      } else if ((answer.status() == 503 || answer.status() == 429) && tries < MOST_TRIES) {
        // As long as the service asks, within reason; else a little longer each time.
        long millis = answer.retryAfter().matches("\\d") ? 1000 * Long.parseLong(answer.retryAfter()) : 200L << tries;
        GatewayAdapter.failing("interrupted", () -> { Thread.sleep(Math.min(millis, 5000)); return null; });
        tries++;
      } else {
        return answer;
      }
    }
  }

  private Answer send(HttpRequest request) {
    String line = request.method() + " " + request.uri(); // never a header, a body or a value (6.3.4)
    var pending = http.sendAsync(request, HttpResponse.BodyHandlers.ofString(UTF_8));
    try {
      var response = pending.get(20, TimeUnit.SECONDS); // HttpRequest.timeout would not bound the body
      GatewayAdapter.log(line + " " + response.statusCode());
      String retryAfter = response.headers().firstValue("Retry-After").orElse("");
      return new Answer(response.statusCode(), retryAfter, response.body());
    } catch (ExecutionException | TimeoutException | InterruptedException e) {
      pending.cancel(true);
      String cause = String.valueOf(e.getCause() == null ? e : e.getCause()); // TLS tells its reason here
      GatewayAdapter.log(line + " " + cause);
      throw GatewayAdapter.failed(request.uri().getAuthority() + " gave no answer: " + cause);
    }
  }

  /** Fetches the key of this service, cached or not, and keeps it: each service has a key of its own (4.2, 6.3.1). */
  Object fetchCertificate(String service) {
    String path = switch (service) {
      case "identity" -> "/" + settings.object("paths").text("identity") + "/api/v3/profile/public/certificate";
      case "registry" -> "/api/v1/auth/cert";
      default -> throw GatewayAdapter.badParams("service is identity or registry");
    };
    Answer answer = call(true, () -> toKeyed(service, path).GET()).orRefusedBy(service);
    // PEM with any line ends. JSON that has the DER in Base64, or the PEM, as `publicKey` is met too.
    String text = answer.json().text("publicKey", answer.body());
    String der = text.replaceAll("(?s)^.*-----BEGIN PUBLIC KEY-----|-----END PUBLIC KEY-----.*$|\\s", "");
    certificates.put(service, GatewayAdapter.failing("the certificate is no RSA public key", () -> {
      var spki = new X509EncodedKeySpec(Base64.getDecoder().decode(der));
      return (RSAPublicKey) KeyFactory.getInstance("RSA").generatePublic(spki);
    }));
    return null;
  }

  private RSAPublicKey certificate(String service) {
    if (!certificates.containsKey(service)) fetchCertificate(service);
    return certificates.get(service);
  }

  Object encryptField(String service, String value) {
    return Json.object("ciphertext", encrypt(certificate(service), "SHA-1", value));
  }

  /** One value, on its own: the Base64 of RSA-OAEP over its bare UTF-8 bytes (6.3.2, 6.3.4). */
  private static String encrypt(RSAPublicKey key, String hash, String value) {
    // Nothing is sent if this fails: neither null nor the raw value takes the place of the ciphertext.
    return GatewayAdapter.refusing("the value cannot be encrypted", () -> {
      // This encoder throws at half a surrogate pair; getBytes would encrypt a question mark in its place.
      ByteBuffer plain = UTF_8.newEncoder().encode(CharBuffer.wrap(value));
      int length = plain.remaining();
      int digest = MessageDigest.getInstance(hash).getDigestLength();
      int limit = key.getModulus().bitLength() / 8 - 2 * digest - 2; // 214 at 2048 bits with SHA-1 (8)
      if (length > limit)
        throw GatewayAdapter.refused(length + " bytes are over the limit of " + limit + " of OAEP " + hash);
      // Both hashes are named: "RSA/ECB/OAEPWithSHA-256AndMGF1Padding" alone leaves MGF1 at SHA-1 in Java.
      var mask = hash.equals("SHA-1") ? MGF1ParameterSpec.SHA1 : MGF1ParameterSpec.SHA256;
      Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPPadding");
      cipher.init(Cipher.ENCRYPT_MODE, key, new OAEPParameterSpec(hash, "MGF1", mask, PSource.PSpecified.DEFAULT));
      return Base64.getEncoder().encodeToString(cipher.doFinal(plain.array(), 0, length)); // padded, on one line
    });
  }

  Object sendFields(String service, String path, List<Json.Members> fields) {
    Set<String> always = new HashSet<>(readings.texts("encrypted-members")); // (6.3)
    always.addAll(List.of("otp", "loginId", readings.text("national-id-field", "nationalId"))); // (2.4)
    Map<String, String> plain = new LinkedHashMap<>(), secret = new LinkedHashMap<>();
    for (Json.Members each : fields) {
      var part = each.flag("encrypted") || always.contains(each.text("name")) ? secret : plain;
      part.put(each.text("name"), each.text("value"));
    }
    sendEncrypted(service, path, path, plain, secret);
    return null;
  }

  Object verifyOtp(String otp, String txnId) {
    String path = "/v2/registration/" + settings.object("paths").text("nationalId") + "/verifyOTP";
    var answer = sendEncrypted("registry", path, "otp.verify", Map.of("txnId", txnId), Map.of("otp", otp)).json();
    return Json.object("txnId", answer.text("txnId", ""),
        "authResult", answer.text("authResult", ""), "message", answer.text("message", ""));
  }

  /**
   * When the service cannot decrypt a value, its certificate is fetched again before anything else is encrypted for it
   * (6.3.1). If that holds another key, the values go out under it; if not, the hash was the reason, and they go out
   * under SHA-256 (6.3.3). What was accepted is kept for the operation.
   */
  private Answer sendEncrypted(
      String service, String path, String operation, Map<String, String> plain, Map<String, String> secret) {
    String hash = hashes.getOrDefault(service + path, readings.object("oaep-hash").text(operation, "SHA-1"));
    RSAPublicKey key = certificate(service);
    Set<String> rejected = new HashSet<>();
    for (int tries = 1; ; tries++) {
      RSAPublicKey usedKey = key;
      String usedHash = hash;
      Answer answer = call(true, () -> {
        Map<String, Object> body = new LinkedHashMap<>(plain);
        secret.forEach((name, value) -> body.put(name, encrypt(usedKey, usedHash, value)));
        return json(toKeyed(service, path), Json.write(body));
      });
      if (answer.ok()) hashes.put(service + path, hash);
      if (!saysUndecryptable(answer)) return answer.orRefusedBy(service);
      certificates.remove(service);
      if (tries == MOST_TRIES) return answer.orRefusedBy(service);
      key = certificate(service);
      if (!key.equals(usedKey)) continue;
      rejected.add(hash);
      hash = hash.equals("SHA-1") ? "SHA-256" : "SHA-1"; // SHA-1 again only where SHA-256 was kept from before
      if (rejected.contains(hash)) return answer.orRefusedBy(service);
    }
  }

  /** Neither status nor code of this rejection is documented (7), hence a reading. */
  private boolean saysUndecryptable(Answer answer) {
    Json.Members reading = readings.object("encryption-rejection");
    boolean refused = reading.members().get("status") instanceof BigDecimal number
        ? answer.status() == number.intValue()
        : !answer.ok();
    List<String> words =
        reading.has("words") ? reading.texts("words") : List.of("decrypt", "padding", "encrypted value");
    String text = answer.body().toLowerCase(Locale.ROOT);
    boolean page = answer.body().stripLeading().startsWith("<"); // of a proxy, whose style speaks of padding too
    return refused && !page && words.stream().anyMatch(word -> text.contains(word.toLowerCase(Locale.ROOT)));
  }
}
