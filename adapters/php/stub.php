<?php

// An adapter for the conformance suite: through it the suite asks YOUR client to act. Fill in what your client does and
// leave out the rest: what is missing here is answered "not offered". Try it with:
//
//   npx conform adapter --check php adapter.php

declare(strict_types=1);

require __DIR__ . '/GatewayAdapter.php';
// require __DIR__ . '/vendor/autoload.php';

// Called first, and again before each journey. Make a fresh client here, so that tokens and certificates of an earlier
// journey are gone. $settings holds what initialize gave: services, credentials, cmId, paths, readings, caCertificate …
GatewayAdapter::serve('my-client', '0.0.0', static function (array $settings): Offer {
    // $client = new MyClient($settings);
    // GatewayAdapter::trust($curl, $settings) lets a curl handle trust the suite's certificate authority.

    // A closure names the params that it wants, and returns the result. It says no with AdapterError::refused('why'),
    // and that something was not to be had with AdapterError::failed('what'). Never put a value into either.
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
