/**
 * An adapter for the conformance suite: through it the suite asks YOUR client to act. Fill in what your client does and
 * leave out the rest: what is missing here is answered "not offered". Try it with:
 *
 *   npx conform adapter --check java Run.java Adapter.java
 *
 * Is your client compiled, or in a jar? Name it, here and in integrator.command:
 *
 *   npx conform adapter --check java -cp 'target/classes:lib/*' Run.java Adapter.java
 */
final class Adapter {
  public static void main(String[] arguments) {
    GatewayAdapter.serve("my-client", "0.0.0", Adapter::begin);
  }

  /**
   * Called first, and again before each journey. Make a fresh client here, so that tokens and certificates of an earlier
   * journey are gone. The settings hold what initialize gave: services, credentials, cmId, paths, readings …
   */
  private static GatewayAdapter.Offer begin(Json.Members settings) {
    // var client = new MyClient(settings.object("services").text("gateway"), GatewayAdapter.trust(settings));

    // A call returns its result. It says no with GatewayAdapter.refused("why"), and that something was not to be had
    // with GatewayAdapter.failed("what"). Never put a value into either.
    return new GatewayAdapter.Offer()
        // .method("session.create", params -> { client.createSession(); return null; })
        // .method("certificate.fetch", params -> client.fetchCertificate(params.text("service")))
        // .method("field.encrypt", params ->
        //     Json.object("ciphertext", client.encrypt(params.text("service"), params.text("value"))))
        // .method("otp.verify", params -> client.verifyOtp(params.text("otp"), params.text("txnId"))) // txnId, authResult, message
        // .method("fields.send", params -> // each field: name, value, encrypted
        //     client.post(params.text("service"), params.text("path"), params.list("fields")))
        // .method("transfer.encrypt", params -> // keyMaterial, content
        //     client.encryptFor(params.object("keyMaterial"), params.text("bundle")))
        // .method("transfer.open", params -> client.newRequest()) // transferId, keyMaterial
        // .method("transfer.decrypt", params -> // transferId or recipient, keyMaterial, content
        //     Json.object("bundle", client.decrypt(params)))
        // .method("insurancePlan.request", params -> Json.object("correlationId", client.requestPlan()))
        // .method("eligibility.check", params -> Json.object("correlationId", client.checkEligibility()))
        // .method("preauth.submit", params -> Json.object("correlationId", client.submitPreauth()))
        // .method("claim.submit", params -> Json.object("correlationId", client.submitClaim()))
        // .method("communication.reply", params -> client.reply(params.text("correlationId")))
        // .method("dummyPayer.trigger", params ->
        //     client.trigger(params.text("action"), params.text("method"), params.text("correlationId")))
        // .method("paymentNotice.init", params ->
        //     client.startNotice(params.text("providerId"), params.text("claimNumber")))
        // .method("cycle.get", params -> client.cycle(params.text("correlationId"))) // state, callbacks
        // .transferKeyForms(List.of("x25519")) // 32 bytes; also weierstrass (a 65-byte point), weierstrass-spki-explicit, -named
        // .callbackUrl("http://127.0.0.1:8080") // as provider: the suite appends /v1/…
    ;
  }
}
