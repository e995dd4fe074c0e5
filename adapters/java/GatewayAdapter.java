import java.io.*;
import java.math.BigDecimal;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.*;
import java.util.concurrent.Callable;
import java.util.function.Function;
import javax.net.ssl.*;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * The adapter's side of adapter protocol 1: JSON-RPC 2.0, one message per line on stdin and stdout. stderr is the log.
 * Needs Java 17 or later. Do not change this file; write the calls of your client in Adapter.java.
 */
final class GatewayAdapter {
  private static final String PROTOCOL = "1";
  private static final int LIMIT = 32 * 1024 * 1024; // maximum bytes of a message

  private final String name;
  private final String version;
  private final Function<Json.Members, Offer> begin;
  private Offer offer;
  private boolean stopped;

  private GatewayAdapter(String name, String version, Function<Json.Members, Offer> begin) {
    this.name = name;
    this.version = version;
    this.begin = begin;
  }

  /**
   * Reads messages from stdin and answers on stdout until shutdown or the end of stdin, then ends the program. Calls
   * `begin` for each initialize. Create a new client there, without tokens, certificates and cycles of an earlier one.
   */
  static void serve(String name, String version, Function<Json.Members, Offer> begin) {
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err); // stdout is only for protocol messages: a stray println goes to the log
    try {
      new GatewayAdapter(name, version, begin).serve(new BufferedInputStream(System.in, 1 << 16), out);
    } catch (IOException gone) { // the suite has closed the connection
      log("the conversation was broken off");
    }
    System.exit(0); // even if threads of a client are still running
  }

  /** Writes a line to the log (stderr). Never log a secret, a header, a body or a value. */
  static void log(String text) {
    System.err.println(LocalTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS) + " " + text);
  }

  /** Returns an SSLContext that trusts only the CA in `caCertificate`, or Java's default CAs if there is none. */
  static SSLContext trust(Json.Members settings) {
    String pem = settings.text("caCertificate", null);
    return failing("caCertificate is no PEM certificate", () -> {
      if (pem == null) return SSLContext.getDefault();
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (var each : CertificateFactory.getInstance("X.509").generateCertificates(bytes(pem)))
        store.setCertificateEntry("authority-" + store.size(), each);
      var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context;
    });
  }

  private static InputStream bytes(String text) { return new ByteArrayInputStream(text.getBytes(UTF_8)); }

  // ==== The methods and key forms that an adapter offers, for the answer to initialize. ====

  /** Handles a call. Return null if the method does not have a result. */
  interface Handler {
    Object call(Json.Members params) throws Exception;
  }

  static final class Offer {
    private final Map<String, Handler> methods = new LinkedHashMap<>();
    private final Map<String, Object> about = new LinkedHashMap<>();
    private Runnable end = () -> {};

    /** Offers a method. Methods that are not offered are answered "not offered". */
    Offer method(String name, Handler handler) {
      methods.put(name, handler);
      return this;
    }

    /**
     * Sets the key forms for both sides: x25519, weierstrass, weierstrass-spki-explicit, weierstrass-spki-named.
     * weierstrass-spki means the last two.
     */
    Offer transferKeyForms(List<String> forms) {
      about.put("transferKeyForms", forms);
      return this;
    }

    /** Sets the key forms by side (hip, hiu): those that the side accepts ("takes") and sends ("gives"). */
    Offer transferKeyForms(Map<String, Map<String, List<String>>> sides) {
      about.put("transferKeyForms", sides);
      return this;
    }

    /** For the role provider: sets the base address for your callbacks. The suite appends /v1/… */
    Offer callbackUrl(String url) {
      about.put("callbackUrl", url);
      return this;
    }

    /** For the role provider with the envelope jwe: sets your public key for encrypting callbacks, SPKI in PEM. */
    Offer encryptionKey(String pem) {
      about.put("encryptionKey", pem);
      return this;
    }

    /** Sets the code that closes open resources before the next journey begins. */
    Offer atEnd(Runnable close) {
      end = close;
      return this;
    }
  }

  // ==== Errors of a call. The suite receives the message, so never put a value into it. ====

  static final class AdapterException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    static final int PARSE = -32700, BAD_REQUEST = -32600, NOT_OFFERED = -32601, BAD_PARAMS = -32602;
    static final int INTERNAL = -32603, FAILED = -32000, REFUSED = -32001;
    final int code;

    AdapterException(int code, String message) {
      super(message);
      this.code = code;
    }
  }

  /** Returns the exception to throw if your client refuses on purpose. Give the reason, without the value. */
  static AdapterException refused(String reason) {
    return new AdapterException(AdapterException.REFUSED, reason);
  }

  /** Returns the exception to throw if your client tried and failed: a service is down, or returned an error. */
  static AdapterException failed(String reason) { return new AdapterException(AdapterException.FAILED, reason); }

  /** Returns the exception to throw for invalid params. */
  static AdapterException badParams(String reason) {
    return new AdapterException(AdapterException.BAD_PARAMS, reason);
  }

  /** Returns the exception for a message, or a response of a service, that is not JSON. */
  static AdapterException unreadable(String reason) { return new AdapterException(AdapterException.PARSE, reason); }

  /** Runs `work`. Replaces other exceptions, which may quote a value, by a refusal with the class of the exception. */
  static <T> T refusing(String reason, Callable<T> work) { return or(AdapterException.REFUSED, reason, work); }

  /** Runs `work` like {@link #refusing}, but replaces other exceptions by a failure instead of a refusal. */
  static <T> T failing(String reason, Callable<T> work) { return or(AdapterException.FAILED, reason, work); }

  private static <T> T or(int code, String reason, Callable<T> work) {
    try {
      return work.call();
    } catch (AdapterException ours) {
      throw ours;
    } catch (Exception cause) {
      throw new AdapterException(code, reason + " (" + cause.getClass().getSimpleName() + ")");
    }
  }

  // ==== JSON-RPC 2.0, one message per line. ====

  private void serve(InputStream in, OutputStream out) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int read; !stopped && (read = in.read()) >= 0; ) {
      if (read != '\n' && line.size() <= LIMIT) line.write(read);
      if (read != '\n') continue;
      String answer = line.toString(UTF_8).isBlank() ? null : answer(line.toByteArray());
      line = new ByteArrayOutputStream(); // not reset(): the buffer may have grown large
      if (answer == null) continue;
      out.write((answer + "\n").getBytes(UTF_8)); // not the platform's default encoding
      out.flush();
    }
  }

  /** Returns the answer to one message; null for a notification, which has no id. */
  private String answer(byte[] line) {
    Object id = null;
    boolean wanted = true;
    String asked = "";
    Map<String, Object> answer = Json.object("jsonrpc", "2.0", "id", null);
    try {
      if (line.length > LIMIT) throw unreadable("a message has 32 MiB at most");
      if (!(Json.parse(line) instanceof Map<?, ?> message))
        throw new AdapterException(AdapterException.BAD_REQUEST, "a message is one object");
      id = message.get("id");
      wanted = message.containsKey("id");
      if (!(id instanceof String || id instanceof BigDecimal)) id = null;
      if (!"2.0".equals(message.get("jsonrpc")) || !(message.get("method") instanceof String method))
        throw new AdapterException(AdapterException.BAD_REQUEST, "a message has jsonrpc 2.0 and a method");
      asked = method;
      answer.put("result", call(method, Json.Members.of(message.get("params"), AdapterException.BAD_PARAMS)));
    } catch (AdapterException error) {
      answer.put("error", Json.object("code", error.code, "message", error.getMessage()));
    } catch (Exception | LinkageError mistake) {
      answer.put("error", Json.object("code", AdapterException.INTERNAL, "message", told(asked, mistake)));
    }
    answer.put("id", id);
    return wanted ? Json.write(answer) : null;
  }

  /** Logs and returns class and place of an exception, but not its message, which may quote a value. */
  private static String told(String method, Throwable mistake) {
    StackTraceElement[] trace = mistake.getStackTrace();
    String place = trace.length == 0 ? "" : " in " + trace[0].getFileName() + ":" + trace[0].getLineNumber();
    log(method + ": " + mistake.getClass().getName() + place);
    return mistake.getClass().getName() + place;
  }

  private Object call(String method, Json.Members params) throws Exception {
    if (method.equals("initialize")) return initialize(params);
    stopped = method.equals("shutdown");
    if (stopped) return null;
    if (offer == null) throw failed("initialize comes first");
    Handler handler = offer.methods.get(method);
    if (handler == null) throw new AdapterException(AdapterException.NOT_OFFERED, method + " is not offered");
    return handler.call(params);
  }

  private Object initialize(Json.Members params) {
    if (!params.text("protocolVersion").equals(PROTOCOL))
      throw badParams("this adapter speaks protocol version " + PROTOCOL);
    if (offer != null) offer.end.run();
    offer = begin.apply(params);
    Map<String, Object> result = Json.object("protocolVersion", PROTOCOL,
        "implementation", Json.object("name", name, "version", version),
        "capabilities", List.copyOf(offer.methods.keySet()));
    result.putAll(offer.about);
    return result;
  }
}
