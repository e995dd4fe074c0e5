<?php

// An adapter for the conformance suite: through this program the suite asks YOUR client to act. Fill in the methods that
// your client supports and leave out the rest. Missing methods are answered "not offered". Try it with:
//
//   npx conform adapter --check php adapter.php

declare(strict_types=1);

require __DIR__ . '/GatewayAdapter.php';
// require __DIR__ . '/vendor/autoload.php';

// Called before each journey. Create a new client here, so that it has no tokens or certificates from an earlier journey.
// $settings contains services, credentials, cmId, paths, readings, caCertificate …
GatewayAdapter::serve('my-client', '0.0.0', static function (array $settings): Offer {
    // $client = new MyClient($settings);
    // GatewayAdapter::trust($curl, $settings) makes a curl handle trust the suite's CA certificate.

    // A closure declares its params as arguments and returns the result. If your client refuses on purpose, throw
    // AdapterError::refused('reason'). If it tried and failed, throw AdapterError::failed('reason'). Never put a value
    // into these messages.
    return new Offer(
        methods: [
            // 'session.create' => fn () => $client->createSession(),
            // 'certificate.fetch' => fn (string $service) => $client->fetchCertificate($service),
            // 'field.encrypt' => fn (string $service, string $value) => ['ciphertext' => $client->encrypt($service, $value)],
            // 'otp.verify' => fn (string $otp, string $txnId) => $client->verifyOtp($otp, $txnId), // txnId, authResult, message
            // 'fields.send' => fn (string $service, string $path, array $fields) => $client->post($service, $path, $fields),
            // 'transfer.encrypt' => fn (array $keyMaterial, string $bundle) => $client->encryptFor($keyMaterial, $bundle), // keyMaterial, content
            // 'transfer.open' => fn () => $client->newRequest(), // transferId, keyMaterial
            // 'transfer.decrypt' => fn (array $keyMaterial, string $content, ?string $transferId = null, ?array $recipient = null)
            //     => ['bundle' => $client->decrypt($transferId ?? $recipient, $keyMaterial, $content)],
            // 'insurancePlan.request' => fn () => ['correlationId' => $client->requestPlan()],
            // 'eligibility.check' => fn () => ['correlationId' => $client->checkEligibility()],
            // 'preauth.submit' => fn () => ['correlationId' => $client->submitPreauth()],
            // 'claim.submit' => fn () => ['correlationId' => $client->submitClaim()],
            // 'communication.reply' => fn (string $correlationId) => $client->reply($correlationId),
            // 'dummyPayer.trigger' => fn (string $action, string $method, string $correlationId)
            //     => $client->trigger($action, $method, $correlationId),
            // 'paymentNotice.init' => fn (string $providerId, string $claimNumber) => $client->startNotice($providerId, $claimNumber),
            // 'cycle.get' => fn (string $correlationId) => $client->cycle($correlationId), // state, callbacks
        ],
        // transferKeyForms: ['x25519'], // 32 bytes; also weierstrass (a 65-byte point), weierstrass-spki-explicit, -named
        // callbackUrl: 'http://127.0.0.1:8080', // as provider: the suite appends /v1/…
    );
});
