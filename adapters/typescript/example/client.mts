// Sessions, requests, certificates and encrypted fields. Numbers in parentheses are clauses of the contract.
import { constants, createPublicKey, publicEncrypt, randomUUID } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure, Refusal } from '../gateway-adapter.mts';
import type { Field, Service, Settings } from '../gateway-adapter.mts';
import { sender, unexpected } from '../sender.mts';
import type { Reply, Request } from '../sender.mts';

type Json = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string>>;
interface Session {
  readonly token: string;
  /** In milliseconds of `performance.now()`, which changes of the system clock do not affect. */
  readonly renewAt: number;
}

const mostTries = 3; // if a service is busy or cannot decrypt; few, because the latter may count as a wrong OTP
const digestBytes = { sha1: 20, sha256: 32 };
type Hash = keyof typeof digestBytes;

export class Client {
  readonly settings: Settings;
  readonly #send: (request: Request) => Promise<Reply>;
  #session: Promise<Session> | undefined; // a promise, so that concurrent calls share one session request
  readonly #certificates = new Map<Service, KeyObject>();
  readonly #hashes = new Map<string, Hash>(); // by address: the hash with which a value was accepted

  constructor(settings: Settings) {
    this.settings = settings;
    this.#send = sender(settings.caCertificate);
  }

  // -- Session (2.1, 2.2, 4.1, 5.1) --

  /** Always requests a new session. All other calls reuse the current session (5.1.4). */
  createSession(): Promise<Session> {
    const session = this.#requestSession();
    this.#session = session;
    session.catch(() => {
      this.#forget(session);
    });
    return session;
  }

  async #requestSession(): Promise<Session> {
    const { services, credentials, cmId } = this.settings;
    const asked = performance.now(); // before the request, so that the lifetime is not overestimated
    const url = `${services.gateway}/api/hiecm/gateway/v3/sessions`;
    const body = { ...credentials, grantType: 'client_credentials' };
    const reply = await patiently(() => this.#send(post(url, { ...v3(), 'X-CM-ID': cmId }, body)));
    const { accessToken, expiresIn } = reply.members;
    if (!reply.ok || typeof accessToken !== 'string' || typeof expiresIn !== 'number')
      throw unexpected('gateway', reply);
    // Renew a little before the end: otherwise a token could expire while a request is in transit.
    return { token: accessToken, renewAt: asked + (expiresIn - Math.min(30, expiresIn / 5)) * 1000 };
  }

  /** Returns the current session, or a new one if the current session is about to end. */
  async #usableSession(): Promise<{ session: Promise<Session>; token: string }> {
    const kept = this.#session;
    if (kept !== undefined && performance.now() >= (await kept).renewAt) this.#forget(kept);
    const session = this.#session ?? this.createSession();
    return { session, token: (await session).token };
  }

  #forget(session: Promise<Session>): void {
    if (this.#session === session) this.#session = undefined;
  }

  // -- Requests (5.2) --

  /**
   * Sends the request that `compose` returns for a token. Calls `compose` again for each try, because each
   * request needs its own id, time and ciphertexts. After a 401, gets a new session once. A request that got
   * no response is not repeated, because the service may have processed it.
   */
  async call(compose: (token: string) => Request | Promise<Request>): Promise<Reply> {
    for (let renewed = false; ; renewed = true) {
      let used: Promise<Session> | undefined;
      const reply = await patiently(async () => {
        const { session, token } = await this.#usableSession(); // before TIMESTAMP, which must be current
        used = session;
        return this.#send(await compose(token));
      });
      if (reply.status !== 401 || renewed || used === undefined) return reply;
      this.#forget(used);
    }
  }

  /**
   * Fetches the keys for checking callbacks (5.1.6): from the gateway with a v3 request, from another host
   * without a token.
   */
  fetchCallbackCertificates(): Promise<Reply> {
    const { callbackCertificates: url, services } = this.settings;
    if (!url.startsWith(`${services.gateway}/`)) return this.#send({ method: 'GET', url, headers: {} });
    return this.call((token) => ({ method: 'GET', url, headers: { ...bearer(token), ...v3() } }));
  }

  // -- Certificates (4.2, 6.3.1) --

  /** Fetches the encryption key of a service and caches it. Each service has its own key. */
  async fetchCertificate(service: Service): Promise<KeyObject> {
    const { services, paths } = this.settings;
    const path =
      service === 'identity' ? `/${paths.identity}/api/v3/profile/public/certificate` : '/api/v1/auth/cert';
    const url = services[service] + path;
    const reply = await this.call((token) => ({ method: 'GET', url, headers: headersTo(service, token) }));
    if (!reply.ok) throw unexpected(service, reply);
    const key = readKey(reply);
    this.#certificates.set(service, key);
    return key;
  }

  async #certificate(service: Service): Promise<KeyObject> {
    return this.#certificates.get(service) ?? this.fetchCertificate(service);
  }

  // -- Encrypted fields (2.4, 2.5, 4.3, 6.3) --

  async encryptField(service: Service, value: string): Promise<string> {
    return encrypt(await this.#certificate(service), 'sha1', value);
  }

  async sendFields(service: Service, path: string, fields: readonly Field[]): Promise<void> {
    const { readings } = this.settings;
    const always = ['otp', 'loginId', readings['national-id-field'], ...readings['encrypted-members']];
    await this.#sendEncrypted(
      { service, path, operation: path },
      fields.map((each) => ({ ...each, encrypted: each.encrypted || always.includes(each.name) })),
    );
  }

  async verifyOtp(
    otp: string,
    txnId: string,
  ): Promise<{ txnId: string; authResult: string; message: string }> {
    const path = `/v2/registration/${this.settings.paths.nationalId}/verifyOTP`;
    const answer = await this.#sendEncrypted({ service: 'registry', path, operation: 'otp.verify' }, [
      { name: 'otp', value: otp, encrypted: true },
      { name: 'txnId', value: txnId, encrypted: false },
    ]);
    const text = (name: string): string => (typeof answer[name] === 'string' ? answer[name] : '');
    return { txnId: text('txnId'), authResult: text('authResult'), message: text('message') };
  }

  /**
   * Sends the fields as one JSON body. If the service cannot decrypt a value, it may have a new key: this
   * function fetches the certificate again (6.3.1). If the key has not changed, the hash must be the reason:
   * it tries the other hash (6.3.3).
   */
  async #sendEncrypted(
    { service, path, operation }: { service: Service; path: string; operation: string },
    fields: readonly Field[],
  ): Promise<Json> {
    const { services, readings } = this.settings;
    const url = services[service] + path;
    let hash = this.#hashes.get(url) ?? (readings['oaep-hash'][operation] === 'SHA-256' ? 'sha256' : 'sha1');
    let key = await this.#certificate(service);
    const rejected = new Set<Hash>();
    for (let tries = 1; ; tries += 1) {
      const body = (): Json =>
        Object.fromEntries(
          fields.map(({ name, value, encrypted }) => [name, encrypted ? encrypt(key, hash, value) : value]),
        );
      const reply = await this.call((token) => post(url, headersTo(service, token), body()));
      if (reply.ok) {
        this.#hashes.set(url, hash);
        return reply.members;
      }
      if (!this.#isUndecryptable(reply)) throw unexpected(service, reply);
      this.#certificates.delete(service);
      if (tries === mostTries) throw unexpected(service, reply);
      const fetched = await this.#certificate(service);
      if (fetched.equals(key)) {
        rejected.add(hash);
        hash = hash === 'sha1' ? 'sha256' : 'sha1';
        if (rejected.has(hash)) throw unexpected(service, reply);
      }
      key = fetched;
    }
  }

  /** Recognises a decryption error by a reading: the contract specifies neither its status nor its code (7). */
  #isUndecryptable({ ok, status, headers, body }: Reply): boolean {
    const { status: agreed, words = usualWords } = this.settings.readings['encryption-rejection'];
    // Not the HTML error page of a proxy, whose CSS contains the word "padding".
    const isPage = headers['content-type']?.includes('html') ?? false;
    const isRefusal = agreed === undefined ? !ok : status === agreed;
    const text = body.toLowerCase();
    return isRefusal && !isPage && words.some((word) => text.includes(word.toLowerCase()));
  }
}

/** Words that services use in a decryption error (7). */
const usualWords = ['decrypt', 'padding', 'encrypted value'];

/**
 * Returns headers for one v3 request (5.2): a new UUID v4 in lower case, and the UTC time with milliseconds.
 */
function v3(): Headers {
  return { 'REQUEST-ID': randomUUID(), TIMESTAMP: new Date().toISOString() };
}

/**
 * Returns headers for a service. Only requests to the identity service are v3 requests, not those to the
 * registry.
 */
function headersTo(service: Service, token: string): Headers {
  return { ...bearer(token), ...(service === 'identity' ? v3() : {}) };
}

export function bearer(token: string): Headers {
  return { Authorization: `Bearer ${token}` };
}

export function post(url: string, headers: Headers, body: unknown): Request {
  return {
    method: 'POST',
    url,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/**
 * Repeats a request while the service is busy: after Retry-After, at most 5 s, or after a pause that doubles
 * each time.
 */
async function patiently(send: () => Promise<Reply>): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    const reply = await send();
    if ((reply.status !== 503 && reply.status !== 429) || tries === mostTries) return reply;
    const seconds = Number(reply.headers['retry-after'] ?? NaN);
    await pause(Number.isFinite(seconds) ? Math.min(seconds, 5) * 1000 : 200 * 2 ** tries);
  }
}

/**
 * Reads a key in PEM with any line endings (4.2). Some services send JSON instead, with PEM or Base64 DER in
 * `publicKey`; this function accepts these too.
 */
function readKey(reply: Reply): KeyObject {
  const { publicKey } = reply.members;
  const text = typeof publicKey === 'string' ? publicKey : reply.body;
  const base64 = text.replace(/^[^]*-----BEGIN PUBLIC KEY-----|-----END PUBLIC KEY-----[^]*$/g, '');
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // Not a key: throw the Failure below.
  }
  throw new Failure('the certificate is not an RSA public key');
}

/** Encrypts a single value: Base64 of RSA-OAEP over its UTF-8 bytes (6.3.2, 6.3.4). */
function encrypt(key: KeyObject, hash: Hash, value: string): string {
  // Buffer.from would silently replace an unpaired surrogate by U+FFFD.
  if (!value.isWellFormed()) throw new Refusal('the value is not well-formed Unicode');
  const plain = Buffer.from(value, 'utf8');
  const modulusBytes = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  const limit = modulusBytes - 2 * digestBytes[hash] - 2; // 214 bytes for 2048 bits and SHA-1 (8)
  if (plain.length > limit)
    throw new Refusal(`${plain.length} bytes are over the limit of ${limit} of OAEP with ${hash}`);
  // Node uses oaepHash both for the OAEP digest and for MGF1.
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  return publicEncrypt({ key, padding, oaepHash: hash }, plain).toString('base64');
}
