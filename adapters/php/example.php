<?php

// A complete adapter for the roles session, identity, registry, hip and hiu, with a small conforming client. Needs the
// extensions curl, openssl and sodium, and phpseclib. Numbers in parentheses are clauses of the contract.

declare(strict_types=1);

require __DIR__ . '/GatewayAdapter.php';
require __DIR__ . '/Client.php';
require __DIR__ . '/Transfers.php';
require __DIR__ . '/Curve.php';
// Install phpseclib with `composer require phpseclib/phpseclib:~3.0` or from Debian's php-phpseclib3.
require is_file(__DIR__ . '/vendor/autoload.php') ? __DIR__ . '/vendor/autoload.php' : 'phpseclib3/autoload.php';

GatewayAdapter::serve('example-php', '1.0.0', static function (array $settings): Offer {
    $client = new Client($settings);
    $transfers = new Transfers();
    return new Offer(
        methods: [
            'session.create' => $client->createSession(...),
            'certificate.fetch' => $client->fetchCertificate(...),
            'field.encrypt' => $client->encryptField(...),
            'fields.send' => $client->sendFields(...),
            'otp.verify' => $client->verifyOtp(...),
            'transfer.encrypt' => $transfers->encrypt(...),
            'transfer.open' => $transfers->open(...),
            'transfer.decrypt' => $transfers->decrypt(...),
        ],
        transferKeyForms: ['x25519', 'weierstrass', 'weierstrass-spki'],
    );
});
