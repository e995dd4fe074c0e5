import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'jose';
import type { CertifiedService, InitializeParams } from '../../adapter/protocol';
import type { CallbackListener } from '../../exchange/callback-listener';
import { listenForCallbacks } from '../../exchange/callback-listener';
import { expectSuccess, parseJsonMembers } from './own-answers';
import { AuthorisedCaller, HttpCaller } from './http-caller';
import type { PublishedKeySource } from './callback-verifier';
import { receiveCallback, keepPublishedKeys } from './callback-receiver';
import type { ServiceCertificate } from './certificate-cache';
import { CertificateCache, toCertificate } from './certificate-cache';
import { UnreadableAnswerError } from './transport';
import { FieldSealer } from './field-sealer';
import { ProviderClient } from './payer/provider';
import type { RequestContext } from './requests';
import type { IntegratorSeams } from './seams';
import type { KeptSession } from './session-keeper';
import { SessionKeeper } from './session-keeper';
import { Transfers } from './transfer/transfers';

/**
 * Everything that `initialize` sets up and the next `initialize` discards, including the callback listener.
 */
export interface IntegratorConnection {
  readonly params: InitializeParams;
  readonly composing: RequestContext;
  readonly sessions: SessionKeeper;
  readonly certificates: CertificateCache;
  readonly caller: AuthorisedCaller;
  readonly sealer: FieldSealer;
  readonly provider: ProviderClient;
  /** Public key, SPKI in PEM. With the envelope `jwe`, the payer encrypts its callbacks with this key. */
  readonly encryptionKey: string;
  readonly transfers: Transfers;
  readonly listener: CallbackListener;
}

export async function connect(
  seams: IntegratorSeams,
  params: InitializeParams,
): Promise<IntegratorConnection> {
  const { clock } = seams;
  const composing = composingOf(seams, params);
  const plain = new HttpCaller({ ...seams, transport: seams.transport(params.caCertificate) });
  const sessions = new SessionKeeper(() => openSession(seams, composing, plain), seams.sessions, clock);
  const caller = new AuthorisedCaller(plain, sessions, seams.sessions);
  const fetch = (service: CertifiedService) => fetchCertificate(seams, composing, caller, service);
  const certificates = new CertificateCache(fetch, seams.certificates, clock);
  const sealer = new FieldSealer(seams, certificates, params.readings);
  const keys = publishedKeys(seams, composing, { plain, authorised: caller });
  const { publicKey, privateKey } = await makeEncryptionKey();
  const provider = new ProviderClient({ seams, composing, caller, key: privateKey });
  const receiving = { ...seams, keys, provider, readings: params.readings };
  const listener = await listenForCallbacks('127.0.0.1', 0, (callback) =>
    receiveCallback(receiving, callback),
  );
  const encryptionKey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const transfers = new Transfers(seams.transfer, clock, params.readings['curve-form']);
  return {
    params,
    composing,
    sessions,
    certificates,
    caller,
    sealer,
    provider,
    encryptionKey,
    transfers,
    listener,
  };
}

const generate = promisify(generateKeyPair);
let encryptionKeys: ReturnType<typeof newEncryptionKey> | undefined;

function newEncryptionKey() {
  return generate('rsa', { modulusLength: 2048 });
}

/**
 * Returns the key pair that all connections of this process share, generated on the first call. Sharing it is
 * safe, because it protects only test callbacks.
 */
function makeEncryptionKey(): ReturnType<typeof newEncryptionKey> {
  encryptionKeys ??= newEncryptionKey();
  return encryptionKeys;
}

function composingOf({ ids, timestamps, clock, headers }: IntegratorSeams, connection: InitializeParams) {
  const stamp = () => ({ requestId: ids.requestId(), timestamp: timestamps(clock.now()) });
  return { connection, headers, stamp };
}

async function openSession(
  seams: IntegratorSeams,
  composing: RequestContext,
  caller: HttpCaller,
): Promise<KeptSession> {
  const body = seams.bodies.session(composing.connection.credentials);
  let askedAt = 0;
  const answer = await caller.send('session.create', () => {
    askedAt = seams.clock.now();
    return Promise.resolve(seams.requests.session(composing, body));
  });
  return seams.sessionReader(expectSuccess('session.create', answer), askedAt);
}

async function fetchCertificate(
  seams: IntegratorSeams,
  composing: RequestContext,
  caller: AuthorisedCaller,
  service: CertifiedService,
): Promise<ServiceCertificate> {
  const operation = `certificate.${service}`;
  const answer = await caller.send(operation, async (token) =>
    seams.requests.certificate(composing, service, await token()),
  );
  const pem = seams.certificateReader(expectSuccess(operation, answer));
  return toCertificate(service, pem, seams.clock.now());
}

function publishedKeys(
  seams: IntegratorSeams,
  composing: RequestContext,
  { plain, authorised }: { plain: HttpCaller; authorised: AuthorisedCaller },
): PublishedKeySource {
  const { callbackCertificates, services } = composing.connection;
  // Send the access token only if the gateway itself publishes the keys: the token must not reach another
  // host.
  const atGateway = new URL(callbackCertificates).origin === new URL(services.gateway).origin;
  const compose = (token?: string) => seams.requests.callbackKeys(composing, token);
  return keepPublishedKeys(async () => {
    const answer = atGateway
      ? await authorised.send('callback keys', async (token) => compose(await token()))
      : await plain.send('callback keys', () => Promise.resolve(compose()));
    const { keys } = parseJsonMembers(expectSuccess('callback keys', answer).body);
    if (!Array.isArray(keys)) throw new UnreadableAnswerError('the published keys are no JWKS');
    return keys as JWK[];
  });
}
