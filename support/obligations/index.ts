import type { Obligation } from './rows/area';
import { callback } from './rows/callback';
import { certificate } from './rows/certificate';
import { dummyPayer } from './rows/dummy-payer';
import { fieldEncryption } from './rows/field-encryption';
import { headers } from './rows/headers';
import { healthDataTransfer } from './rows/health-data-transfer';
import { otp } from './rows/otp';
import { payerFlow } from './rows/payer-flow';
import { session } from './rows/session';
import { token } from './rows/token';
import { transport } from './rows/transport';

export type { Obligation, ObligationRow } from './rows/area';

const rows = [
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

/** The id of a row, as in `HDR-05`. Ids are stable: features, results and reports use them. */
export type ObligationId = (typeof rows)[number]['id'];

/** Every obligation of the contract, by area, in the order in which reports list them. */
export const obligations: readonly (Obligation & { readonly id: ObligationId })[] = rows;

const byId = new Map<string, Obligation & { readonly id: ObligationId }>(
  obligations.map((each) => [each.id, each]),
);

/** Whether `text`, as it comes from a tag or a command line, names an obligation. */
export function isObligationId(text: string): text is ObligationId {
  return byId.has(text);
}

/** The row with that id. Throws a `RangeError` for a text that was cast to an id without a check. */
export function obligation(id: ObligationId): Obligation & { readonly id: ObligationId } {
  const found = byId.get(id);
  if (found === undefined) throw new RangeError(`No obligation has the id ${id}`);
  return found;
}
