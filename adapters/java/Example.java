/**
 * A complete adapter: a small conforming client with the platform's own means. {@link Client}, {@link Transfers},
 * {@link Payer} and {@link Callbacks} show what the contract asks of any client. Numbers in brackets are its clauses.
 */
final class Example {
  public static void main(String[] arguments) {
    // Idle connections are given up before a service closes them: a POST that meets a closing one would be lost.
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
    Payer.addTo(offer, client, settings); // provider and trigger: leave this line out if you are neither
    return offer;
  }
}
