import { resolveReadings } from '../../support/contract/readings';
import type { ReadingOverrides } from '../../support/contract/readings';
import type { MockOptions } from '../../support/mock/start-mock';
import type { HarmlessSubject } from '../mutant';
import { harmlessService } from '../mutant';
import type { ErrorBody } from '../replies';
import { errorEnvelopeReply, editRefusals } from '../replies';
import { withAgreedReadings, stageMock } from '../stage';

/** A mock that differs from the document in what its target declares. */
function declared(
  name: string,
  story: string,
  overrides: ReadingOverrides,
  options: MockOptions,
): HarmlessSubject {
  return harmlessService(name, story, async () =>
    withAgreedReadings(await stageMock({ tls: true, ...options }), overrides),
  );
}

const ownWords: ReadingOverrides = { 'encryption-rejection': { words: ['cannot open'] } };

const gone = ({ code, message }: ErrorBody) => errorEnvelopeReply(410, code, message);

/** A mock with another window for TIMESTAMP than the suite's own. The document states none, and the target neither. */
const window = (name: string, story: string, seconds: number): HarmlessSubject =>
  declared(name, story, {}, { readings: resolveReadings({ 'stale-after': { seconds } }) });

/** What a target declares by a reading. */
export const harmlessReadings: readonly HarmlessSubject[] = [
  declared(
    'error-code-agreed',
    'The code has another prefix and other digits, and the target says so.',
    { 'error-code': 'ABC-4001' },
    {
      seams: editRefusals('session.create', 'wrongCredentials', ({ message }) =>
        errorEnvelopeReply(400, 'ABC-4001', message),
      ),
    },
  ),
  declared(
    'rejection-agreed',
    'Rejections are flat, with 422 and words of their own, and the target says so.',
    { 'encryption-rejection': { status: 422, words: ['cipher'], shape: 'any' } },
    {
      seams: editRefusals('otp.verify', 'encryption', ({ code }) => ({
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
      readings: resolveReadings({ 'stale-after': { seconds: 3600 } }),
      seams: {
        handlers: {
          ...editRefusals('session.create', 'staleTimestamp', gone).handlers,
          ...editRefusals('certificate.identity', 'staleTimestamp', gone).handlers,
        },
      },
    },
  ),
  declared(
    'session-200-under-202',
    'The target says that sessions come with status 202, and they come with 200.',
    { 'session-status': 202 },
    {},
  ),
  window('window-of-15-minutes', 'TIMESTAMP is good for 15 minutes.', 900),
  window('window-of-3-hours', 'TIMESTAMP is good for three hours.', 10_800),
  window('window-of-30-seconds', 'TIMESTAMP is good for half a minute.', 30),
];
