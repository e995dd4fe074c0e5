import type { CertifiedService } from '../adapter/protocol';
import { rpcErrorCodes } from '../adapter/protocol';
import { formatCount } from '../contract/format-count';
import { intendedOperation } from '../exchange/exchange';
import { foreignValueText } from '../run/foreign-value-words';
import type { ClientCredential } from '../run/foreign-values';
import { foreignCredential } from '../run/foreign-values';
import type { Run } from '../run/run';
import type { AdapterSession } from '../scenarios/integrator/adapter-session';
import type { RepeatableCall } from '../scenarios/integrator/drivers';
import { listEncryptingCalls, requireEncryptingCall } from '../scenarios/integrator/drivers';
import { playServices } from '../scenarios/integrator/played-services';
import { shortenedAnswer } from '../scenarios/integrator/record-call';

/** The outcome when a client fetches a service's certificate and encrypts a first value with it. */
export interface FirstCertificate {
  readonly service: CertifiedService;
  /** Whether all calls succeeded; `false` if the adapter offers no call that uses the certificate. */
  readonly succeeded: boolean;
  /**
   * The reason why the client probably cannot read the certificate, with the client's answer; `undefined` if
   * the client seems to read it.
   */
  readonly unread?: string;
  /**
   * Whether the service received a request other than the one for its certificate, and did not answer that
   * request with 404.
   */
  readonly reached: boolean;
}

/**
 * Makes a client fetch the certificate of each service and send encrypted values to the suite's mock
 * services.
 */
export async function tryFirstCertificates(
  run: Run,
  adapter: AdapterSession,
  services: readonly CertifiedService[],
): Promise<FirstCertificate[]> {
  const tried: FirstCertificate[] = [];
  for (const service of services) tried.push(await tryOne(run, adapter, service));
  return tried;
}

async function tryOne(
  run: Run,
  adapter: AdapterSession,
  service: CertifiedService,
): Promise<FirstCertificate> {
  const { recording, secrets } = run.evidence;
  const before = recording.exchanges.length;
  const drives = drivesFor(run, adapter, service);
  let done = 0;
  let unread: string | undefined;
  for (const drive of drives) {
    const outcome = await drive();
    if (outcome.kind === 'result') done += 1;
    if (outcome.kind === 'refused' && adapter.unread !== undefined)
      unread ??= `${adapter.unread}; it answered: ${secrets.text(shortenedAnswer(outcome.message, secrets))}`;
  }
  const reached = recording.exchanges
    .slice(before)
    .some(
      (each) =>
        each.service === service &&
        intendedOperation(each) !== `certificate.${service}` &&
        each.response?.status !== 404,
    );
  return {
    ...{ service, reached, succeeded: done > 0 && done === drives.length },
    ...(unread !== undefined && { unread }),
  };
}

/**
 * Returns the calls that use a service's certificate. In production the client only fetches the
 * certificate, because the values to encrypt are test data.
 */
function drivesFor(run: Run, adapter: AdapterSession, service: CertifiedService): RepeatableCall[] {
  const offers: AdapterSession['offers'] = (method) => adapter.offers(method);
  const fetching: RepeatableCall[] = offers('certificate.fetch')
    ? [() => adapter.act('certificate.fetch', { service })]
    : [];
  if (run.target.environment === 'production') return fetching;
  const place = listEncryptingCalls(run, offers).findIndex(({ to }) => to === service);
  return place < 0 ? fetching : [...fetching, requireEncryptingCall(run, adapter, place).drive];
}

interface FirstSession {
  /** Whether a session request reached the suite, even at a wrong path. */
  readonly sent: boolean;
  readonly succeeded: boolean;
  /** The kind of the adapter's answer, such as `result`, or a description of the error. */
  readonly answer: string;
  /**
   * A description of the requests that arrived, such as `1 session request reached the gateway, on an old
   * path`. It also names a credential that differs from that in `initialize`.
   */
  readonly arrived: string;
  /** Whether the client used the credentials in `initialize`. */
  readonly usesCredentials: boolean;
}

/** Asks an adapter to create a session, and counts the session requests that reach the suite's mock gateway. */
export async function tryFirstSession(run: Run, adapter: AdapterSession): Promise<FirstSession> {
  const before = run.evidence.recording.exchanges.length;
  const { mock, onSeen } = await playServices(run);
  const foreign = new Set<ClientCredential>();
  const stop = onSeen((seen) => {
    const credential = foreignCredential(seen, mock.account);
    if (credential !== undefined) foreign.add(credential);
  });
  const outcome = await adapter.act('session.create', {}).finally(stop);
  const requests = run.evidence.recording.exchanges
    .slice(before)
    .filter((each) => each.sender === 'integrator' && intendedOperation(each) === 'session.create');
  const astray = requests.some(({ operation }) => operation === undefined) ? ', on an old path' : '';
  return {
    sent: requests.length > 0,
    succeeded: outcome.kind === 'result',
    answer: outcome.kind === 'refused' ? refusal(run, outcome) : outcome.kind,
    usesCredentials: foreign.size === 0,
    arrived: [
      `${formatCount(requests.length, 'session request')} reached the gateway${astray}`,
      ...[...foreign].map((name) => `${foreignValueText[name]}: use credentials.${name} of initialize`),
    ].join('; '),
  };
}

function refusal(
  { evidence: { secrets } }: Run,
  { code, message }: { readonly code: number; readonly message: string },
): string {
  return `${code === rpcErrorCodes.refused ? 'refused' : 'an error'}: ${secrets.text(shortenedAnswer(message, secrets))}`;
}
