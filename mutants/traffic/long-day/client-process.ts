import type { CertifiedService } from '../../../support/adapter/protocol';
import { constants } from '../../../support/contract/constants';
import type { OutgoingRequest } from '../../../support/client/sender';
import type { RequestOutline } from '../../composed-requests';
import { composeRequest } from '../../composed-requests';
import { withClaims } from '../../disguise';
import type { Draft, Kind } from '../generate';
import { seededChoice, seededCiphertext, seededJwt, seededUuid } from '../seeded';
import type { Answer, Task, World } from './world';
import { mayBeRetried } from './world';

/** The behaviour of a client in points that the contract leaves open. */
interface Habits {
  /** The client replaces a token so many milliseconds before the token ends. */
  readonly marginMs: number;
  /** Whether a token names its client. */
  readonly namesClient: boolean;
  /** Whether the client remembers which path needs SHA-256. */
  readonly remembersHash: boolean;
  /** Whether a retry after a 503 or a broken connection repeats the body of the first attempt. */
  readonly repeatsBytes: boolean;
  /** Whether a rejection makes the client drop and fetch the certificates of both services. */
  readonly refreshesBoth: boolean;
  readonly lifetimeSeconds: number;
}

export interface ClientOfDay {
  readonly number: number;
  readonly clientId: string;
  readonly secret: string;
  readonly habits: Habits;
  /** The participant id of the client in payer cycles. */
  readonly participant: string;
  readonly callbackBase: string;
}

interface Session {
  readonly token: string;
  readonly usableUntil: number;
  /** The number of requests that carried the token. */
  uses: number;
}

interface Certificate {
  /** The number of the service's key that the certificate contains. */
  readonly key: number;
}

type SealedOutline = Omit<RequestOutline, 'body'> & { readonly service: CertifiedService };

const fewUses = 10;

/** The paths of the operations that accept only SHA-256. */
const newerPaths = ['/identity/api/v3/enrolment/enrol/byOtp', '/v2/registration/mobile/verifyOTP'];

/** One process of a client: it has its own session and its own cached certificates. */
export class ClientProcess {
  #session: Session | undefined;
  #opening = false;
  readonly #certificates = new Map<CertifiedService, Certificate>();
  readonly #fetching = new Set<CertifiedService>();
  readonly #sha256 = new Set<string>();

  constructor(
    readonly world: World,
    readonly client: ClientOfDay,
    readonly source: string,
  ) {}

  /**
   * Forgets everything that a restart loses. Does nothing if the token has served few requests: a client that often
   * drops such a token looks like one that keeps none.
   */
  restart(): void {
    if (this.#session === undefined || this.#session.uses < fewUses) return;
    this.#session = undefined;
    this.#certificates.clear();
    this.#sha256.clear();
  }

  /** Returns a token that is usable now. Requests a new token if the current one has expired or was revoked. */
  *token(): Task<string> {
    while (this.#opening) yield 40;
    const { world } = this;
    if (this.#session === undefined || world.now >= this.#session.usableUntil) {
      this.#opening = true;
      this.#session = yield* this.#openSession();
      this.#opening = false;
    }
    this.#session.uses += 1;
    return this.#session.token;
  }

  *#openSession(): Task<Session> {
    const { world, client } = this;
    const { clientId, secret, habits } = client;
    const body = { clientId, clientSecret: secret, grantType: constants.grantType };
    for (;;) {
      const askedAt = world.now;
      const granted = this.#grant();
      const request = this.#compose({ service: 'gateway', operation: 'session.create', body }, '');
      const answer = yield* this.#send(
        request,
        body,
        () => this.#outcome(() => ({ status: 200, body: granted })),
        'session',
      );
      if (answer?.status === 200)
        return {
          token: granted.accessToken,
          usableUntil: askedAt + habits.lifetimeSeconds * 1000 - habits.marginMs,
          uses: 0,
        };
      yield world.between(300, 4000);
    }
  }

  #grant() {
    const { world, client } = this;
    const { namesClient, lifetimeSeconds } = client.habits;
    const issued = Math.floor(world.now / 1000);
    const claims = { iat: issued, exp: issued + lifetimeSeconds };
    const named = namesClient ? { ...claims, clientId: client.clientId } : claims;
    const accessToken = seededJwt(world.random, named);
    const exp = issued + constants.shownRefreshExpiresIn;
    return {
      accessToken,
      expiresIn: lifetimeSeconds,
      refreshExpiresIn: constants.shownRefreshExpiresIn,
      refreshToken: withClaims(accessToken, (each) => ({ ...each, exp })),
      tokenType: constants.tokenType,
    };
  }

  /** Returns the certificate in the cache. Fetches a certificate if the cache is empty. */
  *#certificate(service: CertifiedService): Task<Certificate> {
    while (this.#fetching.has(service)) yield 40;
    const cached = this.#certificates.get(service);
    if (cached !== undefined) return cached;
    this.#fetching.add(service);
    const { world } = this;
    let key = world.keyNumber(service);
    yield* this.call(
      { service, operation: `certificate.${service}` },
      undefined,
      () => {
        key = world.keyNumber(service);
        return { status: 200, body: world.certificateOf(service) };
      },
      'certificate',
    );
    const fetched = { key };
    this.#certificates.set(service, fetched);
    this.#fetching.delete(service);
    return fetched;
  }

  /**
   * Sends a request with encrypted values. `compose` receives a function that encrypts a value. After a rejection,
   * fetches the certificate again (some clients fetch those of both services), and retries with the new key or, if the
   * key is the same, with SHA-256.
   */
  *sealed(
    outline: SealedOutline,
    compose: (seal: () => string) => object,
    accepted: Answer,
    kind?: Kind,
  ): Task {
    const { world } = this;
    const name = outline.path ?? outline.operation ?? '';
    const needed = newerPaths.includes(name);
    for (let attempts = 1, sha256 = this.#sha256.has(name); attempts <= 3; attempts += 1) {
      const certificate = yield* this.#certificate(outline.service);
      const seal = (): string => seededCiphertext(world.random);
      const answer = yield* this.call(
        outline,
        () => compose(seal),
        () => {
          const isKnown = certificate.key === world.keyNumber(outline.service);
          return isKnown && sha256 === needed ? accepted : rejection;
        },
        kind,
      );
      if (answer !== rejection) {
        if (sha256 && this.client.habits.remembersHash) this.#sha256.add(name);
        return;
      }
      const fresh = yield* this.#refreshed(outline.service, certificate);
      if (fresh.key === certificate.key) sha256 = !sha256;
    }
  }

  /** Returns the certificate that replaces a rejected one, unless the cache contains a newer one already. */
  *#refreshed(service: CertifiedService, rejected: Certificate): Task<Certificate> {
    const isCurrent = this.#certificates.get(service) === rejected;
    const refreshesBoth = isCurrent && this.client.habits.refreshesBoth;
    if (refreshesBoth) this.#certificates.clear();
    else if (isCurrent) this.#certificates.delete(service);
    const fresh = yield* this.#certificate(service);
    if (refreshesBoth) yield* this.#certificate(service === 'identity' ? 'registry' : 'identity');
    return fresh;
  }

  /**
   * Sends a request with a token, and repeats it if the service is busy, the connection breaks, or the token was
   * revoked. Gives up after three attempts.
   */
  *call(
    outline: RequestOutline,
    bodyOf: (() => object) | undefined,
    answerOf: () => Answer,
    kind?: Kind,
    extra: Readonly<Record<string, string>> = {},
  ): Task<Answer | undefined> {
    const { world } = this;
    let body = bodyOf?.();
    for (let attempts = 1; ; attempts += 1) {
      const token = yield* this.token();
      const request = this.#compose({ ...outline, ...(body && { body }) }, token, extra);
      const outcome = (): Answer | undefined => this.#outcome(answerOf, attempts);
      const answer = yield* this.#send(request, body, outcome, kind, attempts > 1);
      if (answer?.status === 401) this.#session = undefined;
      if (!mayBeRetried(answer)) return answer;
      if (attempts > 2) return answer;
      yield world.between(100, 3000) * attempts;
      const wasAnswered = answer !== undefined && answer.status !== 503;
      if (wasAnswered || !this.client.habits.repeatsBytes) body = bodyOf?.();
    }
  }

  /** Returns the answer of an exchange. Sometimes something goes wrong with it, but never three times in a row. */
  #outcome(answerOf: () => Answer, attempts = 1): Answer | undefined {
    const { world } = this;
    if (attempts > 2 || !world.chance(0.04)) return answerOf();
    if (world.chance(0.3)) return undefined;
    return seededChoice(world.random, [unavailable, tooMany]);
  }

  #compose(
    outline: RequestOutline,
    accessToken: string,
    extra: Readonly<Record<string, string>> = {},
  ): OutgoingRequest {
    const { world } = this;
    const request = composeRequest(outline, {
      accessToken,
      requestId: seededUuid(world.random),
      timestamp: new Date(world.now - world.between(1, 150)).toISOString(),
      cmId: constants.sandboxCmId,
    });
    return { ...request, headers: { ...extra, ...request.headers } };
  }

  #send(
    { method, url, headers }: OutgoingRequest,
    body: object | undefined,
    answerOf: () => Answer | undefined,
    kind?: Kind,
    isRetry = false,
  ): Task<Answer | undefined> {
    const { world, client, source } = this;
    const draft: Draft = { method, url, headers: { ...headers }, ...(body && { body: { ...body } }) };
    const sending = { client: client.number, source, secret: client.secret, draft, kind, isRetry };
    return world.exchange(sending, answerOf);
  }
}

const rejection: Answer = {
  status: 400,
  body: { error: { code: 'SVC-1107', message: 'Unable to decrypt the encrypted value' } },
};

const unavailable: Answer = {
  status: 503,
  body: { error: { code: 'SVC-1503', message: 'Service unavailable' } },
};

const tooMany: Answer = { status: 429, body: { error: { code: 'SVC-1429', message: 'Too many requests' } } };
