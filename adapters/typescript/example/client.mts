// Session, requests, certificates and encrypted fields, as the contract asks for them. Numbers are its clauses.
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
  /** By `performance.now()`, which no clock change affects. */
  readonly renewAt: number;
}

const mostTries = 3; // while a service is busy, or cannot decrypt (which may count as a wrong OTP)
const digestBytes = { sha1: 20, sha256: 32 };
type Hash = keyof typeof digestBytes;

export class Client {
  readonly settings: Settings;
  readonly #send: (request: Request) => Promise<Reply>;
  #session: Promise<Session> | undefined; // a promise: calls that need a session at once share it
  readonly #certificates = new Map<Service, KeyObject>();
  readonly #hashes = new Map<string, Hash>(); // by address, once a value was accepted there

  constructor(settings: Settings) {
    this.settings = settings;
    this.#send = sender(settings.caCertificate);
  }

  // -- Session (2.1, 2.2, 4.1, 5.1) --

  /** Always a new session. Every other call uses the one that is kept (5.1.4). */
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
    const asked = performance.now(); // before the request, so that the lifetime is not taken for longer than it is
    const url = `${services.gateway}/api/hiecm/gateway/v3/sessions`;
    const body = { ...credentials, grantType: 'client_credentials' };
    const reply = await patiently(() => this.#send(post(url, { ...v3(), 'X-CM-ID': cmId }, body)));
    const { accessToken, expiresIn } = reply.members;
    if (!reply.ok || typeof accessToken !== 'string' || typeof expiresIn !== 'number')
      throw unexpected('gateway', reply);
    // Renewed a little before its end: a token that runs out on its way is an expired token.
    return { token: accessToken, renewAt: asked + (expiresIn - Math.min(30, expiresIn / 5)) * 1000 };
  }

  /** The session that is kept, unless it is about to end; then a new one. */
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
   * Sends what `compose` makes of the token. Each try is composed again, with an id, a time and ciphertexts of its own. A
   * 401 leads to one new session. What got no answer is not sent again: it may have been carried out.
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

  /** The keys that sign callbacks (5.1.6). At the gateway this is a v3 request; another host gets no token. */
  fetchCallbackCertificates(): Promise<Reply> {
    const { callbackCertificates: url, services } = this.settings;
    if (!url.startsWith(`${services.gateway}/`)) return this.#send({ method: 'GET', url, headers: {} });
    return this.call((token) => ({ method: 'GET', url, headers: { ...bearer(token), ...v3() } }));
  }

  // -- Certificates (4.2, 6.3.1) --

  /** Fetches the key of this service and keeps it: each service has a key of its own. */
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
   * Sends the fields as one JSON body. A service that cannot decrypt may have a new key, so its certificate is fetched
   * again (6.3.1). If the key is still the same, the hash was the reason: the values go out under the other one (6.3.3).
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

  /** The contract names neither status nor code of this rejection (7), hence a reading. */
  #isUndecryptable({ ok, status, headers, body }: Reply): boolean {
    const { status: agreed, words = usualWords } = this.settings.readings['encryption-rejection'];
    const isPage = headers['content-type']?.includes('html') ?? false; // of a proxy, whose style speaks of padding too
    const isRefusal = agreed === undefined ? !ok : status === agreed;
    const text = body.toLowerCase();
    return isRefusal && !isPage && words.some((word) => text.includes(word.toLowerCase()));
  }
}

/** What a service says that cannot decrypt a value (7). */
const usualWords = ['decrypt', 'padding', 'encrypted value'];

/** The headers of a v3 request, new for each (5.2): a UUID v4 in lower case, and UTC with three digits of milliseconds. */
function v3(): Headers {
  return { 'REQUEST-ID': randomUUID(), TIMESTAMP: new Date().toISOString() };
}

/** Requests to the identity service are v3 requests, those to the registry are not. */
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

/** Tries again while the service is busy, after the time it asks for (5 s at most), or after a pause that doubles. */
async function patiently(send: () => Promise<Reply>): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    const reply = await send();
    if ((reply.status !== 503 && reply.status !== 429) || tries === mostTries) return reply;
    const seconds = Number(reply.headers['retry-after'] ?? NaN);
    await pause(Number.isFinite(seconds) ? Math.min(seconds, 5) * 1000 : 200 * 2 ** tries);
  }
}

/** PEM with any line ends (4.2). Met as well: JSON with the PEM, or with DER in Base64, as `publicKey`. */
function readKey(reply: Reply): KeyObject {
  const { publicKey } = reply.members;
  const text = typeof publicKey === 'string' ? publicKey : reply.body;
  const base64 = text.replace(/^[^]*-----BEGIN PUBLIC KEY-----|-----END PUBLIC KEY-----[^]*$/g, '');
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // Told below.
  }
  throw new Failure('the certificate is not an RSA public key');
}

/** One value, on its own: the Base64 of RSA-OAEP over its UTF-8 bytes (6.3.2, 6.3.4). */
function encrypt(key: KeyObject, hash: Hash, value: string): string {
  // Buffer.from would encrypt U+FFFD in place of half a surrogate pair.
  if (!value.isWellFormed()) throw new Refusal('the value is not well-formed Unicode');
  const plain = Buffer.from(value, 'utf8');
  const modulusBytes = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  const limit = modulusBytes - 2 * digestBytes[hash] - 2; // 214 at 2048 bits with SHA-1 (8)
  if (plain.length > limit)
    throw new Refusal(`${plain.length} bytes are over the limit of ${limit} of OAEP with ${hash}`);
  // Node's oaepHash is the digest of OAEP and of MGF1.
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  return publicEncrypt({ key, padding, oaepHash: hash }, plain).toString('base64');
}
