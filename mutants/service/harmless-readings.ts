import { resolveReadings } from '../../support/contract/readings';
import type { ReadingOverrides } from '../../support/contract/readings';
import type { MockOptions } from '../../support/mock/start-mock';
import type { Harmless } from '../mutant';
import { harmless } from '../mutant';
import type { ErrorBody } from '../replies';
import { envelope, refusing } from '../replies';
import { agreed, stageMock } from '../stage';

/** A mock that differs from the document in what its target declares. */
function declared(name: string, story: string, overrides: ReadingOverrides, options: MockOptions): Harmless {
  return harmless(name, story, async () => agreed(await stageMock({ tls: true, ...options }), overrides));
}

const ownWords: ReadingOverrides = { 'encryption-rejection': { words: ['cannot open'] } };

const gone = ({ code, message }: ErrorBody) => envelope(410, code, message);

/** What a target declares by a reading. */
export const harmlessReadings: readonly Harmless[] = [
  declared(
    'error-code-agreed',
    'The code has another prefix and other digits, and the target says so.',
    { 'error-code': 'ABC-4001' },
    {
      seams: refusing('session.create', 'wrongCredentials', ({ message }) =>
        envelope(400, 'ABC-4001', message),
      ),
    },
  ),
  declared(
    'rejection-agreed',
    'Rejections are flat, with 422 and words of their own, and the target says so.',
    { 'encryption-rejection': { status: 422, words: ['cipher'], shape: 'any' } },
    {
      seams: refusing('otp.verify', 'encryption', ({ code }) => ({
        status: 422,
        body: { code, message: 'Bad cipher text' },
      })),
    },
  ),
  declared('rejection-words-agreed', 'Each rejection has a word that the target names.', ownWords, {
    readings: resolveReadings(ownWords),
  }),
  declared(
    'staleness-agreed',
    'TIMESTAMP is good for an hour and then answered 410, and the target says so.',
    { 'stale-after': { seconds: 3600, status: 410 } },
    {
      account: { stalenessSeconds: 3600 },
      seams: {
        handlers: {
          ...refusing('session.create', 'staleTimestamp', gone).handlers,
          ...refusing('certificate.identity', 'staleTimestamp', gone).handlers,
        },
      },
    },
  ),
];
