import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.RSAPublicKeySpec;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.Collectors;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Receives callbacks. Accepts a callback only if a published key of the gateway verifies its JWT (5.1.6, 6.1). */
final class Callbacks {
  private static final int MOST_BYTES = 32 * 1024 * 1024;
  private static final long KEYS_LAST = TimeUnit.MINUTES.toNanos(10), ASK_AGAIN = TimeUnit.SECONDS.toNanos(5);

  private final Client client;
  private final Payer payer;
  private final Json.Members settings;
  private final Json.Members reading;
  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  private final HttpServer server;
  private Map<String, RSAPublicKey> keys;
  private long fetchedAt;

  Callbacks(Client client, Payer payer, Json.Members settings) {
    System.setProperty("sun.net.httpserver.nodelay", "true"); // otherwise a short response may be delayed by 40 ms
    this.client = client;
    this.payer = payer;
    this.settings = settings;
    reading = settings.object("readings").object("callback-jwt");
    server = GatewayAdapter.failing("no port for callbacks", () ->
        HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0));
    server.setExecutor(threads);
    server.createContext("/", this::receive);
    server.start();
  }

  String url() { return "http://127.0.0.1:" + server.getAddress().getPort(); }

  void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readNBytes(MOST_BYTES);
      int status = judge(exchange, body);
      GatewayAdapter.log("callback " + exchange.getRequestURI().getRawPath() + " " + status);
      if (status == 401) exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
      exchange.sendResponseHeaders(status, -1);
    }
  }

  private int judge(HttpExchange exchange, byte[] body) {
    String path = exchange.getRequestURI().getPath();
    if (!payer.isCallback(path)) return 404;
    if (!exchange.getRequestMethod().equals("POST")) return 405;
    boolean carried = !Boolean.FALSE.equals(reading.members().get("carried"));
    try {
      if (carried && !isGenuine(exchange.getRequestHeaders())) return 401;
    } catch (RuntimeException malformed) { // not Base64, or the keys could not be fetched
      return 401;
    }
    try {
      String correlationId = exchange.getRequestHeaders().getFirst(payer.correlationHeader);
      return payer.receive(path, correlationId, Json.members(body)); // before the 202, which confirms receipt
    } catch (RuntimeException malformed) {
      return 400;
    }
  }

  /** Returns whether a callback has exactly one JWT, signed by a published key and valid now (RFC 7519). */
  private boolean isGenuine(Headers headers) {
    String scheme = reading.text("scheme", "Bearer");
    List<String> values = headers.getOrDefault(reading.text("header", "Authorization"), List.of());
    if (values.size() != 1 || !values.get(0).regionMatches(true, 0, scheme, 0, scheme.length())) return false;
    String[] parts = values.get(0).substring(scheme.length()).strip().split("\\.", -1);
    if (parts.length != 3) return false;
    // Accept only RS256: if the token could choose, a forger would choose "none" or an HMAC.
    Json.Members header = Json.members(Base64.getUrlDecoder().decode(parts[0]));
    if (!header.text("alg").equals("RS256") || header.members().containsKey("crit")) return false;
    RSAPublicKey key = keyOf(header.text("kid"));
    return key != null && isSigned(parts, key)
        && isValidNow(Json.members(Base64.getUrlDecoder().decode(parts[1])));
  }

  private static boolean isSigned(String[] parts, RSAPublicKey key) {
    return GatewayAdapter.failing("no signature", () -> {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initVerify(key);
      signature.update((parts[0] + "." + parts[1]).getBytes(UTF_8));
      return signature.verify(Base64.getUrlDecoder().decode(parts[2]));
    });
  }

  /**
   * Checks expiry and start time, and issuer and audience if the readings name these. Allows no leeway, because clocks
   * are synchronised (5.2).
   */
  private boolean isValidNow(Json.Members claims) {
    double now = System.currentTimeMillis() / 1000.0;
    String issuer = reading.text("issuer", null);
    String audience = reading.text("audience", null);
    Object to = claims.members().get("aud");
    return now < claims.number("exp") && now >= (claims.members().containsKey("nbf") ? claims.number("nbf") : 0)
        && (issuer == null || issuer.equals(claims.text("iss", null)))
        && (audience == null || audience.equals(to) || to instanceof List<?> several && several.contains(audience));
  }

  /**
   * Returns the key with this kid, or null. An unknown kid leads to a new fetch, but only if the last one was more than
   * ASK_AGAIN ago: anyone can send unknown kids.
   */
  private synchronized RSAPublicKey keyOf(String kid) {
    long age = System.nanoTime() - fetchedAt;
    if (keys == null || age > (keys.containsKey(kid) ? KEYS_LAST : ASK_AGAIN)) {
      keys = fetchKeys();
      fetchedAt = System.nanoTime();
    }
    return keys.get(kid);
  }

  /** Fetches the published keys: from the gateway with a v3 request, from another host without a token. */
  private Map<String, RSAPublicKey> fetchKeys() {
    String address = settings.text("callbackCertificates");
    boolean own = address.startsWith(settings.object("services").text("gateway") + "/");
    var get = HttpRequest.newBuilder(URI.create(address)).GET();
    return client.call(own, () -> own ? Client.v3(get.copy()) : get.copy())
        .orRefusedBy("place of the callback certificates").json().list("keys").stream()
        .filter(jwk -> jwk.text("kty").equals("RSA") && jwk.text("use", "sig").equals("sig"))
        .filter(jwk -> jwk.text("alg", "RS256").equals("RS256"))
        .collect(Collectors.toMap(jwk -> jwk.text("kid"), Callbacks::readKey));
  }

  private static RSAPublicKey readKey(Json.Members jwk) {
    return GatewayAdapter.failing("a callback certificate is no RSA key", () -> {
      BigInteger modulus = new BigInteger(1, Base64.getUrlDecoder().decode(jwk.text("n")));
      BigInteger exponent = new BigInteger(1, Base64.getUrlDecoder().decode(jwk.text("e")));
      return (RSAPublicKey) KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(modulus, exponent));
    });
  }
}
