import type { ObligationId } from '../../support/obligations';
import type { IntegratorSeams } from '../../support/client/integrator';
import { conformingSeams } from '../../support/client/integrator';
import type { OutgoingRequest } from '../../support/client/sender';
import type { Mutant } from '../mutant';
import { interceptRequests, freshStamp, withHeaders } from './edits';
import { brokenIntegrator } from './specimens';

type Which = (request: OutgoingRequest) => boolean;

const certificate: Which = ({ operation }) => operation === 'certificate.identity';
const fields: Which = ({ service, method }) => service === 'identity' && method === 'POST';
const otp: Which = ({ operation }) => operation === 'otp.verify';

/** Sends some requests again as something else than a request of its own. */
function retrying(
  which: Which,
  again: (fresh: OutgoingRequest, previous: OutgoingRequest) => OutgoingRequest,
  fewestMs = 0,
): Pick<IntegratorSeams, 'retry'> {
  const { retry } = conformingSeams;
  return {
    retry: {
      delayMs(attempts, outcome) {
        const own = retry.delayMs(attempts, outcome);
        return own === undefined ? undefined : Math.max(own, fewestMs);
      },
      async again(compose, previous) {
        const fresh = await compose();
        return which(previous) ? again(fresh, previous) : fresh;
      },
    },
  };
}

/** Longer than a TIMESTAMP may stand still. */
const lateMs = 1500;

const asItWas = (_fresh: OutgoingRequest, previous: OutgoingRequest): OutgoingRequest => previous;

const keeping =
  (...names: readonly string[]) =>
  (fresh: OutgoingRequest, { headers }: OutgoingRequest): OutgoingRequest =>
    withHeaders(fresh, Object.fromEntries(names.map((name) => [name, headers[name]])));

function retried(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  ...how: Parameters<typeof retrying>
): Mutant {
  return brokenIntegrator(name, breaks, story, retrying(...how));
}

/** An interceptor that sees to a 401 below the client, and replays the request with `renew` or as it was. */
function replaying(name: string, story: string, renew: boolean): Mutant {
  const how = interceptRequests(() => {
    let session: OutgoingRequest | undefined;
    return async (request, send) => {
      if (request.operation === 'session.create') session = request;
      const answer = await send(request);
      if (answer.status !== 401 || session === undefined) return answer;
      if (!renew) return send(request);
      const { body } = await send(withHeaders(session, freshStamp()));
      const { accessToken } = JSON.parse(body.toString()) as { accessToken: string };
      return send(withHeaders(request, { Authorization: `Bearer ${accessToken}` }));
    };
  });
  return brokenIntegrator(name, ['HDR-05'], story, how);
}

/** Mistakes in what is sent again after a 401 or a 503. */
export const retryMutants: readonly Mutant[] = [
  retried(
    'certificate-retried-as-it-was',
    ['HDR-05'],
    'A library retries the certificate, headers and all.',
    certificate,
    asItWas,
  ),
  retried(
    'certificate-retried-as-it-was-later',
    ['HDR-05', 'HDR-08'],
    'A library retries the certificate after a while, headers and all.',
    certificate,
    asItWas,
    lateMs,
  ),
  retried(
    'certificate-retried-at-its-old-time',
    ['HDR-08'],
    'A later retry of the certificate gets a new id alone.',
    certificate,
    keeping('TIMESTAMP'),
    lateMs,
  ),
  retried(
    'certificate-retried-under-its-old-id',
    ['HDR-05'],
    'A retry of the certificate gets a new time alone.',
    certificate,
    keeping('REQUEST-ID'),
  ),
  retried(
    'fields-retried-as-they-were',
    ['HDR-05', 'HDR-08'],
    'A library waits as Retry-After asks, and sends the fields again, headers and all.',
    fields,
    asItWas,
  ),
  retried(
    'fields-retried-at-their-old-time',
    ['HDR-08'],
    'A retry of the fields gets a new id alone.',
    fields,
    keeping('TIMESTAMP'),
  ),
  retried(
    'fields-retried-under-their-old-id',
    ['HDR-05'],
    'A retry of the fields gets a new time alone.',
    fields,
    keeping('REQUEST-ID'),
  ),
  retried(
    'otp-retried-without-token',
    ['HDR-01'],
    'A library retries an OTP, and leaves the token out for fear of a redirect.',
    otp,
    (fresh) => withHeaders(fresh, { Authorization: undefined }),
  ),
  replaying('replayed-with-a-new-token', 'An interceptor renews the token, and replays the request.', true),
  replaying('replayed-after-401', 'A library sends again what was refused, headers and all.', false),
];
