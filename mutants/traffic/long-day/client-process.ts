import type { CertifiedService } from '../../../support/adapter/protocol';
import { constants } from '../../../support/contract/constants';
import type { OutgoingRequest } from '../../../support/client/sender';
import type { RequestOutline } from '../../composed-requests';
import { composeRequest } from '../../composed-requests';
import { withClaims } from '../../disguise';
import type { Draft } from '../generate';
import { seededChoice, seededCiphertext, seededJwt, seededUuid } from '../seeded';
import type {
  Certificate,
  CertificateCache,
  ClientOfDay,
  SealedOutline,
  Session,
  TokenCache,
} from './client-of-day';
import { forgotten, newerPaths, rejection, tooMany, unavailable } from './client-of-day';
import type { DayKind } from './breaches';
import type { Answer } from './answer';
import type { Task, World } from './world';
import { mayBeRetried } from './world';

const fewUses = 10;

/** The age, in milliseconds, of a TIMESTAMP that every gateway treats as out of date. */
const staleMs = 600_000;

/** An attempt to send a request. */
interface Attempt {
  readonly kind?: DayKind | undefined;
  readonly isRetry?: boolean;
  /** Whether the request is wrong by a mistake of the client that the day has on purpose. */
  readonly isMistake?: boolean;
}

/** One process of a client: it has its own session and its own cached certificates, or shares them with others. */
export class ClientProcess {
  readonly #sha256 = new Set<string>();
  readonly #startedAt: number;

  constructor(
    readonly world: World,
    readonly client: ClientOfDay,
    /** The number of the process among those of its client, from 1. */
    readonly number: number,
    readonly caches: { readonly tokens: TokenCache; readonly certificates: CertificateCache },
  ) {
    this.#startedAt = world.now;
  }

  /**
   * Forgets everything that a restart loses. Does nothing if the token has served few requests: a client that often
   * drops such a token looks like one that keeps none.
   */
  restart(): void {
    const { tokens, certificates } = this.caches;
    const { habits } = this.world;
    if (tokens.session === undefined || tokens.session.uses < fewUses) return;
    if (!habits.token.isShared) tokens.session = undefined;
    if (!habits.certificates.areShared) certificates.certificates.clear();
    this.#sha256.clear();
  }

  /** Returns a token that is usable now. Requests a new token if the current one has expired or was revoked. */
  *token(): Task<Session> {
    const { world, caches } = this;
    const { tokens } = caches;
    const isMistake = world.habits.mistake === 'a session for each request';
    while (tokens.isOpening) yield 40;
    let { session } = tokens;
    const isOver =
      session !== undefined && world.now >= session.usableUntil && world.habits.mistake !== 'expired tokens';
    if (session === undefined || isOver || isMistake) {
      tokens.isOpening = true;
      for (let thread = 1; thread < world.habits.token.atOnce; thread += 1) world.start(this.#askAtOnce(), 0);
      session = yield* this.#openSession(isMistake && session !== undefined);
      tokens.session = session;
      tokens.isOpening = false;
    }
    session.uses += 1;
    return session;
  }

  *#openSession(isMistake: boolean): Task<Session> {
    for (;;) {
      const session = yield* this.#askForSession(isMistake);
      if (session !== undefined) return session;
      yield this.world.between(300, 4000);
    }
  }

  /** Requests a session while another thread does the same, and does not keep it. */
  *#askAtOnce(): Task {
    yield* this.#askForSession(false);
  }

  *#askForSession(isMistake: boolean): Task<Session | undefined> {
    const { world, client } = this;
    const { clientId, secret, habits } = client;
    const body = { clientId, clientSecret: secret, grantType: constants.grantType };
    const grantedAt = world.now;
    const granted = this.#grant();
    const request = this.#compose({ service: 'gateway', operation: 'session.create', body }, '');
    const accepted = { status: 200, body: granted };
    const answer = yield* this.#send(request, body, () => this.#outcome(() => accepted), {
      kind: 'session',
      isMistake,
    });
    if (answer?.status !== 200) return undefined;
    const usableUntil = grantedAt + habits.lifetimeSeconds * 1000 - habits.marginMs;
    return { token: granted.accessToken, grantedAt, usableUntil, uses: 0 };
  }

  #grant() {
    const { world, client } = this;
    const { namesClient, lifetimeSeconds } = client.habits;
    const issued = Math.floor(world.now / 1000);
    const claims = { iat: issued, exp: issued + lifetimeSeconds };
    const named = namesClient ? { ...claims, clientId: client.clientId } : claims;
    const accessToken = seededJwt(world.random, world.habits.token.claims(named));
    const exp = issued + constants.shownRefreshExpiresIn;
    return {
      accessToken,
      expiresIn: lifetimeSeconds,
      refreshExpiresIn: constants.shownRefreshExpiresIn,
      refreshToken: withClaims(accessToken, (each) => ({ ...each, exp })),
      tokenType: constants.tokenType,
    };
  }

  /** Returns the certificate in the cache. Fetches a certificate if the one in the cache is missing or too old. */
  *certificate(service: CertifiedService): Task<Certificate> {
    const { world } = this;
    const { certificates, fetching } = this.caches.certificates;
    const { maxAgeMs = Infinity } = world.habits.certificates;
    const isMistake = world.habits.mistake === 'a certificate for each value';
    while (fetching.has(service)) yield 40;
    const cached = certificates.get(service);
    if (cached !== undefined && world.now - cached.fetchedAt < maxAgeMs && !isMistake) return cached;
    fetching.add(service);
    let key = world.keyNumber(service);
    const outline = { service, operation: `certificate.${service}` } as const;
    const answered = (): Answer => {
      key = world.keyNumber(service);
      return { status: 200, body: world.certificateOf(service) };
    };
    const attempt = { kind: outline.operation, isMistake: isMistake && cached !== undefined };
    yield* this.call(outline, undefined, answered, attempt);
    const fetched = { key, fetchedAt: world.now };
    certificates.set(service, fetched);
    fetching.delete(service);
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
    kind?: DayKind,
  ): Task {
    const { world } = this;
    const name = outline.path ?? outline.operation ?? '';
    const needed = newerPaths.includes(name);
    for (let attempts = 1, sha256 = this.#sha256.has(name); attempts <= 3; attempts += 1) {
      const certificate = yield* this.certificate(outline.service);
      const seal = (): string => seededCiphertext(world.random);
      const answer = yield* this.call(
        outline,
        () => compose(seal),
        () => {
          const isKnown = certificate.key === world.keyNumber(outline.service);
          return isKnown && sha256 === needed ? accepted : rejection;
        },
        { kind },
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
    const { certificates } = this.caches.certificates;
    const isCurrent = certificates.get(service) === rejected;
    const refreshesBoth = isCurrent && this.client.habits.refreshesBoth;
    if (refreshesBoth) certificates.clear();
    else if (isCurrent) certificates.delete(service);
    const fresh = yield* this.certificate(service);
    if (refreshesBoth) yield* this.certificate(service === 'identity' ? 'registry' : 'identity');
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
    { kind, isMistake = false }: Pick<Attempt, 'kind' | 'isMistake'> = {},
    extra: Readonly<Record<string, string>> = {},
  ): Task<Answer | undefined> {
    const { world } = this;
    const keepsId = world.habits.mistake === 'the id of the first attempt';
    let body = bodyOf?.();
    let id: string | undefined;
    for (let attempts = 1; ; attempts += 1) {
      const session = yield* this.token();
      const request = this.#compose({ ...outline, ...(body && { body }) }, session.token, extra, id);
      const isSame = id !== undefined && id === request.headers['REQUEST-ID'];
      if (keepsId) id = request.headers['REQUEST-ID'];
      const isExpired = world.now >= session.grantedAt + this.client.habits.lifetimeSeconds * 1000;
      const outcome = (): Answer | undefined =>
        isExpired || world.isForgotten(session.grantedAt) ? forgotten : this.#outcome(answerOf, attempts);
      const answer = yield* this.#send(request, body, outcome, {
        kind,
        isRetry: attempts > 1,
        isMistake: isMistake || isSame || isExpired || this.#isStale(),
      });
      if (answer?.status === 401 && this.caches.tokens.session === session)
        this.caches.tokens.session = undefined;
      if (!mayBeRetried(answer)) return answer;
      if (attempts > 2) return answer;
      yield world.between(100, 3000) * attempts;
      const wasAnswered = answer !== undefined && answer.status !== 503;
      if (wasAnswered || !this.client.habits.repeatsBytes) body = bodyOf?.();
    }
  }

  /** Whether requests contain the time of the start although that time is out of date. */
  #isStale(): boolean {
    const { habits, now } = this.world;
    return habits.mistake === 'the time of the start' && now - this.#startedAt > staleMs;
  }

  /** Returns the answer of an exchange. Sometimes something goes wrong with it, but never three times in a row. */
  #outcome(answerOf: () => Answer, attempts = 1): Answer | undefined {
    const { world } = this;
    if (attempts > 2 || !world.chance(world.habits.troubles)) return answerOf();
    if (world.chance(0.3)) return undefined;
    const usual = seededChoice(world.random, [unavailable, tooMany]);
    return world.habits.trouble ?? usual;
  }

  #compose(
    outline: RequestOutline,
    accessToken: string,
    extra: Readonly<Record<string, string>> = {},
    id?: string,
  ): OutgoingRequest {
    const { world } = this;
    const { clockMs, timestamp, mistake } = world.habits;
    const requestId = seededUuid(world.random);
    const takenAt = world.now - world.between(1, 150);
    const request = composeRequest(outline, {
      accessToken,
      requestId: id ?? requestId,
      timestamp: timestamp((mistake === 'the time of the start' ? this.#startedAt : takenAt) + clockMs),
      cmId: constants.sandboxCmId,
    });
    return { ...request, headers: { ...extra, ...request.headers } };
  }

  #send(
    { method, url, headers }: OutgoingRequest,
    body: object | undefined,
    answerOf: () => Answer | undefined,
    { kind, isRetry = false, isMistake = false }: Attempt,
  ): Task<Answer | undefined> {
    const { world, client } = this;
    const source = world.habits.source(client.number, this.number, world.now);
    const draft: Draft = { method, url, headers: { ...headers }, ...(body && { body: { ...body } }) };
    const { number, secret } = client;
    const about = { client: number, process: this.number, source, secret };
    const sending = { ...about, draft, kind, isRetry, isMistake };
    return world.exchange(sending, answerOf);
  }
}
