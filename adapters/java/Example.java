/**
 * A complete adapter with a small conforming client, which needs only the JDK and, optionally, Bouncy Castle.
 * {@link Client}, {@link Transfers}, {@link Payer} and {@link Callbacks} implement the contract. Numbers in parentheses
 * are clauses of the contract.
 */
final class Example {
  public static void main(String[] arguments) {
    // Close idle connections before the service does: a POST on a connection that the service is closing would be lost.
    System.setProperty("jdk.httpclient.keepalive.timeout", "2");
    GatewayAdapter.serve("example-java", "1.0.0", Example::begin);
  }

  private static GatewayAdapter.Offer begin(Json.Members settings) {
    Client client = new Client(settings);
    Transfers transfers = new Transfers();
    GatewayAdapter.Offer offer = new GatewayAdapter.Offer()
        .method("session.create", params -> client.createSession())
        .method("certificate.fetch", params -> client.fetchCertificate(params.text("service")))
        .method("field.encrypt", params -> client.encryptField(params.text("service"), params.text("value")))
        .method("fields.send", params ->
            client.sendFields(params.text("service"), params.text("path"), params.list("fields")))
        .method("otp.verify", params -> client.verifyOtp(params.text("otp"), params.text("txnId")))
        .method("transfer.encrypt", params ->
            transfers.encrypt(params.object("keyMaterial"), params.text("bundle")))
        .method("transfer.open", params -> transfers.open())
        .method("transfer.decrypt", transfers::decrypt)
        .transferKeyForms(Curve.forms());
    Payer.addTo(offer, client, settings); // remove this line if you play neither provider nor trigger
    return offer;
  }
}
