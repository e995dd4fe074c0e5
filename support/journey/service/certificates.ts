import { bearer, requestFor } from '../../client/requests';
import type { OutgoingRequest, Sent } from '../../client/sender';
import { EnvironmentError, NotTestedError } from '../../contract/outcome';
import type { Asked, Exchange } from '../../exchange/exchange';
import type { Run } from '../run';
import { ask } from './act';
import { askWithToken, goodSession } from './sessions';

export type CertificateService = 'identity' | 'registry';

interface CertificateRound {
  readonly exchanges: readonly Exchange[];
  /** The answer to the valid request. */
  readonly twin: Sent;
}

/** Fetches a service's certificate without authentication, then with it. */
export function certificateRound(run: Run, service: CertificateService): Promise<CertificateRound> {
  return run.once(`certificate/${service}`, async () => {
    const round = `certificate/${service}`;
    const exchanges: Exchange[] = [];
    if (run.target.environment !== 'production') {
      const asked: Asked = { part: 'negative', round, variant: 'no-authorization' };
      exchanges.push((await ask(run, requestFor(run.target, `certificate.${service}`), asked)).exchange);
    }
    const asked: Asked = { part: 'valid', round, variant: 'with-authorization' };
    const sent = await askWithToken(run, (token) => certificateRequest(run, service, token), asked);
    const twin = sent.at(-1);
    if (twin === undefined) throw new Error('no request was sent');
    return { exchanges: [...exchanges, ...sent.map(({ exchange }) => exchange)], twin };
  });
}

function certificateRequest(run: Run, service: CertificateService, token: string): OutgoingRequest {
  return requestFor(run.target, `certificate.${service}`, { headers: bearer(token) });
}

/** How often one token is used in a row. */
const uses = 4;

/**
 * Uses one access token again and again, at each service in turn that takes it. A service that is out of reach leaves
 * the uses to the other. Throws EnvironmentError where both are.
 */
export function repeatedUse(run: Run): Promise<Exchange[]> {
  return run.once('token-use', async () => {
    const services = (['identity', 'registry'] as const).filter(
      (each) => run.target.services[each] !== undefined,
    );
    if (services.length === 0)
      throw new NotTestedError(
        'the target names neither identity nor registry, where a token could be used',
      );
    const session = await goodSession(run);
    const asked: Asked = { part: 'valid', round: 'token-use', variant: 'with-authorization' };
    const exchanges = [session.exchange];
    for (let use = 0; use < uses && services.length > 0; use += 1) {
      const service = services[use % services.length] ?? 'registry';
      try {
        const request = certificateRequest(run, service, session.accessToken);
        exchanges.push((await ask(run, request, asked)).exchange);
      } catch (error) {
        services.splice(services.indexOf(service), 1);
        if (!(error instanceof EnvironmentError) || services.length === 0) throw error;
      }
    }
    return exchanges;
  });
}
