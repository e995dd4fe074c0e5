import type { Subject } from '../../contract/words';
import { readChange } from './change';
import { clientCallsSlip } from './client-calls';
import { changedExample } from './example-of';
import { identityFlowSlip } from './identity-flow';
import { leakNamed } from './leaks';
import { oversizeSlip } from './oversize';
import { conversationWith } from './payer';
import { conversationNames } from './payer/conversations';
import { fixedPhrases, readPhrase } from './phrases';
import { rejectedOtpSlip } from './rejected-otp';
import { repeatedIdSlip } from './request-ids';
import { answerKinds, requestKinds } from './scenes';
import { serviceFieldRecordings } from './service-fields';
import type { ExamplePair, MakeExample } from './slip';

/** All recordings, by the words of the features. */
const recordings: Readonly<Record<string, MakeExample>> = {
  ...Object.fromEntries(
    [...requestKinds, ...answerKinds].map((kind): [string, MakeExample] => [
      `one ${kind}`,
      (words) => changedExample(kind, readChange(words)),
    ]),
  ),
  'two v3 requests': repeatedIdSlip,
  'the calls of a client': clientCallsSlip,
  'an identity flow': identityFlowSlip,
  'an OTP verification': leakNamed,
  'a rejected OTP that is retried': rejectedOtpSlip,
  'a value of 215 bytes': oversizeSlip,
  ...serviceFieldRecordings,
  ...Object.fromEntries(
    conversationNames.map((name): [string, MakeExample] => [
      name,
      (words, subject) => conversationWith(name, words, subject),
    ]),
  ),
};

/** The words for all recordings. */
export const recordingNames = Object.keys(recordings);

/** Returns a recording of that name, and the same with one mistake of the subject. Throws for unknown words. */
export function recordingWith(name: string, words: string, subject: Subject): Promise<ExamplePair> {
  const make = readPhrase(fixedPhrases(recordings), name, 'recording');
  return Promise.resolve(make(words, subject));
}
