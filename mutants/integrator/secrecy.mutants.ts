import type { ObligationId } from '../../support/obligations';
import { conformingSeams } from '../../support/client/integrator';
import type { BodyComposer, SealField } from '../../support/client/integrator/field-sealer';
import type { Mutant } from '../mutant';
import { brokenIntegrator } from './specimens';

type Otp = Parameters<BodyComposer['otp']>[0];
type Fields = Parameters<BodyComposer['fields']>[0];

const { bodies } = conformingSeams;

function otpBody(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  otp: (given: Otp, seal: SealField) => object | Promise<object>,
): Mutant {
  return brokenIntegrator(name, breaks, story, {
    bodies: { ...bodies, otp: async (given, seal) => otp(given, seal) },
  });
}

/** Raw values in place of ciphertexts (ENC-01, with 09). */
const raw: Mutant[] = [
  otpBody('otp-raw', ['ENC-01', 'ENC-09'], 'Encryption was left out.', (given) => given),
  otpBody('otp-in-base64', ['ENC-01', 'ENC-09'], 'Base64 is taken for encryption.', ({ otp, txnId }) => ({
    otp: Buffer.from(otp).toString('base64'),
    txnId,
  })),
  otpBody('otp-in-hex', ['ENC-01', 'ENC-09'], 'Hexadecimal is taken for encryption.', ({ otp, txnId }) => ({
    otp: Buffer.from(otp).toString('hex'),
    txnId,
  })),
  otpBody(
    'otp-raw-where-encryption-fails',
    ['ENC-01', 'ENC-09'],
    'The raw value is sent where encryption fails, as it does without a certificate.',
    async ({ otp, txnId }, seal) => ({
      otp: await seal(otp.repeat(100)).catch(() => otp),
      txnId,
    }),
  ),
];

/** A change of one field, by its name. */
function field(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  wanted: (field: Fields[number]) => boolean,
  write: (value: string, seal: SealField) => unknown,
): Mutant {
  const fields: BodyComposer['fields'] = async (all, seal, always) => {
    const body = (await bodies.fields(all, seal, always)) as Record<string, unknown>;
    const changed = all.filter(wanted).map(async (each) => [each.name, await write(each.value, seal)]);
    return { ...body, ...(Object.fromEntries(await Promise.all(changed)) as object) };
  };
  return brokenIntegrator(name, breaks, story, { bodies: { ...bodies, fields } });
}

const called =
  (wanted: string) =>
  ({ name, encrypted }: Fields[number]): boolean =>
    encrypted && name === wanted;
/** Registries create their IDs without a login id. */
const atRegistry: BodyComposer['fields'] = async (all, seal, always) => {
  const body = await bodies.fields(all, seal, always);
  if (all.some(({ name }) => name === 'loginId')) return body;
  const bare = all.filter(called('nationalId')).map(({ name, value }) => [name, value]);
  return { ...body, ...(Object.fromEntries(bare) as object) };
};
const inBase64 = (value: string): string => Buffer.from(value).toString('base64');
const asItIs = (value: string): string => value;

/** Fields of an identity flow (ENC-02, ENC-15), and those beside them (ENC-10). */
const fields: Mutant[] = [
  field('login-id-raw', ['ENC-02', 'ENC-09'], 'loginId goes in clear.', called('loginId'), asItIs),
  field('national-id-raw', ['ENC-02', 'ENC-09'], 'The number goes in clear.', called('nationalId'), asItIs),
  brokenIntegrator(
    'national-id-raw-at-the-registry',
    ['ENC-02', 'ENC-09'],
    'Only the identity service is thought to encrypt national-ID numbers.',
    { bodies: { ...bodies, fields: atRegistry } },
  ),
  field('login-id-in-base64', ['ENC-02', 'ENC-09'], 'Base64 hides it.', called('loginId'), inBase64),
  field('mobile-raw', ['ENC-15'], 'A mobile number is thought to be public.', called('mobile'), asItIs),
  field('mobile-in-base64', ['ENC-15'], 'Base64 is taken for encryption.', called('mobile'), inBase64),
  field(
    'every-mobile-encrypted',
    ['ENC-15'],
    'A mobile number is encrypted wherever it stands.',
    ({ name, encrypted }) => name === 'mobile' && !encrypted,
    (value, seal) => seal(value),
  ),
  field(
    'name-encrypted',
    ['ENC-10'],
    'Every field is encrypted.',
    ({ name }) => name === 'name',
    (value, seal) => seal(value),
  ),
  field(
    'name-in-base64',
    ['ENC-10'],
    'Every text that may be foreign is put into Base64.',
    ({ name }) => name === 'name',
    inBase64,
  ),
  field(
    'national-id-as-number',
    ['ENC-02', 'ENC-09'],
    'A number is sent as one.',
    called('nationalId'),
    Number,
  ),
  otpBody(
    'txn-id-encrypted',
    ['ENC-10'],
    'The transaction is encrypted like the OTP.',
    async ({ otp, txnId }, seal) => ({ otp: await seal(otp), txnId: await seal(txnId) }),
  ),
];

/** Values that are sent in a wrong form: raw, encoded, or needlessly encrypted. */
export const secrecyMutants: readonly Mutant[] = [...raw, ...fields];
