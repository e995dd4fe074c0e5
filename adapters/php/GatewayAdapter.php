<?php

declare(strict_types=1);

/**
 * The adapter's side of adapter protocol 1: JSON-RPC 2.0, one message per line on stdin and stdout. stderr is the log.
 * Needs PHP 8.2 or newer. Do not change this file; write the calls of your client in your adapter.
 */

/** The error of a call. The suite receives the message, so never put a value into it. */
final class AdapterError extends RuntimeException
{
    /** Returns the error to throw if your client refuses on purpose. Give the reason, without the value. */
    public static function refused(string $reason): self
    {
        return new self($reason, -32001);
    }

    /** Returns the error to throw if your client tried and failed: a service is down, or returned an error. */
    public static function failed(string $reason): self
    {
        return new self($reason, -32000);
    }

    /** Returns the error to throw for invalid params. */
    public static function badParams(string $reason): self
    {
        return new self($reason, -32602);
    }
}

/** The methods and key forms that an adapter offers for one journey, for the answer to `initialize`. */
final readonly class Offer
{
    /**
     * @param array<string, Closure> $methods the offered methods by name; the arguments of a closure are the params of the
     *                                        method, for example: fn (string $otp, string $txnId) => …
     * @param array<mixed> $transferKeyForms x25519, weierstrass, weierstrass-spki-explicit, weierstrass-spki-named;
     *                                       or ['hip' => ['takes' => […], 'gives' => […]], 'hiu' => …]
     * @param ?string $callbackUrl for the role provider: the base address for your callbacks; the suite appends /v1/…
     * @param ?string $encryptionKey for the role provider with the envelope jwe: your public key, SPKI in PEM
     */
    public function __construct(
        public array $methods,
        public array $transferKeyForms = [],
        public ?string $callbackUrl = null,
        public ?string $encryptionKey = null,
    ) {}
}

final class GatewayAdapter
{
    private const PROTOCOL = '1';
    private const MOST_BYTES = 32 * 1024 * 1024;
    private const WRITTEN = JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE;

    private ?Offer $offer = null;

    /** @param Closure(array<string, mixed>): Offer $begin creates a new client from the params of `initialize` */
    private function __construct(
        private readonly string $name,
        private readonly string $version,
        private readonly Closure $begin,
    ) {}

    /** Reads messages from stdin and answers on stdout until `shutdown` or the end of stdin. */
    public static function serve(string $name, string $version, Closure $begin): void
    {
        self::keepStdoutClean();
        $adapter = new self($name, $version, $begin);
        // fgets without a length reads a complete line; stream_get_line and fgets with a length would cut it off.
        while (($line = fgets(STDIN)) !== false) {
            if (trim($line) === '') {
                continue;
            }
            [$answer, $ends] = $adapter->answer($line);
            // PHP does not buffer STDOUT, so no flush is necessary. fwrite fails if the suite has closed the pipe.
            if ($answer !== null && @fwrite(STDOUT, $answer . "\n") === false) {
                return;
            }
            if ($ends) {
                return;
            }
        }
    }

    /** Writes a line to the log (stderr). Never log a secret, a header, a body or a value. */
    public static function log(string $text): void
    {
        fwrite(STDERR, gmdate('H:i:s') . ' ' . $text . "\n");
    }

    /** Makes a curl handle trust only the CA in `caCertificate`, or the system's CAs if there is none. */
    public static function trust(CurlHandle $curl, array $settings): void
    {
        if (isset($settings['caCertificate'])) {
            curl_setopt($curl, CURLOPT_CAINFO_BLOB, $settings['caCertificate']);
            curl_setopt($curl, CURLOPT_CAPATH, '/dev/null'); // otherwise curl would also trust the system's CAs
        }
    }

    /** Turns warnings into exceptions, and sends everything else that PHP or your code prints to the log. */
    private static function keepStdoutClean(): void
    {
        ini_set('display_errors', 'stderr');
        ini_set('log_errors', '0');
        ini_set('zend.exception_ignore_args', '1'); // no arguments in stack traces: they may be secrets or values
        ini_set('memory_limit', '1G'); // a message has up to 32 MiB, and is in memory in several forms
        ob_start(static function (string $printed): string {
            fwrite(STDERR, $printed);
            return '';
        }, 1);
        set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
            if ((error_reporting() & $level) === 0) {
                return false;
            }
            throw new ErrorException($message, 0, $level, $file, $line);
        });
    }

    /** @return array{?string, bool} the answer, null for a notification; and whether the message was `shutdown` */
    private function answer(string $line): array
    {
        $id = null;
        $wanted = true;
        $method = '';
        try {
            $message = self::read($line);
            $wanted = array_key_exists('id', $message);
            $id = is_string($message['id'] ?? null) || is_int($message['id'] ?? null) ? $message['id'] : null;
            $method = $message['method'] ?? null;
            $params = $message['params'] ?? [];
            if (($message['jsonrpc'] ?? null) !== '2.0' || !is_string($method)) {
                throw new AdapterError('a message has jsonrpc 2.0 and a method', -32600);
            }
            if (!is_array($params) || ($params !== [] && array_is_list($params))) {
                throw AdapterError::badParams('params are an object');
            }
            $body = ['result' => $this->call($method, $params)];
            $answer = self::write($id, $body);
        } catch (AdapterError $error) {
            $answer = self::write($id, ['error' => ['code' => $error->getCode(), 'message' => $error->getMessage()]]);
        } catch (Throwable $mistake) {
            // Report only class and place: the message of an exception may quote a value.
            $what = get_class($mistake) . ' in ' . basename($mistake->getFile()) . ':' . $mistake->getLine();
            self::log("$method: $what");
            $answer = self::write($id, ['error' => ['code' => -32603, 'message' => $what]]);
        }
        return [$wanted ? $answer : null, $method === 'shutdown'];
    }

    /** @return array<string, mixed> */
    private static function read(string $line): array
    {
        if (strlen($line) > self::MOST_BYTES) {
            throw new AdapterError('a message has 32 MiB at most', -32700);
        }
        $message = json_decode($line, true);
        if (json_last_error() !== JSON_ERROR_NONE) {
            throw new AdapterError('not JSON: ' . json_last_error_msg(), -32700);
        }
        if (!is_array($message) || array_is_list($message)) {
            throw new AdapterError('a message is one object', -32600);
        }
        return $message;
    }

    private static function write(string|int|null $id, array $body): string
    {
        return json_encode(['jsonrpc' => '2.0', 'id' => $id, ...$body], self::WRITTEN);
    }

    private function call(string $method, array $params): mixed
    {
        if ($method === 'initialize') {
            return $this->initialize($params);
        }
        if ($method === 'shutdown') {
            return null;
        }
        if ($this->offer === null) {
            throw AdapterError::failed('initialize comes first');
        }
        $handler = $this->offer->methods[$method] ?? throw new AdapterError("$method is not offered", -32601);
        return $handler(...self::named($handler, $params));
    }

    /** Starts a journey with a new client, which has no tokens, certificates or cycles from an earlier journey. */
    private function initialize(array $params): array
    {
        if (($params['protocolVersion'] ?? null) !== self::PROTOCOL) {
            throw AdapterError::badParams('this adapter speaks protocol version ' . self::PROTOCOL);
        }
        $this->offer = ($this->begin)($params);
        return array_filter([
            'protocolVersion' => self::PROTOCOL,
            'implementation' => ['name' => $this->name, 'version' => $this->version],
            'capabilities' => array_keys($this->offer->methods),
            'transferKeyForms' => $this->offer->transferKeyForms ?: null,
            'callbackUrl' => $this->offer->callbackUrl,
            'encryptionKey' => $this->offer->encryptionKey,
        ], static fn (mixed $member): bool => $member !== null);
    }

    /** Returns the params that a closure declares, and checks their types. Ignores others: a later suite may add some. */
    private static function named(Closure $handler, array $params): array
    {
        $named = [];
        foreach ((new ReflectionFunction($handler))->getParameters() as $parameter) {
            $name = $parameter->getName();
            $type = $parameter->getType();
            $value = $params[$name] ?? null;
            if ($value === null && $parameter->isOptional()) {
                continue;
            }
            if ($value === null && !$parameter->allowsNull()) {
                throw AdapterError::badParams("$name is missing");
            }
            if ($value !== null && $type instanceof ReflectionNamedType && $type->isBuiltin()
                && !in_array($type->getName(), ['mixed', get_debug_type($value)], true)) {
                throw AdapterError::badParams("$name is no {$type->getName()}");
            }
            $named[$name] = $value;
        }
        return $named;
    }
}
