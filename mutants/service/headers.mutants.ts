import { resolveReadings } from '../../support/contract/readings';
import type { MockRequest } from '../../support/mock/seams';
import type { Mutant, StartStage } from '../mutant';
import { serviceMutant } from '../mutant';
import { errorEnvelopeReply, preprocessRequests, editRefusals } from '../replies';
import { stageMock, withAgreedReadings, withSeams } from '../stage';

const broken = (name: string, story: string, start: StartStage): Mutant =>
  serviceMutant(name, ['HDR-09'], story, start);

const staleAfter = (seconds: number) => resolveReadings({ 'stale-after': { seconds } });

/** A TIMESTAMP from the past is taken for one from now. */
function forgetThePast(call: MockRequest): MockRequest {
  const isPast = Date.parse(call.headers.timestamp ?? '') < call.receivedAt;
  if (!isPast) return call;
  return { ...call, headers: { ...call.headers, timestamp: new Date(call.receivedAt).toISOString() } };
}

/** Stale requests (HDR-09). */
export const headersMutants: readonly Mutant[] = [
  broken('timestamp-form-only', 'TIMESTAMP is checked for its form and never compared with the clock.', () =>
    stageMock({ readings: staleAfter(Number.MAX_SAFE_INTEGER) }),
  ),
  broken('stale-after-two-days', 'The window for TIMESTAMP is two days wide.', () =>
    stageMock({ readings: staleAfter(172_800) }),
  ),
  broken(
    'stale-later-than-agreed',
    'The window for TIMESTAMP is 15 minutes wide, and the target says five.',
    async () =>
      withAgreedReadings(await stageMock({ readings: staleAfter(900) }), { 'stale-after': { seconds: 300 } }),
  ),
  broken(
    'only-the-future-is-refused',
    'The difference is compared with its sign.',
    withSeams(preprocessRequests('session.create', forgetThePast)),
  ),
  broken(
    'stale-certificate-request-taken',
    'The gateway looks at TIMESTAMP; the identity service behind it does not.',
    withSeams(preprocessRequests('certificate.identity', forgetThePast)),
  ),
  broken(
    'stale-500',
    'A stale TIMESTAMP throws, and nothing catches it.',
    withSeams(
      editRefusals('session.create', 'staleTimestamp', () =>
        errorEnvelopeReply(500, 'SVC-1500', 'Internal error'),
      ),
    ),
  ),
  broken(
    'stale-in-200',
    'The refusal of a stale TIMESTAMP is an answer with status 200.',
    withSeams(
      editRefusals('session.create', 'staleTimestamp', ({ code, message }) =>
        errorEnvelopeReply(200, code, message),
      ),
    ),
  ),
];
