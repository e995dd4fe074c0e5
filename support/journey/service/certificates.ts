import { bearer, requestFor } from '../../client/requests';
import type { Sent } from '../../client/sender';
import { NotTestedError } from '../../contract/outcome';
import type { Asked, Exchange } from '../../exchange/exchange';
import type { Run } from '../run';
import { ask } from './act';
import { goodSession } from './sessions';

export type CertificateService = 'identity' | 'registry';

interface CertificateRound {
  readonly exchanges: readonly Exchange[];
  /** The answer to the valid request. */
  readonly twin: Sent;
}

/** Fetches a service's certificate without authentication, then with it. */
export function certificateRound(run: Run, service: CertificateService): Promise<CertificateRound> {
  return run.once(`certificate/${service}`, async () => {
    const { accessToken } = await goodSession(run);
    const round = `certificate/${service}`;
    const exchanges: Exchange[] = [];
    if (run.target.environment !== 'production') {
      const asked: Asked = { part: 'negative', round, variant: 'no-authorization' };
      exchanges.push((await ask(run, requestFor(run.target, `certificate.${service}`), asked)).exchange);
    }
    const twin = await fetchCertificate(run, service, accessToken, round);
    return { exchanges: [...exchanges, twin.exchange], twin };
  });
}

function fetchCertificate(
  run: Run,
  service: CertificateService,
  token: string,
  round: string,
): Promise<Sent> {
  const asked: Asked = { part: 'valid', round, variant: 'with-authorization' };
  return ask(run, requestFor(run.target, `certificate.${service}`, { headers: bearer(token) }), asked);
}

/** How often one token is used in a row. */
const uses = 4;

/** Uses one access token again and again, at each service in turn that takes it. */
export function repeatedUse(run: Run): Promise<Exchange[]> {
  return run.once('token-use', async () => {
    const services = (['identity', 'registry'] as const).filter(
      (each) => run.target.services[each] !== undefined,
    );
    const session = await goodSession(run);
    const exchanges = [session.exchange];
    for (let use = 0; use < uses; use += 1) {
      const service = services[use % services.length];
      if (service === undefined)
        throw new NotTestedError(
          'the target names neither identity nor registry, where a token could be used',
        );
      exchanges.push((await fetchCertificate(run, service, session.accessToken, 'token-use')).exchange);
    }
    return exchanges;
  });
}
