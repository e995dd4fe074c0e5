import { callback } from './callback';
import { certificate } from './certificate';
import { dummyPayer } from './dummy-payer';
import { fieldEncryption } from './field-encryption';
import { headers } from './headers';
import { healthDataTransfer } from './health-data-transfer';
import type { Obligation as AnyObligation } from './judge/home';
import { otp } from './otp';
import { payerFlow } from './payer-flow';
import { session } from './session';
import { token } from './token';
import { transport } from './transport';

const homes = [
  ...session,
  ...headers,
  ...token,
  ...certificate,
  ...fieldEncryption,
  ...otp,
  ...healthDataTransfer,
  ...dummyPayer,
  ...payerFlow,
  ...callback,
  ...transport,
];

export type ObligationId = (typeof homes)[number]['id'];
export type Obligation = AnyObligation<ObligationId>;

/** Every obligation of the contract, by area, in the order in which reports list them. */
export const obligations: readonly Obligation[] = homes;

const byId = new Map<string, Obligation>(obligations.map((each) => [each.id, each]));

/** Whether `text`, as it comes from a tag or a command line, names an obligation. */
export function isObligationId(text: string): text is ObligationId {
  return byId.has(text);
}

/** The home of an id. Throws a `RangeError` for a text that was cast to an id without a check. */
export function obligation(id: ObligationId): Obligation {
  const found = byId.get(id);
  if (found === undefined) throw new RangeError(`No obligation has the id ${id}`);
  return found;
}

export type { RuleContext } from './judge/judge';
export { lookoutsFor } from './judge/sight';
