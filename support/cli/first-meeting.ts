import type { CertifiedService } from '../adapter/protocol';
import { errorCodes } from '../adapter/protocol';
import { counted } from '../contract/counted';
import { intended } from '../exchange/exchange';
import type { Run } from '../run/run';
import type { AdapterSession } from '../scenarios/integrator/adapter-session';
import type { Drive } from '../scenarios/integrator/drivers';
import { encryptedDrives, encryptingDrive } from '../scenarios/integrator/drivers';
import { shortenedAnswer } from '../scenarios/integrator/record-call';

/** What came of a service's certificate, and of the first value that a client encrypted under it. */
export interface FirstCertificate {
  readonly service: CertifiedService;
  /** Whether all that was asked for was done; nothing is, where nothing that is offered takes a certificate. */
  readonly succeeded: boolean;
  /** That the client likely cannot read it, with what it answered. */
  readonly unread?: string;
  /** Whether anything was sent to the service besides, and was found there. */
  readonly reached: boolean;
}

/** Has a client fetch the certificates of services, and send something that takes them to what the suite plays. */
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
        intended(each) !== `certificate.${service}` &&
        each.response?.status !== 404,
    );
  return {
    ...{ service, reached, succeeded: done > 0 && done === drives.length },
    ...(unread !== undefined && { unread }),
  };
}

/** The calls that take the certificate of a service; in production it is fetched, and nothing is sent that is made for tests. */
function drivesFor(run: Run, adapter: AdapterSession, service: CertifiedService): Drive[] {
  const offers: AdapterSession['offers'] = (method) => adapter.offers(method);
  const fetching: Drive[] = offers('certificate.fetch')
    ? [() => adapter.act('certificate.fetch', { service })]
    : [];
  if (run.target.environment === 'production') return fetching;
  const place = encryptedDrives(run, offers).findIndex(({ to }) => to === service);
  return place < 0 ? fetching : [...fetching, encryptingDrive(run, adapter, place).drive];
}

/** What came of the first session that an adapter was asked for. */
interface FirstSession {
  /** Whether a session request reached the suite, at whatever path. */
  readonly sent: boolean;
  readonly succeeded: boolean;
  /** `result`, or what the adapter said instead. */
  readonly answer: string;
  /** `1 session request reached the gateway, on an old path` */
  readonly arrived: string;
}

/** Asks an adapter for a session, and looks at what reaches the gateway that the suite plays. */
export async function tryFirstSession(run: Run, adapter: AdapterSession): Promise<FirstSession> {
  const before = run.evidence.recording.exchanges.length;
  const outcome = await adapter.act('session.create', {});
  const requests = run.evidence.recording.exchanges
    .slice(before)
    .filter((each) => each.sender === 'integrator' && intended(each) === 'session.create');
  const astray = requests.some(({ operation }) => operation === undefined) ? ', on an old path' : '';
  return {
    sent: requests.length > 0,
    succeeded: outcome.kind === 'result',
    answer: outcome.kind === 'refused' ? refusal(run, outcome) : outcome.kind,
    arrived: `${counted(requests.length, 'session request')} reached the gateway${astray}`,
  };
}

function refusal(
  { evidence: { secrets } }: Run,
  { code, message }: { readonly code: number; readonly message: string },
): string {
  return `${code === errorCodes.refused ? 'refused' : 'an error'}: ${secrets.text(shortenedAnswer(message, secrets))}`;
}
