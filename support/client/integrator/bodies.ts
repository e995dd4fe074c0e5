import { constants } from '../../contract/constants';
import type { InitializeParams, Params } from '../../adapter/protocol';

/** Turns one value into its text in the body: encrypted, encoded (clause 6.3). */
export type Seal = (value: string) => Promise<string>;

/** Composes the body of each operation that has one; what it returns is sent as JSON. */
export interface BodyComposer {
  session(credentials: InitializeParams['credentials']): object;
  otp(given: Params<'otp.verify'>, seal: Seal): Promise<object>;
  /** `always`: names of the fields that are encrypted wherever they stand (clause 2.4). */
  fields(fields: Params<'fields.send'>['fields'], seal: Seal, always: readonly string[]): Promise<object>;
}

export const contractBodies: BodyComposer = {
  session: ({ clientId, clientSecret }) => ({ clientId, clientSecret, grantType: constants.grantType }),
  otp: async ({ otp, txnId }, seal) => ({ otp: await seal(otp), txnId }),
  fields: async (fields, seal, always) => {
    const members = fields.map(async ({ name, value, encrypted }) => {
      const sealed = encrypted || always.includes(name);
      return [name, sealed ? await seal(value) : value] as const;
    });
    return Object.fromEntries(await Promise.all(members));
  },
};
