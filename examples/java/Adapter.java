import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.*;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.*;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.security.*;
import java.security.cert.CertificateFactory;
import java.security.interfaces.RSAPublicKey;
import java.security.interfaces.XECPublicKey;
import java.security.spec.*;
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.LockSupport;
import java.util.function.*;
import java.util.regex.*;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.*;
import javax.crypto.spec.*;
import javax.net.ssl.*;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * An example adapter: adapter protocol 1 over stdin and stdout, in front of a small integrator client. Run it with
 * {@code java Adapter.java}: Java 17 or later, and nothing else. {@link #METHODS} is what you change for a system of
 * your own; {@link Client}, {@link Payer} and {@link Callbacks} show what the contract asks of any client. Numbers in brackets are
 * clauses of the contract.
 */
public final class Adapter {
  private static final String PROTOCOL = "1";
  private static final int LIMIT = 32 * 1024 * 1024; // bytes of a message

  // ==== What the suite may ask for. Replace each right-hand side with a call of your own client. ====

  /** The methods besides initialize and shutdown. A result of null: there is nothing to tell. */
  private static final Map<String, BiFunction<Client, Members, Object>> METHODS = new LinkedHashMap<>();

  static {
    METHODS.put("session.create", (client, params) -> client.createSession());
    METHODS.put("certificate.fetch", (client, params) -> client.fetchCertificate(service(params)));
    METHODS.put("field.encrypt", (client, params) ->
        Json.object("ciphertext", client.encryptField(service(params), params.text("value"))));
    METHODS.put("fields.send", (client, params) ->
        client.sendFields(service(params), params.text("path"), fields(params)));
    METHODS.put("otp.verify", (client, params) -> client.verifyOtp(params.text("otp"), params.text("txnId")));
    METHODS.put("transfer.encrypt", (client, params) ->
        client.transfers.encrypt(params.object("keyMaterial"), params.text("bundle")));
    METHODS.put("transfer.open", (client, params) -> client.transfers.open());
    METHODS.put("transfer.decrypt", (client, params) -> Json.object("bundle", client.transfers.decrypt(params)));
    METHODS.put("insurancePlan.request", (client, params) -> client.payer.begin("plan"));
    METHODS.put("eligibility.check", (client, params) -> client.payer.begin("eligibility"));
    METHODS.put("preauth.submit", (client, params) -> client.payer.begin("preauth"));
    METHODS.put("claim.submit", (client, params) -> client.payer.begin("claim"));
    METHODS.put("communication.reply", (client, params) -> client.payer.reply(params.text("correlationId")));
    METHODS.put("dummyPayer.trigger", (client, params) -> client.payer.trigger(params));
    METHODS.put("paymentNotice.init", (client, params) -> client.payer.startNotice(params));
    METHODS.put("cycle.get", (client, params) -> client.payer.cycle(params.text("correlationId")));
  }

  private static String service(Members params) {
    String service = params.text("service");
    if (service.equals("identity") || service.equals("registry")) return service;
    throw new Failure(Failure.BAD_PARAMS, "service is identity or registry");
  }

  private static List<Field> fields(Members params) {
    return params.list("fields").stream()
        .map(each -> new Field(each.text("name"), each.text("value"), each.flag("encrypted")))
        .toList();
  }

  // ==== The protocol: JSON-RPC 2.0, one message a line. ====

  private Client client;
  private boolean stopped;

  public static void main(String[] arguments) throws IOException {
    // Idle connections are given up before a service closes them: a POST that meets a closing one would be lost.
    System.setProperty("jdk.httpclient.keepalive.timeout", "2");
    System.setProperty("sun.net.httpserver.nodelay", "true");
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err); // stdout belongs to the protocol; a stray println goes to the log
    new Adapter().serve(new BufferedInputStream(System.in, 1 << 16), out);
    System.exit(0);
  }

  /** One message after the other, until shutdown or the end of input. */
  private void serve(InputStream in, OutputStream out) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int read; !stopped && (read = in.read()) >= 0; ) {
      if (read != '\n' && line.size() <= LIMIT) line.write(read);
      if (read != '\n') continue;
      String answer = line.toString(UTF_8).isBlank() ? null : answer(line.toByteArray());
      line = new ByteArrayOutputStream(); // a new one: the old may have grown large
      if (answer == null) continue;
      out.write((answer + "\n").getBytes(UTF_8));
      out.flush();
    }
  }

  /** The answer to one message; null to a notification, which has no id and wants none. */
  private String answer(byte[] line) {
    Object id = null;
    boolean wanted = true;
    Map<String, Object> answer = Json.object("jsonrpc", "2.0", "id", null);
    try {
      if (line.length > LIMIT) throw new Failure(Failure.PARSE, "a message has 32 MiB at most");
      if (!(Json.parse(line) instanceof Map<?, ?> message))
        throw new Failure(Failure.BAD_REQUEST, "a message is an object");
      id = message.get("id");
      wanted = message.containsKey("id");
      if (!(id instanceof String || id instanceof BigDecimal)) id = null;
      if (!"2.0".equals(message.get("jsonrpc")) || !(message.get("method") instanceof String method))
        throw new Failure(Failure.BAD_REQUEST, "a message has jsonrpc 2.0 and a method");
      answer.put("result", call(method, Members.of(message.get("params"), Failure.BAD_PARAMS)));
    } catch (Failure failure) {
      answer.put("error", Json.object("code", failure.code, "message", failure.getMessage()));
    } catch (RuntimeException mistake) {
      // Its class only: the message of an exception may quote the value that caused it.
      answer.put("error", Json.object("code", Failure.INTERNAL, "message", mistake.getClass().getName()));
    }
    answer.put("id", id);
    return wanted ? Json.write(answer) : null;
  }

  private Object call(String method, Members params) {
    if (method.equals("initialize")) return initialize(params);
    stopped = method.equals("shutdown");
    if (stopped) return null;
    var handler = METHODS.get(method);
    if (handler == null || client != null && !client.offers(method))
      throw new Failure(Failure.NOT_OFFERED, "not offered");
    if (client == null) throw new Failure(Failure.FAILED, "initialize comes first");
    return handler.apply(client, params);
  }

  /** A new client: tokens, certificates and cycles of an earlier one are gone with it. */
  private Object initialize(Members params) {
    if (!params.text("protocolVersion").equals(PROTOCOL))
      throw new Failure(Failure.BAD_PARAMS, "this adapter speaks protocol version " + PROTOCOL);
    if (client != null && client.callbacks != null) client.callbacks.server.stop(0);
    client = new Client(params);
    Map<String, Object> result = Json.object("protocolVersion", PROTOCOL,
        "implementation", Json.object("name", "example-java", "version", "1.0.0"),
        "capabilities", METHODS.keySet().stream().filter(client::offers).toList(),
        "transferKeyForms", List.of("x25519"));
    if (client.callbacks != null) result.put("callbackUrl", client.callbacks.url());
    return result;
  }

  /** Method, address and status go to the log; never a header, a body or a value (6.3.4). */
  private static void log(String text) {
    System.err.println(Instant.now() + " " + text);
  }

  /** A call that ends in a JSON-RPC error. The message goes to the suite and holds no plaintext. */
  private static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    static final int PARSE = -32700, BAD_REQUEST = -32600, NOT_OFFERED = -32601, BAD_PARAMS = -32602;
    static final int INTERNAL = -32603, FAILED = -32000, REFUSED = -32001; // the last one: declined on purpose
    final int code;

    Failure(int code, String message) {
      super(message);
      this.code = code;
    }
  }

  /** What `work` gives; a failure of the platform becomes one of ours, which says nothing about values. */
  private static <T> T orFail(int code, String message, Callable<T> work) {
    try {
      return work.call();
    } catch (Failure failure) {
      throw failure;
    } catch (Exception cause) {
      throw new Failure(code, message + " (" + cause.getClass().getSimpleName() + ")");
    }
  }

  // ==== The client: what a conforming integrator does. ====

  private record Field(String name, String value, boolean encrypted) {}
  private record Session(String token, long renewAt) {}

  private record Answer(int status, String retryAfter, String body) {
    boolean ok() { return status / 100 == 2; }

    /** The members of the answer; none where it is no JSON object. */
    Members json() {
      try {
        return Members.of(Json.parse(body.getBytes(UTF_8)), Failure.FAILED);
      } catch (Failure other) {
        return Members.of(null, Failure.FAILED);
      }
    }
  }

  private static final class Client {
    /** Always three digits of milliseconds: Instant.toString leaves them out where they are zero (5.2). */
    private static final DateTimeFormatter TIMESTAMP =
        DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final Pattern ERROR_CODE = Pattern.compile("\"code\"\\s*:\\s*\"([A-Za-z][\\w-]{0,30})");
    private static final int MOST_TRIES = 3; // when a service is busy, or rejects an OTP, which may count against it

    private final Members given;
    private final Members readings;
    private final HttpClient http;
    final Payer payer; // null where no payer operations are offered
    final Transfers transfers = new Transfers();
    final Callbacks callbacks; // null where no payer operations are offered

    private Session session;
    private final Map<String, RSAPublicKey> certificates = new HashMap<>(); // by service
    private final Map<String, String> hashes = new HashMap<>(); // by operation, once a value was accepted

    Client(Members given) {
      this.given = given;
      readings = given.object("readings");
      given.object("services").text("gateway");
      http = HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1) // and no offer to upgrade
          .followRedirects(HttpClient.Redirect.NEVER) // a token never goes to another host
          .connectTimeout(Duration.ofSeconds(10))
          .sslContext(trust(given.text("caCertificate", null)))
          .build();
      // This example knows the json envelope only. Under jwe it does not offer what it cannot do.
      boolean offered = given.text("envelope").equals("json") && given.object("services").text("provider", null) != null;
      payer = offered ? new Payer(this) : null;
      callbacks = offered ? new Callbacks(this, readings) : null;
    }

    boolean offers(String method) {
      return payer != null || !Payer.METHODS.contains(method);
    }

    /** Trust in the authority that was given and no other. HttpClient itself verifies names and IP addresses. */
    private static SSLContext trust(String pem) {
      return orFail(Failure.BAD_PARAMS, "caCertificate is not a PEM certificate", () -> {
        if (pem == null) return SSLContext.getDefault();
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        InputStream bytes = new ByteArrayInputStream(pem.getBytes(UTF_8));
        for (var each : CertificateFactory.getInstance("X.509").generateCertificates(bytes))
          store.setCertificateEntry("authority-" + store.size(), each);
        var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
      });
    }

    // -- Session and token (2.1, 2.2, 4.1, 5.1) --
    /** Always a new session. Every other call uses the one that is kept (5.1.4). */
    synchronized Object createSession() {
      long asked = System.nanoTime(); // before the request, so that the lifetime is never taken for longer than it is
      Members credentials = given.object("credentials");
      String body = Json.write(Json.object(
          "clientId", credentials.text("clientId"), "clientSecret", credentials.text("clientSecret"),
          "grantType", "client_credentials"));
      Answer answer = call(false, () ->
          json(v3(to("gateway", "/api/hiecm/gateway/v3/sessions")).header("X-CM-ID", given.text("cmId")), body));
      session = null;
      if (!answer.ok()) throw refusedBy("gateway", answer);
      String token = answer.json().text("accessToken");
      double seconds = Math.min(answer.json().number("expiresIn"), 1e8);
      // Renewed a little before its end: a token that runs out on its way is an expired token.
      session = new Session(token, asked + (long) ((seconds - Math.min(30, seconds / 5)) * 1e9));
      return null;
    }

    synchronized Session session() {
      if (session == null || System.nanoTime() - session.renewAt() >= 0) createSession();
      return session;
    }

    private synchronized void forget(Session refused) { if (session == refused) session = null; }

    // -- Requests (5.2) --
    HttpRequest.Builder to(String service, String path) {
      String base = given.object("services").text(service);
      return orFail(Failure.BAD_PARAMS, "no address", () -> HttpRequest.newBuilder(URI.create(base + path)));
    }

    /** The headers of a v3 request. Id and time are this one request's and no other's. */
    private static HttpRequest.Builder v3(HttpRequest.Builder request) {
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
     * A 401 leads to one new session; 503 and 429 to a few tries more. Nothing else is sent twice: a request that got
     * no answer may have been carried out.
     */
    Answer call(boolean authorised, Supplier<HttpRequest.Builder> compose) {
      boolean renewed = false;
      for (int tries = 1; ; ) {
        Session used = authorised ? session() : null; // comes before TIMESTAMP, which must be current
        HttpRequest.Builder request = compose.get();
        if (used != null) request.header("Authorization", "Bearer " + used.token());
        Answer answer = send(request.build());
        boolean busy = answer.status() == 503 || answer.status() == 429;
        if (answer.status() == 401 && authorised && !renewed) {
          renewed = true;
          forget(used);
        } else if (busy && tries < MOST_TRIES) {
          // As long as the service asks, within reason; else a little longer each time.
          long millis = answer.retryAfter().matches("\\d") ? 1000 * Long.parseLong(answer.retryAfter()) : 200L << tries;
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(Math.min(millis, 5000)));
          tries++;
        } else {
          return answer;
        }
      }
    }

    private Answer send(HttpRequest request) {
      String line = request.method() + " " + request.uri();
      var pending = http.sendAsync(request, HttpResponse.BodyHandlers.ofString(UTF_8));
      try {
        var response = pending.get(20, TimeUnit.SECONDS); // HttpRequest.timeout would not bound the body
        log(line + " " + response.statusCode());
        String retryAfter = response.headers().firstValue("Retry-After").orElse("");
        return new Answer(response.statusCode(), retryAfter, response.body());
      } catch (ExecutionException | TimeoutException | InterruptedException e) {
        pending.cancel(true);
        String cause = String.valueOf(e.getCause() == null ? e : e.getCause()); // TLS tells its reason here
        log(line + " " + cause);
        throw new Failure(Failure.FAILED, request.uri().getAuthority() + " gave no answer: " + cause);
      }
    }

    /** Status and code only: error bodies have many shapes, and their messages may quote what was sent. */
    static Failure refusedBy(String service, Answer answer) {
      Matcher code = ERROR_CODE.matcher(answer.body());
      String named = code.find() ? ", code " + code.group(1) : "";
      return new Failure(Failure.FAILED, "the " + service + " answered " + answer.status() + named);
    }

    // -- Certificates (4.2, 6.3.1) --
    /** Fetches the key of this service, cached or not, and keeps it: each service has a key of its own. */
    Object fetchCertificate(String service) {
      String path = service.equals("identity")
          ? "/" + given.object("paths").text("identity", "identity") + "/api/v3/profile/public/certificate"
          : "/api/v1/auth/cert";
      Answer answer = call(true, () -> toKeyed(service, path).GET());
      if (!answer.ok()) throw refusedBy(service, answer);
      certificates.put(service, readCertificate(answer));
      return null;
    }

    private RSAPublicKey certificate(String service) {
      if (!certificates.containsKey(service)) fetchCertificate(service);
      return certificates.get(service);
    }

    /** PEM with any line ends. JSON that has the DER in Base64, or the PEM, as `publicKey` is met too. */
    private static RSAPublicKey readCertificate(Answer answer) {
      String text = answer.json().text("publicKey", answer.body());
      String der = text.replaceAll("(?s)^.*-----BEGIN PUBLIC KEY-----|-----END PUBLIC KEY-----.*$|\\s", "");
      return orFail(Failure.FAILED, "the certificate is no RSA public key", () -> {
        var spki = new X509EncodedKeySpec(Base64.getDecoder().decode(der));
        return (RSAPublicKey) KeyFactory.getInstance("RSA").generatePublic(spki);
      });
    }

    // -- Encrypted fields (2.4, 6.3) --
    String encryptField(String service, String value) { return encrypt(certificate(service), "SHA-1", value); }

    /** One value, on its own: the Base64 of RSA-OAEP over its bare UTF-8 bytes (6.3.2, 6.3.4). */
    private static String encrypt(RSAPublicKey key, String hash, String value) {
      // Nothing is sent if this fails: neither null nor the raw value takes the place of the ciphertext.
      return orFail(Failure.REFUSED, "the value cannot be encrypted", () -> {
        // This encoder throws at half a surrogate pair; getBytes would encrypt a question mark in its place.
        ByteBuffer plain = UTF_8.newEncoder().encode(CharBuffer.wrap(value));
        int length = plain.remaining();
        int digest = MessageDigest.getInstance(hash).getDigestLength();
        int limit = key.getModulus().bitLength() / 8 - 2 * digest - 2; // 214 at 2048 bits with SHA-1 (8)
        if (length > limit)
          throw new Failure(Failure.REFUSED, length + " bytes are over the limit of " + limit + " of OAEP " + hash);
        // Both hashes are named: "RSA/ECB/OAEPWithSHA-256AndMGF1Padding" alone leaves MGF1 at SHA-1 in Java.
        var mask = hash.equals("SHA-1") ? MGF1ParameterSpec.SHA1 : MGF1ParameterSpec.SHA256;
        Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPPadding");
        cipher.init(Cipher.ENCRYPT_MODE, key, new OAEPParameterSpec(hash, "MGF1", mask, PSource.PSpecified.DEFAULT));
        byte[] ciphertext = cipher.doFinal(Arrays.copyOf(plain.array(), length));
        return Base64.getEncoder().encodeToString(ciphertext); // the standard alphabet, padded, on one line
      });
    }

    Object sendFields(String service, String path, List<Field> fields) {
      Set<String> always = new HashSet<>(List.of("otp", "loginId")); // (2.4)
      always.add(readings.text("national-id-field", "nationalId"));
      readings.texts("encrypted-members").forEach(always::add); // (6.3)
      sendEncrypted(service, path, path, fields.stream()
          .map(each -> new Field(each.name(), each.value(), each.encrypted() || always.contains(each.name())))
          .toList());
      return null;
    }

    Object verifyOtp(String otp, String txnId) {
      String path = "/v2/registration/" + given.object("paths").text("nationalId", "national-id") + "/verifyOTP";
      List<Field> fields = List.of(new Field("otp", otp, true), new Field("txnId", txnId, false));
      Members answer = sendEncrypted("registry", path, "otp.verify", fields).json();
      return Json.object("txnId", answer.text("txnId", ""),
          "authResult", answer.text("authResult", ""), "message", answer.text("message", ""));
    }

    /**
     * Sends the fields as one JSON body. When the service cannot decrypt a value, its certificate is fetched again
     * before anything else is encrypted for it (6.3.1). If that holds another key, the values go out under it; if not,
     * the hash was the reason, and they go out under SHA-256 (6.3.3). What was accepted is kept for the operation.
     */
    private Answer sendEncrypted(String service, String path, String operation, List<Field> fields) {
      Members read = readings.object("oaep-hash");
      String hash = hashes.getOrDefault(service + path, read.text(operation, "SHA-1"));
      RSAPublicKey key = certificate(service);
      Set<String> rejected = new HashSet<>();
      for (int tries = 1; ; tries++) {
        RSAPublicKey usedKey = key;
        String usedHash = hash;
        Answer answer = call(true, () -> json(toKeyed(service, path), body(fields, usedKey, usedHash)));
        if (answer.ok()) {
          hashes.put(service + path, hash);
          return answer;
        }
        boolean undecryptable = saysUndecryptable(answer);
        if (undecryptable) certificates.remove(service);
        if (!undecryptable || tries == MOST_TRIES) throw refusedBy(service, answer);
        key = certificate(service);
        if (!key.equals(usedKey)) continue;
        rejected.add(hash);
        hash = hash.equals("SHA-1") ? "SHA-256" : "SHA-1"; // SHA-1 again only where SHA-256 was kept from before
        if (rejected.contains(hash)) throw refusedBy(service, answer);
      }
    }

    private static String body(List<Field> fields, RSAPublicKey key, String hash) {
      Map<String, Object> body = new LinkedHashMap<>();
      for (Field each : fields)
        body.put(each.name(), each.encrypted() ? encrypt(key, hash, each.value()) : each.value());
      return Json.write(body);
    }

    /** Neither status nor code of this rejection is documented (7), hence a reading. */
    private boolean saysUndecryptable(Answer answer) {
      Members reading = readings.object("encryption-rejection");
      int status = reading.members().get("status") instanceof BigDecimal number ? number.intValue() : 400;
      Pattern reason = Pattern.compile(reading.text("pattern", "decrypt|padding|encrypted"), Pattern.CASE_INSENSITIVE);
      boolean page = answer.body().stripLeading().startsWith("<"); // of a proxy, whose style speaks of padding too
      return answer.status() == status && !page && reason.matcher(answer.body()).find();
    }

    // -- Callback certificates (5.1.6) --
    /** The published keys, by kid. At the gateway asking for them is a v3 request; a stranger gets no token. */
    Map<String, RSAPublicKey> fetchCallbackKeys() {
      String address = given.text("callbackCertificates");
      boolean own = address.startsWith(given.object("services").text("gateway") + "/");
      var get = HttpRequest.newBuilder(URI.create(address)).GET();
      Answer answer = call(own, () -> own ? v3(get.copy()) : get.copy());
      if (!answer.ok()) throw refusedBy("place of the callback certificates", answer);
      return answer.json().list("keys").stream()
          .filter(jwk -> jwk.text("kty").equals("RSA") && jwk.text("use", "sig").equals("sig"))
          .filter(jwk -> jwk.text("alg", "RS256").equals("RS256"))
          .collect(Collectors.toMap(jwk -> jwk.text("kid"), Callbacks::readKey));
    }
  }

  // ==== The provider's side of the payer flows, in the json envelope (2.7, 4.4 to 4.7, 6.1). ====

  private static final class Payer {
    static final Set<String> METHODS = Set.of("insurancePlan.request", "eligibility.check", "preauth.submit",
        "claim.submit", "communication.reply", "dummyPayer.trigger", "paymentNotice.init", "cycle.get");
    private static final Map<String, String> REQUESTS = Map.of("plan", "/v1/insuranceplan/request",
        "eligibility", "/v1/coverageeligibility/check", "preauth", "/v1/preauth/submit", "claim", "/v1/claim/submit");
    private static final Set<String> OVER = Set.of("approved", "rejected", "answered");

    /** What is known of a cycle. Changed only while it is locked: callbacks come on threads of their own. */
    private static final class Cycle {
      final String workflowId = UUID.randomUUID().toString();
      String state = "pending";
      int callbacks;
      boolean replied;
    }

    private final Client client;
    private final Members participants;
    private final Members readings;
    private final String correlationHeader;
    private final Map<String, Cycle> cycles = new ConcurrentHashMap<>();
    /** By path of a callback, what it does to its cycle. */
    private final Map<String, BiPredicate<String, Members>> callbacks = new HashMap<>();

    Payer(Client client) {
      this.client = client;
      participants = client.given.object("participants");
      readings = client.readings;
      correlationHeader = readings.object("correlation-id").text("name", "x-hcx-correlation_id");
      callbacks.put(readings.text("plan-answer", "/v1/insuranceplan/on_request"), this::takeData);
      callbacks.put(readings.text("eligibility-answer", "/v1/coverageeligibility/on_check"), this::takeData);
      callbacks.put("/v1/preauth/on_submit", this::takeDecision);
      callbacks.put("/v1/claim/on_submit", this::takeDecision);
      callbacks.put("/v1/communication/request", this::takeQuery);
      callbacks.put(readings.text("payment-prompt", "/v1/paymentnotice/request"), this::takePrompt);
    }

    /** Starts a cycle. It is kept before the request leaves: the payer's answer may overtake the 202. */
    Object begin(String kind) {
      String correlationId = UUID.randomUUID().toString();
      cycles.put(correlationId, new Cycle());
      try {
        send(REQUESTS.get(kind), correlationId, "request.initiated", request(kind));
      } catch (Failure failure) {
        cycles.remove(correlationId);
        throw failure;
      }
      return Json.object("correlationId", correlationId);
    }

    /** Sends the documents that the payer asked for; once. */
    Object reply(String correlationId) {
      Cycle cycle = known(correlationId);
      synchronized (cycle) {
        if (cycle.replied) return null;
        if (!cycle.state.equals("queried"))
          throw new Failure(Failure.FAILED, "the payer has asked nothing in that cycle");
        cycle.replied = true;
      }
      byte[] document = "Discharge summary of the test patient: recovered.\n".getBytes(UTF_8);
      Object attachment = Json.object("contentType", "text/plain", "title", "Discharge summary",
          "data", Base64.getEncoder().encodeToString(document));
      send("/v1/communication/on_request", correlationId, "response.complete",
          Json.object("resourceType", "Communication", "status", "completed",
              "payload", List.of(Json.object("contentAttachment", attachment))));
      return null;
    }

    Object trigger(Members given) {
      return ask("/process/request", Json.object("action", given.text("action"), "method", given.text("method"),
          "correlationId", given.text("correlationId")));
    }

    Object startNotice(Members given) {
      return ask("/paymentNotice/init",
          Json.object("providerId", given.text("providerId"), "claimNumber", given.text("claimNumber")));
    }

    Object cycle(String correlationId) {
      Cycle cycle = known(correlationId);
      synchronized (cycle) {
        return Json.object("state", cycle.state, "callbacks", cycle.callbacks);
      }
    }

    private Cycle known(String correlationId) {
      Cycle cycle = cycles.get(correlationId);
      if (cycle == null) throw new Failure(Failure.FAILED, "no cycle has this correlation id");
      return cycle;
    }

    /** The status for a callback whose JWT was verified (6.1). An unknown cycle is refused, and nothing happens. */
    int receive(String path, String correlationId, Object bundle) {
      var take = callbacks.get(path);
      if (take == null) return 404;
      if (correlationId == null || !(bundle instanceof Map)) return 400;
      return take.test(correlationId, Members.of(bundle, Failure.FAILED)) ? 202 : 404;
    }

    boolean isCallback(String path) { return callbacks.containsKey(path); }

    /** What is decided stays so, whatever comes after it; a callback that comes twice only counts twice. */
    private boolean note(String correlationId, String state) {
      Cycle cycle = cycles.get(correlationId);
      if (cycle == null) return false;
      synchronized (cycle) {
        cycle.callbacks++;
        if (state != null && !OVER.contains(cycle.state)) cycle.state = state;
      }
      return true;
    }

    private boolean takeData(String correlationId, Members bundle) { return note(correlationId, "answered"); }

    private boolean takeQuery(String correlationId, Members bundle) { return note(correlationId, "queried"); }

    private boolean takeDecision(String correlationId, Members bundle) {
      Members reading = readings.object("decision");
      List<Object> decisions = valuesAt(bundle, reading.text("path"));
      boolean isFinal = !reading.has("final") || valuesAt(bundle, reading.object("final").text("path"))
          .contains(reading.object("final").text("value"));
      String state = !isFinal ? null
          : decisions.contains(reading.text("approved")) ? "approved"
          : decisions.contains(reading.text("rejected")) ? "rejected" : null;
      return note(correlationId, state);
    }

    /** The prompt opens a cycle of its own; it is acknowledged once, after the 202 and not within it. */
    private boolean takePrompt(String correlationId, Members bundle) {
      boolean isNew = cycles.putIfAbsent(correlationId, new Cycle()) == null;
      note(correlationId, "answered");
      if (isNew) CompletableFuture.runAsync(() -> acknowledge(correlationId));
      return true;
    }

    private void acknowledge(String correlationId) {
      try {
        send(readings.text("payment-ack", "/v1/paymentnotice/on_request"), correlationId, "response.complete",
            Json.object("resourceType", "PaymentReconciliation", "status", "active", "created", now(),
                "paymentDate", now().substring(0, 10), "outcome", "complete",
                "paymentAmount", Json.object("value", new BigDecimal(1000), "currency", "INR")));
      } catch (Failure failure) {
        log("acknowledgment: " + failure.getMessage());
      }
    }

    /** One message of a cycle. A retry belongs to the same cycle: the correlation id stays, those of the call are new. */
    private void send(String path, String correlationId, String status, Map<String, Object> resource) {
      String bundle = Json.write(bundle(resource));
      String workflowId = known(correlationId).workflowId;
      Answer answer = client.call(true, () -> Client.json(client.to("provider", path), bundle)
          .header("x-hcx-sender_code", participants.text("provider"))
          .header("x-hcx-recipient_code", participants.text("payer"))
          .header(correlationHeader, correlationId)
          .header("x-hcx-workflow_id", workflowId)
          .header("x-hcx-api_call_id", UUID.randomUUID().toString())
          .header("x-hcx-request_id", UUID.randomUUID().toString())
          .header("x-hcx-timestamp", now())
          .header("x-hcx-status", status));
      if (!answer.ok()) throw Client.refusedBy("payer side", answer);
    }

    /** The dummy payer has a header of its own (4.4); its value is a reading of 5.1.8. */
    private Object ask(String path, Map<String, Object> body) {
      Answer answer = client.call(false, () -> Client.json(client.to("dummyPayer", path), Json.write(body))
          .header("Accept", "application/json")
          .header("bearer_auth", client.given.text("dummyPayerToken", "Bearer " + client.session().token())));
      if (!answer.ok()) throw Client.refusedBy("dummy payer", answer);
      return null;
    }

    private static String now() { return Client.TIMESTAMP.format(Instant.now()); }

    /** FHIR R4, as little as is valid. */
    private Map<String, Object> request(String kind) {
      Function<String, Object> to = identifier -> Json.object("identifier", Json.object("value", identifier));
      Object patient = Json.object("display", "Test patient");
      if (kind.equals("plan"))
        return Json.object("resourceType", "InsurancePlan", "status", "active", "name", "The plan of the test policy",
            "identifier", List.of(Json.object("value", "100217")), "ownedBy", to.apply(participants.text("payer")),
            "administeredBy", to.apply("32722"));
      if (kind.equals("eligibility"))
        return Json.object("resourceType", "CoverageEligibilityRequest", "status", "active",
            "purpose", List.of("benefits"), "created", now(), "patient", patient, "provider", to.apply("32722"),
            "insurer", to.apply(participants.text("payer")),
            "insurance", List.of(Json.object("coverage", to.apply("100217"))));
      Object institutional = Json.object("system", "http://terminology.hl7.org/CodeSystem/claim-type",
          "code", "institutional");
      return Json.object("resourceType", "Claim", "status", "active", "use",
          kind.equals("claim") ? "claim" : "preauthorization",
          "type", Json.object("coding", List.of(institutional)), "created", now(), "patient", patient,
          "provider", to.apply("32722"), "insurer", to.apply(participants.text("payer")),
          "priority", Json.object("text", "normal"),
          "insurance", List.of(Json.object("sequence", BigDecimal.ONE, "focal", true, "coverage", to.apply("100217"))));
    }

    private static Map<String, Object> bundle(Map<String, Object> resource) {
      String id = UUID.randomUUID().toString();
      Map<String, Object> named = new LinkedHashMap<>(resource);
      named.put("id", id);
      return Json.object("resourceType", "Bundle", "type", "collection", "timestamp", now(),
          "entry", List.of(Json.object("fullUrl", "urn:uuid:" + id, "resource", named)));
    }

    /** Values at a path like ClaimResponse.disposition: its first word picks resources of the bundle. */
    private static List<Object> valuesAt(Members bundle, String path) {
      List<String> steps = List.of(path.replace("[]", "").split("\\."));
      List<Object> values = new ArrayList<>();
      if (Character.isUpperCase(path.charAt(0))) {
        for (Members entry : bundle.has("entry") ? bundle.list("entry") : List.<Members>of()) {
          Members resource = entry.object("resource");
          if (resource.text("resourceType", "").equals(steps.get(0))) values.add(resource.members());
        }
        steps = steps.subList(1, steps.size());
      } else {
        values.add(bundle.members());
      }
      for (String step : steps)
        values = values.stream().flatMap(value -> value instanceof List<?> list ? list.stream() : Stream.of(value))
            .map(value -> value instanceof Map<?, ?> map ? (Object) map.get(step) : null)
            .filter(Objects::nonNull).collect(Collectors.toList());
      return values;
    }
  }

  // ==== Callbacks: taken only with a JWT that a published key of the gateway verifies (5.1.6, 6.1). ====

  private static final class Callbacks {
    private static final long KEYS_LAST = TimeUnit.MINUTES.toNanos(10), ASK_AGAIN = TimeUnit.SECONDS.toNanos(5);

    private final Client client;
    private final HttpServer server;
    private final Members reading;
    private Map<String, RSAPublicKey> keys;
    private long fetchedAt;

    Callbacks(Client client, Members readings) {
      this.client = client;
      reading = readings.object("callback-jwt");
      server = orFail(Failure.FAILED, "no port for callbacks", () ->
          HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0));
      server.setExecutor(Executors.newFixedThreadPool(4));
      server.createContext("/", this::receive);
      server.start();
    }

    String url() { return "http://127.0.0.1:" + server.getAddress().getPort(); }

    private void receive(HttpExchange exchange) throws IOException {
      try (exchange) {
        byte[] body = exchange.getRequestBody().readNBytes(LIMIT);
        int status = judge(exchange, body);
        log("callback " + exchange.getRequestURI().getRawPath() + " " + status);
        if (status == 401) exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
        exchange.sendResponseHeaders(status, -1);
      }
    }

    private int judge(HttpExchange exchange, byte[] body) {
      String path = exchange.getRequestURI().getPath();
      if (!client.payer.isCallback(path)) return 404;
      if (!exchange.getRequestMethod().equals("POST")) return 405;
      boolean carried = !Boolean.FALSE.equals(reading.members().get("carried"));
      try {
        if (carried && !isGenuine(exchange.getRequestHeaders())) return 401;
      } catch (RuntimeException malformed) { // no Base64, or no keys to be had: nothing is taken on trust
        return 401;
      }
      try {
        String correlationId = exchange.getRequestHeaders().getFirst(client.payer.correlationHeader);
        return client.payer.receive(path, correlationId, Json.parse(body)); // before the 202, on which the sender relies
      } catch (RuntimeException malformed) {
        return 400;
      }
    }

    /** Whether exactly one JWT came along, signed by a published key, and valid now (RFC 7519). */
    private boolean isGenuine(Headers headers) {
      String scheme = reading.text("scheme", "Bearer");
      List<String> values = headers.getOrDefault(reading.text("header", "Authorization"), List.of());
      if (values.size() != 1 || !values.get(0).regionMatches(true, 0, scheme, 0, scheme.length())) return false;
      String[] parts = values.get(0).substring(scheme.length()).strip().split("\\.", -1);
      if (parts.length != 3) return false;
      // The receiver chooses the algorithm, never the token: neither none nor an HMAC is looked at.
      Members header = Members.of(Json.parse(Base64.getUrlDecoder().decode(parts[0])), Failure.FAILED);
      if (!header.text("alg").equals("RS256") || header.members().containsKey("crit")) return false;
      RSAPublicKey key = keyOf(header.text("kid"));
      return key != null && isSigned(parts, key)
          && isValidNow(Members.of(Json.parse(Base64.getUrlDecoder().decode(parts[1])), Failure.FAILED));
    }

    private static boolean isSigned(String[] parts, RSAPublicKey key) {
      return orFail(Failure.FAILED, "no signature", () -> {
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initVerify(key);
        signature.update((parts[0] + "." + parts[1]).getBytes(UTF_8));
        return signature.verify(Base64.getUrlDecoder().decode(parts[2]));
      });
    }

    /** Expiry and start without leeway, for clocks are synchronised (5.2); issuer and audience where they are given. */
    private boolean isValidNow(Members claims) {
      double now = System.currentTimeMillis() / 1000.0;
      String issuer = reading.text("issuer", null);
      String audience = reading.text("audience", null);
      Object to = claims.members().get("aud");
      return now < claims.number("exp") && now >= (claims.members().containsKey("nbf") ? claims.number("nbf") : 0)
          && (issuer == null || issuer.equals(claims.text("iss", null)))
          && (audience == null || audience.equals(to) || to instanceof List<?> several && several.contains(audience));
    }

    /** The key with this kid. An unknown kid leads to a look at what is published now, but not at any rate. */
    private synchronized RSAPublicKey keyOf(String kid) {
      long age = System.nanoTime() - fetchedAt;
      if (keys == null || age > (keys.containsKey(kid) ? KEYS_LAST : ASK_AGAIN)) {
        keys = client.fetchCallbackKeys();
        fetchedAt = System.nanoTime();
      }
      return keys.get(kid);
    }

    static RSAPublicKey readKey(Members jwk) {
      return orFail(Failure.FAILED, "a callback certificate is no RSA key", () -> {
        BigInteger modulus = new BigInteger(1, Base64.getUrlDecoder().decode(jwk.text("n")));
        BigInteger exponent = new BigInteger(1, Base64.getUrlDecoder().decode(jwk.text("e")));
        return (RSAPublicKey) KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(modulus, exponent));
      });
    }
  }

  // ==== Health-data transfer: X25519, which the platform has as XDH. ====

  /** As HIP and as HIU (6.2). Keys and nonces are new for each transfer and live in memory alone. */
  private static final class Transfers {
    private static final int NONCE = 32, SALT = 20, IV = 12, TAG_BITS = 128, MOST_OPEN = 1000;
    private static final Duration LIFETIME = Duration.ofMinutes(30);
    private static final SecureRandom RANDOM = new SecureRandom();

    /** One side's short-term keys; the public key is the 32 bytes of RFC 7748. */
    private record Own(PrivateKey privateKey, byte[] publicKey, byte[] nonce) {}

    /** What an HIU has asked for; the oldest is given up when there are too many. */
    private final Map<String, Own> open = new LinkedHashMap<>() {
      private static final long serialVersionUID = 1L;

      @Override protected boolean removeEldestEntry(Map.Entry<String, Own> eldest) { return size() > MOST_OPEN; }
    };

    Object encrypt(Members hiu, String bundle) {
      checkSupported(hiu);
      checkExpiry(hiu.object("dhPublicKey").text("expiry")); // rejected before anything is made (6.2.1)
      return orFail(Failure.REFUSED, "the bundle cannot be encrypted", () -> {
        Own own = make();
        // This encoder throws at half a surrogate pair; getBytes would encrypt a question mark in its place.
        ByteBuffer plain = UTF_8.newEncoder().encode(CharBuffer.wrap(bundle));
        byte[] content = cipher(Cipher.ENCRYPT_MODE, own, hiu)
            .doFinal(plain.array(), 0, plain.remaining()); // Java puts the tag behind the ciphertext
        return Json.object("keyMaterial", keyMaterial(own), "content", Base64.getEncoder().encodeToString(content));
      });
    }

    Object open() {
      Own own = orFail(Failure.FAILED, "no key can be made", Transfers::make);
      String transferId = UUID.randomUUID().toString();
      open.put(transferId, own);
      return Json.object("transferId", transferId, "keyMaterial", keyMaterial(own));
    }

    String decrypt(Members params) {
      Own own = params.has("transferId") ? open.get(params.text("transferId")) : given(params.object("recipient"));
      if (own == null) throw new Failure(Failure.REFUSED, "no transfer is open under that transferId");
      Members hip = params.object("keyMaterial");
      checkSupported(hip);
      byte[] content = bytes(params.text("content"), "the content");
      // A tag that does not fit ends in AEADBadTagException: nothing of the plaintext is given out.
      return orFail(Failure.REFUSED, "the content cannot be decrypted", () -> {
        byte[] plain = cipher(Cipher.DECRYPT_MODE, own, hip).doFinal(content);
        return UTF_8.newDecoder().decode(ByteBuffer.wrap(plain)).toString();
      });
    }

    private static void checkSupported(Members material) {
      if (!material.text("cryptoAlg").equals("ECDH")) throw new Failure(Failure.REFUSED, "cryptoAlg is not ECDH");
      if (!material.text("curve").equals("Curve25519")) throw new Failure(Failure.REFUSED, "curve is not Curve25519");
    }

    private static void checkExpiry(String expiry) {
      // Instant.parse takes offsets as well.
      if (!expiry.endsWith("Z")) throw new Failure(Failure.REFUSED, "the expiry is not in UTC");
      Instant end = orFail(Failure.REFUSED, "the expiry is no timestamp", () -> Instant.parse(expiry));
      if (!end.isAfter(Instant.now())) throw new Failure(Failure.REFUSED, "the public key has expired");
    }

    private static Own make() throws GeneralSecurityException {
      KeyPair pair = KeyPairGenerator.getInstance("X25519").generateKeyPair();
      byte[] nonce = new byte[NONCE];
      RANDOM.nextBytes(nonce);
      return new Own(pair.getPrivate(), littleEndian(((XECPublicKey) pair.getPublic()).getU()), nonce);
    }

    /** Keys that the suite made itself, so that it can prepare what happens by chance only. */
    private static Own given(Members recipient) {
      byte[] raw = bytes(recipient.text("privateKey"), "the private key");
      byte[] publicKey = bytes(recipient.text("publicKey"), "the public key");
      byte[] nonce = bytes(recipient.text("nonce"), "the nonce");
      return orFail(Failure.REFUSED, "the private key cannot be used", () -> {
        var spec = new XECPrivateKeySpec(NamedParameterSpec.X25519, raw);
        return new Own(KeyFactory.getInstance("X25519").generatePrivate(spec), publicKey, nonce);
      });
    }

    private static Map<String, Object> keyMaterial(Own own) {
      Base64.Encoder base64 = Base64.getEncoder();
      return Json.object("cryptoAlg", "ECDH", "curve", "Curve25519",
          "dhPublicKey", Json.object(
              "expiry", Instant.now().plus(LIFETIME).toString(),
              "parameters", "Curve25519/32byte random key",
              "keyValue", base64.encodeToString(own.publicKey())),
          "nonce", base64.encodeToString(own.nonce()));
    }

    /** AES-256-GCM with key and IV of the transfer (6.2.3 to 6.2.6). */
    private static Cipher cipher(int mode, Own own, Members peer) throws GeneralSecurityException {
      byte[] peerNonce = bytes(peer.text("nonce"), "the nonce");
      if (peerNonce.length != NONCE || own.nonce().length != NONCE)
        throw new Failure(Failure.REFUSED, "a nonce has 32 bytes");
      byte[] mixed = new byte[NONCE];
      for (int i = 0; i < NONCE; i++) mixed[i] = (byte) (own.nonce()[i] ^ peerNonce[i]);
      byte[] secret = secret(own, bytes(peer.object("dhPublicKey").text("keyValue"), "the public key"));
      byte[] key = hkdf(secret, Arrays.copyOf(mixed, SALT));
      Arrays.fill(secret, (byte) 0);
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      byte[] iv = Arrays.copyOfRange(mixed, NONCE - IV, NONCE);
      cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, iv));
      return cipher;
    }

    /** X25519 (RFC 7748). The platform refuses keys of low order, which lead to a secret of all zeros. */
    private static byte[] secret(Own own, byte[] peerKey) throws GeneralSecurityException {
      if (peerKey.length != 32) throw new Failure(Failure.REFUSED, "the public key has " + peerKey.length + " bytes");
      byte[] bigEndian = reversed(peerKey);
      bigEndian[0] &= 0x7f; // the highest bit counts for nothing
      var spec = new XECPublicKeySpec(NamedParameterSpec.X25519, new BigInteger(1, bigEndian));
      KeyAgreement agreement = KeyAgreement.getInstance("X25519");
      agreement.init(own.privateKey());
      agreement.doPhase(KeyFactory.getInstance("X25519").generatePublic(spec), true);
      return agreement.generateSecret();
    }

    /** HKDF-SHA-256 with an empty info (RFC 5869): one block is as long as the key. */
    private static byte[] hkdf(byte[] secret, byte[] salt) throws GeneralSecurityException {
      byte[] extracted = hmac(salt, secret);
      return hmac(extracted, new byte[] {1});
    }

    private static byte[] hmac(byte[] key, byte[] data) throws GeneralSecurityException {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(data);
    }

    /** 32 bytes, whatever leading zeros BigInteger leaves out. */
    private static byte[] littleEndian(BigInteger u) {
      byte[] number = u.toByteArray();
      byte[] bytes = new byte[32];
      for (int i = 0; i < number.length && i < 32; i++) bytes[i] = number[number.length - 1 - i];
      return bytes;
    }

    private static byte[] reversed(byte[] bytes) {
      byte[] reversed = new byte[bytes.length];
      for (int i = 0; i < bytes.length; i++) reversed[i] = bytes[bytes.length - 1 - i];
      return reversed;
    }

    /** Standard, padded Base64 and nothing else: Java's decoder takes a missing padding, too. */
    private static byte[] bytes(String text, String what) {
      byte[] bytes = orFail(Failure.REFUSED, what + " is no Base64", () -> Base64.getDecoder().decode(text));
      if (Base64.getEncoder().encodeToString(bytes).equals(text)) return bytes;
      throw new Failure(Failure.REFUSED, what + " is no padded Base64");
    }
  }

  // ==== JSON: objects are maps, lists are lists, numbers are BigDecimal. ====

  /** The members of an object, each with the type that is expected of it; `blame` is the error for any other. */
  private record Members(Map<?, ?> members, int blame) {
    static Members of(Object value, int blame) {
      if (value instanceof Map<?, ?> members) return new Members(members, blame);
      if (value == null) return new Members(Map.of(), blame);
      throw new Failure(blame, "an object is expected");
    }

    private <T> T get(String name, Class<T> type) {
      if (type.isInstance(members.get(name))) return type.cast(members.get(name));
      throw new Failure(blame, name + " is no " + type.getSimpleName());
    }

    boolean has(String name) { return members.get(name) != null; }
    String text(String name) { return get(name, String.class); }
    String text(String name, String fallback) { return members.get(name) == null ? fallback : text(name); }
    boolean flag(String name) { return get(name, Boolean.class); }
    double number(String name) { return get(name, BigDecimal.class).doubleValue(); }
    Members object(String name) { return of(members.get(name), blame); }

    List<Members> list(String name) {
      List<?> list = get(name, List.class);
      return list.stream().map(each -> of(each, blame)).toList();
    }

    /** None where the member is absent. */
    List<String> texts(String name) {
      List<?> list = members.get(name) == null ? List.of() : get(name, List.class);
      return list.stream().map(String::valueOf).toList();
    }
  }

  private static final class Json {
    private static final int MOST_DEPTH = 100;
    private static final Pattern NUMBER =
        Pattern.compile("-?(0|[1-9]\\d{0,300})(\\.\\d{1,300})?([eE][+-]?\\d{1,4})?");

    private final String text;
    private int at;

    private Json(String text) { this.text = text; }

    /** An object with these members: name, value, name, value … */
    static Map<String, Object> object(Object... members) {
      Map<String, Object> object = new LinkedHashMap<>();
      for (int i = 0; i < members.length; i += 2) object.put((String) members[i], members[i + 1]);
      return object;
    }

    static Object parse(byte[] bytes) {
      Json json = new Json(orFail(Failure.PARSE, "not UTF-8", () ->
          UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString()));
      Object value = json.value(0);
      json.blank();
      if (json.at < json.text.length()) throw json.wrong();
      return value;
    }

    /** Tells the place only: the text may be a secret. */
    private Failure wrong() { return new Failure(Failure.PARSE, "not JSON at character " + at); }

    private void blank() {
      while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }

    private boolean take(String wanted) {
      blank();
      if (!text.startsWith(wanted, at)) return false;
      at += wanted.length();
      return true;
    }

    private boolean expect(String wanted) {
      if (take(wanted)) return true;
      throw wrong();
    }

    private Object value(int depth) {
      if (depth > MOST_DEPTH) throw wrong();
      if (take("{")) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (boolean more = !take("}"); more; more = goesOn("}")) members.put(name(), value(depth + 1));
        return members;
      }
      if (take("[")) {
        List<Object> elements = new ArrayList<>();
        for (boolean more = !take("]"); more; more = goesOn("]")) elements.add(value(depth + 1));
        return elements;
      }
      if (take("\"")) return string();
      if (take("true")) return true;
      if (take("false")) return false;
      if (take("null")) return null;
      Matcher number = NUMBER.matcher(text).region(at, text.length());
      if (!number.lookingAt()) throw wrong();
      at = number.end();
      return new BigDecimal(number.group());
    }

    private boolean goesOn(String end) { return take(",") || !expect(end); }

    private String name() {
      expect("\"");
      String name = string();
      expect(":");
      return name;
    }

    private String string() {
      StringBuilder string = new StringBuilder();
      while (at < text.length() && text.charAt(at) >= ' ') {
        char c = text.charAt(at++);
        if (c == '"') return string.toString();
        string.append(c == '\\' ? escaped() : c);
      }
      throw wrong();
    }

    private char escaped() {
      int kind = at < text.length() ? "\"\\/bfnrtu".indexOf(text.charAt(at++)) : -1;
      if (kind < 0) throw wrong();
      if (kind < 8) return "\"\\/\b\f\n\r\t".charAt(kind);
      String digits = text.substring(at, Math.min(at + 4, text.length()));
      if (!digits.matches("[0-9a-fA-F]{4}")) throw wrong();
      at += 4;
      return (char) Integer.parseInt(digits, 16); // the two halves of a surrogate pair come one by one
    }

    static String write(Object value) {
      if (value instanceof Map<?, ?> members)
        return members.entrySet().stream().map(each -> write(each.getKey()) + ":" + write(each.getValue()))
            .collect(Collectors.joining(",", "{", "}"));
      if (value instanceof List<?> elements)
        return elements.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
      return value instanceof String string ? quoted(string) : String.valueOf(value);
    }

    private static String quoted(String string) {
      StringBuilder out = new StringBuilder("\"");
      string.codePoints().forEach(c -> {
        boolean halfPair = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE; // not possible in UTF-8
        if (c < ' ' || halfPair) out.append(String.format("\\u%04x", c));
        else out.append(c == '"' || c == '\\' ? "\\" : "").appendCodePoint(c);
      });
      return out.append('"').toString();
    }
  }
}
