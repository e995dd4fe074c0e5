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

/** Sessions, request headers, certificates and encrypted fields. Numbers in parentheses are clauses of the contract. */
final class Client {
  /** UTC, always with milliseconds (5.2). Instant.toString would omit them if they are zero. */
  static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
  private static final Pattern ERROR_CODE = Pattern.compile("\"code\"\\s*:\\s*\"([A-Za-z][\\w-]{0,30})");
  private static final int MOST_TRIES = 3; // if a service is busy or cannot decrypt, which may count as a wrong OTP

  record Session(String token, long renewAt) {}

  record Answer(int status, String retryAfter, String body) {
    boolean ok() { return status / 100 == 2; }

    Json.Members json() { return Json.members(body.getBytes(UTF_8)); }

    Answer orRefusedBy(String service) {
      if (ok()) return this;
      // Report status and code only: the message in an error body may quote values that were sent.
      Matcher code = ERROR_CODE.matcher(body);
      throw GatewayAdapter.failed("the " + service + " answered " + status + (code.find() ? " " + code.group(1) : ""));
    }
  }

  private final Json.Members settings;
  private final Json.Members readings;
  private final HttpClient http;
  private Session session;
  private final Map<String, RSAPublicKey> certificates = new HashMap<>(); // by service
  private final Map<String, String> hashes = new HashMap<>(); // by service and path: the accepted hash

  Client(Json.Members settings) {
    this.settings = settings;
    readings = settings.object("readings");
    http = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1) // without an offer to upgrade to HTTP/2
        .followRedirects(HttpClient.Redirect.NEVER) // a token must never go to another host
        .connectTimeout(Duration.ofSeconds(10))
        .sslContext(GatewayAdapter.trust(settings)) // HttpClient itself verifies host names
        .build();
  }

  /** Always requests a new session. All other calls reuse the current session (5.1.4). */
  synchronized Object createSession() {
    long asked = System.nanoTime(); // before the request, so that the lifetime is not overestimated
    session = null;
    Json.Members credentials = settings.object("credentials");
    String body = Json.write(Json.object("clientId", credentials.text("clientId"),
        "clientSecret", credentials.text("clientSecret"), "grantType", "client_credentials"));
    Json.Members answer = call(false, () -> json(v3(to("gateway", "/api/hiecm/gateway/v3/sessions")), body)
        .header("X-CM-ID", settings.text("cmId"))).orRefusedBy("gateway").json();
    double seconds = Math.min(answer.number("expiresIn"), 1e8);
    // Renew a little before the end: otherwise a token could expire while a request is in transit.
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

  /** Adds the headers of a v3 request: a new id and the current time. Call this for each request (5.2). */
  static HttpRequest.Builder v3(HttpRequest.Builder request) {
    return request.header("REQUEST-ID", UUID.randomUUID().toString()) // version 4, in lower case
        .header("TIMESTAMP", TIMESTAMP.format(Instant.now()));
  }

  /** Only requests to the identity service are v3 requests, not those to the registry. */
  private HttpRequest.Builder toKeyed(String service, String path) {
    return service.equals("identity") ? v3(to(service, path)) : to(service, path);
  }

  static HttpRequest.Builder json(HttpRequest.Builder request, String body) {
    return request.header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body));
  }

  /**
   * Sends the request that `compose` returns. Calls `compose` again for each try, because each request needs its own
   * id, time and ciphertexts. Gets a new session once after a 401, and retries a few times after 503 and 429. A request
   * without a response is not repeated: the service may have processed it.
   */
  Answer call(boolean authorised, Supplier<HttpRequest.Builder> compose) {
    boolean renewed = false;
    for (int tries = 1; ; ) {
      Session used = authorised ? session() : null; // before TIMESTAMP, which must be current
      HttpRequest.Builder request = compose.get();
      if (used != null) request.header("Authorization", "Bearer " + used.token());
      Answer answer = send(request.build());
      if (answer.status() == 401 && authorised && !renewed) {
        renewed = true;
        forget(used);
      } else if ((answer.status() == 503 || answer.status() == 429) && tries < MOST_TRIES) {
        // Wait for Retry-After if it has one digit, at most 5 s; otherwise for a time that doubles with each try.
        long millis = answer.retryAfter().matches("\\d") ? 1000 * Long.parseLong(answer.retryAfter()) : 200L << tries;
        GatewayAdapter.failing("interrupted", () -> { Thread.sleep(Math.min(millis, 5000)); return null; });
        tries++;
      } else {
        return answer;
      }
    }
  }

  private Answer send(HttpRequest request) {
    String line = request.method() + " " + request.uri(); // for the log: never a header, a body or a value (6.3.4)
    var pending = http.sendAsync(request, HttpResponse.BodyHandlers.ofString(UTF_8));
    try {
      var response = pending.get(20, TimeUnit.SECONDS); // HttpRequest.timeout would not limit the time for the body
      GatewayAdapter.log(line + " " + response.statusCode());
      String retryAfter = response.headers().firstValue("Retry-After").orElse("");
      return new Answer(response.statusCode(), retryAfter, response.body());
    } catch (ExecutionException | TimeoutException | InterruptedException e) {
      pending.cancel(true);
      String cause = String.valueOf(e.getCause() == null ? e : e.getCause()); // TLS errors give their reason in the cause
      GatewayAdapter.log(line + " " + cause);
      throw GatewayAdapter.failed(request.uri().getAuthority() + " gave no answer: " + cause);
    }
  }

  /** Fetches the encryption key of a service, even if it is cached, and caches it (4.2, 6.3.1). Each service has its own. */
  Object fetchCertificate(String service) {
    String path = switch (service) {
      case "identity" -> "/" + settings.object("paths").text("identity") + "/api/v3/profile/public/certificate";
      case "registry" -> "/api/v1/auth/cert";
      default -> throw GatewayAdapter.badParams("service is identity or registry");
    };
    Answer answer = call(true, () -> toKeyed(service, path).GET()).orRefusedBy(service);
    // The contract specifies PEM. Some services send JSON instead, with PEM or Base64 DER in `publicKey`.
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

  /** Encrypts a single value: Base64 of RSA-OAEP over its UTF-8 bytes (6.3.2, 6.3.4). */
  private static String encrypt(RSAPublicKey key, String hash, String value) {
    // If this fails, send nothing: never null or the raw value instead of the ciphertext.
    return GatewayAdapter.refusing("the value cannot be encrypted", () -> {
      // newEncoder() throws for an unpaired surrogate; getBytes would replace it by a question mark.
      ByteBuffer plain = UTF_8.newEncoder().encode(CharBuffer.wrap(value));
      int length = plain.remaining();
      int digest = MessageDigest.getInstance(hash).getDigestLength();
      int limit = key.getModulus().bitLength() / 8 - 2 * digest - 2; // 214 bytes for 2048 bits and SHA-1 (8)
      if (length > limit)
        throw GatewayAdapter.refused(length + " bytes are over the limit of " + limit + " of OAEP " + hash);
      // Name both hashes: with only "RSA/ECB/OAEPWithSHA-256AndMGF1Padding", Java would use SHA-1 for MGF1.
      var mask = hash.equals("SHA-1") ? MGF1ParameterSpec.SHA1 : MGF1ParameterSpec.SHA256;
      Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPPadding");
      cipher.init(Cipher.ENCRYPT_MODE, key, new OAEPParameterSpec(hash, "MGF1", mask, PSource.PSpecified.DEFAULT));
      return Base64.getEncoder().encodeToString(cipher.doFinal(plain.array(), 0, length)); // padded, without line breaks
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
   * Sends the fields as one JSON body. If the service cannot decrypt a value, this method fetches the certificate again
   * (6.3.1). If the key has changed, it tries the new key. If not, the hash must be the reason: it tries the other hash
   * (6.3.3). It remembers the hash that the service accepts.
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
      hash = hash.equals("SHA-1") ? "SHA-256" : "SHA-1"; // back to SHA-1 only if SHA-256 was accepted earlier
      if (rejected.contains(hash)) return answer.orRefusedBy(service);
    }
  }

  /** Recognises a decryption error by a reading: the contract specifies neither its status nor its code (7). */
  private boolean saysUndecryptable(Answer answer) {
    Json.Members reading = readings.object("encryption-rejection");
    boolean refused = reading.members().get("status") instanceof BigDecimal number
        ? answer.status() == number.intValue()
        : !answer.ok();
    List<String> words =
        reading.has("words") ? reading.texts("words") : List.of("decrypt", "padding", "encrypted value");
    String text = answer.body().toLowerCase(Locale.ROOT);
    boolean page = answer.body().stripLeading().startsWith("<"); // a proxy's error page: its CSS contains "padding"
    return refused && !page && words.stream().anyMatch(word -> text.contains(word.toLowerCase(Locale.ROOT)));
  }
}
