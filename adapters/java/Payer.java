import java.math.BigDecimal;
import java.time.Instant;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.stream.*;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The provider's side of the payer flows, with the envelope json (2.7, 4.4 to 4.7, 6.1). */
final class Payer {
  private static final Map<String, String> REQUESTS = Map.of("plan", "/v1/insuranceplan/request",
      "eligibility", "/v1/coverageeligibility/check", "preauth", "/v1/preauth/submit", "claim", "/v1/claim/submit");
  private static final Set<String> OVER = Set.of("approved", "rejected", "answered");

  /** State of a cycle. Synchronize on the cycle to change it, because callbacks run on other threads. */
  private static final class Cycle {
    final String workflowId = UUID.randomUUID().toString();
    String state = "pending";
    int callbacks;
    boolean replied;
  }

  private final Client client;
  private final Json.Members settings;
  private final Json.Members participants;
  private final Json.Members readings;
  final String correlationHeader;
  private final Map<String, Cycle> cycles = new ConcurrentHashMap<>();
  /** Maps the path of a callback to its handler, which returns false for an unknown cycle. */
  private final Map<String, BiPredicate<String, Json.Members>> callbacks = new HashMap<>();

  /** Adds the methods of the roles provider and trigger to the offer, unless the envelope is jwe. */
  static void addTo(GatewayAdapter.Offer offer, Client client, Json.Members settings) {
    if (!settings.text("envelope", "jwe").equals("json") || !settings.object("services").has("provider")) return;
    Payer payer = new Payer(client, settings);
    Callbacks callbacks = new Callbacks(client, payer, settings);
    offer.method("insurancePlan.request", params -> payer.begin("plan"))
        .method("eligibility.check", params -> payer.begin("eligibility"))
        .method("preauth.submit", params -> payer.begin("preauth"))
        .method("claim.submit", params -> payer.begin("claim"))
        .method("communication.reply", params -> payer.reply(params.text("correlationId")))
        .method("dummyPayer.trigger", payer::trigger)
        .method("paymentNotice.init", payer::startNotice)
        .method("cycle.get", params -> payer.cycle(params.text("correlationId")))
        .callbackUrl(callbacks.url())
        .atEnd(callbacks::close);
  }

  private Payer(Client client, Json.Members settings) {
    this.client = client;
    this.settings = settings;
    participants = settings.object("participants");
    readings = settings.object("readings");
    correlationHeader = readings.object("correlation-id").text("name", "x-hcx-correlation_id");
    callbacks.put(readings.text("plan-answer", "/v1/insuranceplan/on_request"), this::takeData);
    callbacks.put(readings.text("eligibility-answer", "/v1/coverageeligibility/on_check"), this::takeData);
    callbacks.put("/v1/preauth/on_submit", this::takeDecision);
    callbacks.put("/v1/claim/on_submit", this::takeDecision);
    callbacks.put("/v1/communication/request", this::takeQuery);
    callbacks.put(readings.text("payment-prompt", "/v1/paymentnotice/request"), this::takePrompt);
  }

  /** Starts a cycle. Stores the cycle before sending, because the payer's callback may arrive before the 202. */
  Object begin(String kind) {
    String correlationId = UUID.randomUUID().toString();
    cycles.put(correlationId, new Cycle());
    try {
      send(REQUESTS.get(kind), correlationId, "request.initiated", request(kind));
    } catch (GatewayAdapter.AdapterException failure) {
      cycles.remove(correlationId);
      throw failure;
    }
    return Json.object("correlationId", correlationId);
  }

  /** Sends the documents that the payer asked for. Sends them only once, even if called repeatedly. */
  Object reply(String correlationId) {
    Cycle cycle = known(correlationId);
    synchronized (cycle) {
      if (cycle.replied) return null;
      if (!cycle.state.equals("queried"))
        throw GatewayAdapter.failed("the payer has asked nothing in that cycle");
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

  Object trigger(Json.Members given) {
    return ask("/process/request", Json.object("action", given.text("action"), "method", given.text("method"),
        "correlationId", given.text("correlationId")));
  }

  Object startNotice(Json.Members given) {
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
    if (cycle == null) throw GatewayAdapter.failed("no cycle has this correlation id");
    return cycle;
  }

  /** Processes a callback whose JWT was verified (6.1), and returns the HTTP status: 404 for an unknown cycle. */
  int receive(String path, String correlationId, Json.Members bundle) {
    var take = callbacks.get(path);
    if (take == null) return 404;
    if (correlationId == null || bundle.members().isEmpty()) return 400;
    return take.test(correlationId, bundle) ? 202 : 404;
  }

  boolean isCallback(String path) { return callbacks.containsKey(path); }

  /**
   * Counts a callback and sets the state of its cycle; returns false for an unknown cycle. A final state never changes,
   * so a repeated callback has no other effect.
   */
  private boolean note(String correlationId, String state) {
    Cycle cycle = cycles.get(correlationId);
    if (cycle == null) return false;
    synchronized (cycle) {
      cycle.callbacks++;
      if (state != null && !OVER.contains(cycle.state)) cycle.state = state;
    }
    return true;
  }

  private boolean takeData(String correlationId, Json.Members bundle) { return note(correlationId, "answered"); }

  private boolean takeQuery(String correlationId, Json.Members bundle) { return note(correlationId, "queried"); }

  private boolean takeDecision(String correlationId, Json.Members bundle) {
    Json.Members reading = readings.object("decision");
    List<Object> decisions = valuesAt(bundle, reading.text("path"));
    boolean isFinal = !reading.has("final") || valuesAt(bundle, reading.object("final").text("path"))
        .contains(reading.object("final").text("value"));
    String state = !isFinal ? null
        : decisions.contains(reading.text("approved")) ? "approved"
        : decisions.contains(reading.text("rejected")) ? "rejected" : null;
    return note(correlationId, state);
  }

  /** Processes a payment prompt, which opens a new cycle. Acknowledges it once, in a separate request after the 202. */
  private boolean takePrompt(String correlationId, Json.Members bundle) {
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
    } catch (GatewayAdapter.AdapterException failure) {
      GatewayAdapter.log("acknowledgment: " + failure.getMessage());
    }
  }

  /** Sends a message of a cycle. A retry repeats only the correlation and workflow ids; the ids of the call are new. */
  private void send(String path, String correlationId, String status, Map<String, Object> resource) {
    String bundle = Json.write(bundle(resource));
    String workflowId = known(correlationId).workflowId;
    client.call(true, () -> Client.json(client.to("provider", path), bundle)
        .header("x-hcx-sender_code", participants.text("provider"))
        .header("x-hcx-recipient_code", participants.text("payer"))
        .header(correlationHeader, correlationId)
        .header("x-hcx-workflow_id", workflowId)
        .header("x-hcx-api_call_id", UUID.randomUUID().toString())
        .header("x-hcx-request_id", UUID.randomUUID().toString())
        .header("x-hcx-timestamp", now())
        .header("x-hcx-status", status)).orRefusedBy("payer side");
  }

  /** Sends a request to the dummy payer, with its special header bearer_auth (4.4, 5.1.8). */
  private Object ask(String path, Map<String, Object> body) {
    client.call(false, () -> Client.json(client.to("dummyPayer", path), Json.write(body))
        .header("Accept", "application/json")
        .header("bearer_auth", settings.text("dummyPayerToken", "Bearer " + client.session().token())))
        .orRefusedBy("dummy payer");
    return null;
  }

  private static String now() { return Client.TIMESTAMP.format(Instant.now()); }

  /** Returns a minimal valid FHIR R4 resource that opens a cycle. */
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

  /** Returns the values at a path such as ClaimResponse.disposition in all resources of that type in the bundle. */
  private static List<Object> valuesAt(Json.Members bundle, String path) {
    List<String> steps = List.of(path.replace("[]", "").split("\\."));
    List<Object> values = new ArrayList<>();
    if (Character.isUpperCase(path.charAt(0))) {
      for (Json.Members entry : bundle.has("entry") ? bundle.list("entry") : List.<Json.Members>of()) {
        Json.Members resource = entry.object("resource");
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
