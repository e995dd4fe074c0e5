/**
 * An adapter for the conformance suite: through this program the suite asks YOUR client to act. Fill in the methods that
 * your client supports and leave out the rest. Missing methods are answered "not offered". Try it with:
 *
 *   npx conform adapter --check java Run.java Adapter.java
 *
 * If your client is compiled or in a jar, add it to the class path, here and in integrator.command of the target file:
 *
 *   npx conform adapter --check java -cp 'target/classes:target/dependency/*' Run.java Adapter.java
 */
final class Adapter {
  public static void main(String[] arguments) {
    GatewayAdapter.serve("my-client", "0.0.0", Adapter::begin);
  }

  /**
   * Called before each journey. Create a new client here, so that it has no tokens or certificates from an earlier
   * journey. The settings contain services, credentials, cmId, paths, readings …
   */
  private static GatewayAdapter.Offer begin(Json.Members settings) {
    // var client = new MyClient(settings.object("services").text("gateway"), GatewayAdapter.trust(settings));

    // A handler returns the result of the call. If your client refuses on purpose, throw
    // GatewayAdapter.refused("reason"). If it tried and failed, throw GatewayAdapter.failed("reason"). Never put a value
    // into these messages.
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
