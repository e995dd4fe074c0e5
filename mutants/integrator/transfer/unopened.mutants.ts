import { randomBytes } from 'node:crypto';
import { RefusalError } from '../../../support/adapter/handlers';
import type { TransferKeyForms } from '../../../support/adapter/key-forms';
import type { ObligationId } from '../../../support/obligations';
import type { Mutant } from '../../mutant';
import { brokenIntegrator } from '../specimens';
import type { TransferChange } from './sides';
import { declareKeyForms, rightly, startTransferHandlers } from './sides';

/** Decrypts no content. */
const opensNothing: TransferChange = {
  open: () => {
    throw new RefusalError('the content cannot be decrypted');
  },
};

const nonce = randomBytes(32);

const unopened = (
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  { keys, forms }: { readonly keys?: Partial<typeof rightly.keys>; readonly forms?: TransferKeyForms } = {},
): Mutant =>
  brokenIntegrator(name, breaks, story, {
    start: startTransferHandlers(forms === undefined ? () => ({}) : declareKeyForms(forms), {
      hiu: { ...opensNothing, keys: { ...rightly.keys, ...keys } },
    }),
  });

/** The HIU declares which keys it sends, and not which it reads. */
const halfDeclared: TransferKeyForms = { hiu: { gives: ['x25519'] } };

/** An HIU that decrypts nothing. The suite still judges its requests. */
export const unopenedMutants: readonly Mutant[] = [
  unopened('hiu-opens-nothing', ['HDT-11'], 'No content can be decrypted.'),
  unopened('hiu-opens-nothing-and-sends-a-short-nonce', ['HDT-11', 'HDT-17'], 'The nonce is short, too.', {
    keys: { nonce: () => randomBytes(16) },
  }),
  unopened('hiu-opens-nothing-and-keeps-its-nonce', ['HDT-11', 'HDT-20'], 'The nonce is kept, too.', {
    keys: { nonce: () => nonce },
  }),
  unopened('hiu-opens-nothing-of-half-declared-forms', ['HDT-11'], 'The keys that it reads are undeclared.', {
    forms: halfDeclared,
  }),
];
