import { Catalogue } from './catalogue';
import { callback } from './callback';
import { certificate } from './certificate';
import { dummyPayer } from './dummy-payer';
import { fieldEncryption } from './field-encryption';
import { headers } from './headers';
import { healthDataTransfer } from './health-data-transfer';
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

/** Every obligation of the contract, by area, in the order in which reports list them. */
export const contractObligations = new Catalogue(homes);

export { Catalogue } from './catalogue';
export { leadingZeroWarnings } from './health-data-transfer/encryption';
export type { Latitude, Obligation } from './judge/home';
export { shownByRow } from './judge/home';
export type { Breach, Conclusion, RuleContext } from './judge/judge';
export { nearTo } from './near';
export { mockOverPlainHttp, plainHttpReason } from './transport/calls';
