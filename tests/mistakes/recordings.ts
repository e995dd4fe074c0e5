import type { Subject } from '../../support/contract/words';
import { clientCallsSlip } from './client-calls';
import { identityFlowSlip } from './identity-flow';
import { oversizeSlip } from './oversize';
import { conversationWith } from './payer';
import { conversationNames } from './payer/conversations';
import { rejectedOtpSlip } from './rejected-otp';
import { repeatedIdSlip } from './request-ids';
import type { ExamplePair } from './slip';

/** Recordings of several messages, by the words of the features, beside those of provider and payer. */
const others: Readonly<Record<string, (value: string) => ExamplePair>> = {
  'two v3 requests': repeatedIdSlip,
  'the calls of a client': clientCallsSlip,
  'an identity flow': identityFlowSlip,
  'a rejected OTP that is retried': rejectedOtpSlip,
  'a value of 215 bytes': oversizeSlip,
};

export const recordingNames: readonly string[] = [...Object.keys(others), ...conversationNames];

/** A recording of that name, and the same with one mistake of the subject. */
export async function recordingWith(name: string, value: string, subject: Subject): Promise<ExamplePair> {
  const make = others[name];
  return make === undefined ? conversationWith(name, value, subject) : make(value);
}
