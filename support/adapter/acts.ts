import type { Method } from './protocol';
import type { Offer } from './roles';

/** Something that a stimulus, or an obligation, needs to see a client do. */
export type Act =
  'authorizes' | 'carriesToken' | 'encryptsField' | 'sendsFields' | 'verifiesOtp' | 'encryptsAnyValue';

interface Deed {
  /** Completes "nothing that the adapter offers …". */
  readonly words: string;
  /** The calls that cause it, those first that disturb a client least. */
  readonly by: readonly Method[];
}

/** After a submit the payer waits for a trigger; its other answers would come to a client that is gone by then. */
const authorized = [
  'certificate.fetch',
  'fields.send',
  'otp.verify',
  'preauth.submit',
  'claim.submit',
] as const satisfies readonly Method[];

/** Which calls cause an act: stimuli are driven by the first that is offered. */
export const deeds: Readonly<Record<Act, Deed>> = {
  authorizes: { words: 'sends a request with Authorization', by: authorized },
  carriesToken: { words: 'sends a request with an access token', by: [...authorized, 'paymentNotice.init'] },
  encryptsField: { words: 'makes the client send an encrypted field', by: ['otp.verify', 'fields.send'] },
  sendsFields: { words: 'makes the client send fields that the suite chooses', by: ['fields.send'] },
  verifiesOtp: { words: 'makes the client verify an OTP', by: ['otp.verify'] },
  encryptsAnyValue: { words: 'makes the client encrypt a value of any length', by: ['field.encrypt'] },
};

/** Why an act cannot happen, in one line; `undefined` where an offered call causes it. */
export function whyImpossible(act: Act, { capabilities }: Offer): string | undefined {
  const { words, by } = deeds[act];
  if (by.some((method) => capabilities.includes(method))) return undefined;
  const calls = by.length === 1 ? by.join() : `${by.slice(0, -1).join(', ')} or ${by.at(-1) ?? ''}`;
  return `nothing that the adapter offers ${words}: that takes ${calls}`;
}
