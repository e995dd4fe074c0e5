import { bearerHeader, buildRequest } from '../../client/requests';
import type { OutgoingRequest, SentRequest } from '../../client/sender';
import { EnvironmentError, NotApplicableError, NotTestedError } from '../../contract/outcome';
import type { RequestPurpose, Exchange } from '../../exchange/exchange';
import type { Run } from '../../run/run';
import { sendForRound } from './act';
import { sendWithToken, distrustTokens, ensureUsableSession, isTokenRefused } from './held-session';
import { createSessionInRound } from './sessions';

export type CertificateService = 'identity' | 'registry';

interface CertificateRound {
  readonly exchanges: readonly Exchange[];
  /** The answer to the valid request. */
  readonly twin: SentRequest;
}

/** Throws NotApplicableError where the target does not name the service. */
export function requireService({ target }: Run, service: CertificateService): void {
  if (target.services[service] === undefined)
    throw new NotApplicableError(`the target names no ${service}: set services.${service}`);
}

/** Fetches a service's certificate without authentication, then with it. */
export function runCertificateRound(run: Run, service: CertificateService): Promise<CertificateRound> {
  requireService(run, service);
  return run.once(`certificate/${service}`, async () => {
    const round = `certificate/${service}`;
    const exchanges: Exchange[] = [];
    if (run.target.environment !== 'production') {
      const asked: RequestPurpose = { part: 'negative', round, variant: 'no-authorization' };
      exchanges.push(
        (await sendForRound(run, buildRequest(run.target, `certificate.${service}`), asked)).exchange,
      );
    }
    const asked: RequestPurpose = { part: 'valid', round, variant: 'with-authorization' };
    const sent = await sendWithToken(run, (token) => certificateRequest(run, service, token), asked);
    const twin = sent.at(-1);
    if (twin === undefined) throw new Error('no request was sent');
    return { exchanges: [...exchanges, ...sent.map(({ exchange }) => exchange)], twin };
  });
}

function certificateRequest(run: Run, service: CertificateService, token: string): OutgoingRequest {
  return buildRequest(run.target, `certificate.${service}`, { headers: bearerHeader(token) });
}

/** How often one token is used in a row. */
const uses = 4;

/**
 * Uses one access token again and again, at each service in turn that takes it; midway another session is created, as
 * another process of a client would. A service that is out of reach leaves the uses to the other.
 * Throws EnvironmentError where both are.
 */
export function repeatedUse(run: Run): Promise<Exchange[]> {
  return run.once('token-use', async () => {
    const services = (['identity', 'registry'] as const).filter(
      (each) => run.target.services[each] !== undefined,
    );
    if (services.length === 0)
      throw new NotTestedError(
        'not-configured',
        'the target names neither identity nor registry, where a token could be used',
      );
    const session = await ensureUsableSession(run);
    const asked: RequestPurpose = { part: 'valid', round: 'token-use', variant: 'with-authorization' };
    const sent: SentRequest[] = [];
    const exchanges = [session.exchange];
    for (let use = 0; use < uses && services.length > 0; use += 1) {
      if (use === uses / 2) exchanges.push((await createSessionInRound(run, 'token-use')).exchange);
      const service = services[use % services.length] ?? 'registry';
      try {
        sent.push(await sendForRound(run, certificateRequest(run, service, session.accessToken), asked));
      } catch (error) {
        services.splice(services.indexOf(service), 1);
        if (!(error instanceof EnvironmentError) || services.length === 0) throw error;
      }
    }
    if (wearsOut(sent)) await distrustTokens(run);
    return [...exchanges, ...sent.map(({ exchange }) => exchange)];
  });
}

/** Whether one service took a token and then refused it. */
function wearsOut(sent: readonly SentRequest[]): boolean {
  return sent.some(
    (later, at) =>
      isTokenRefused(later) &&
      sent
        .slice(0, at)
        .some((each) => each.exchange.service === later.exchange.service && !isTokenRefused(each)),
  );
}

/**
 * Finds out whether tokens last, before anything is sent that cannot be sent again. Obstacles are reported elsewhere.
 */
export async function checkTokenReuse(run: Run): Promise<void> {
  await repeatedUse(run).catch((error: unknown) => {
    if (!(error instanceof EnvironmentError || error instanceof NotTestedError)) throw error;
  });
}
