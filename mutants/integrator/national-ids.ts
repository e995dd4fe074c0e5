import { conformingSeams } from '../../support/client/integrator';
import type { BodyComposer } from '../../support/client/integrator/field-sealer';
import type { HarmlessSubject, Mutant } from '../mutant';
import { brokenIntegrator, harmlessIntegrator } from './specimens';
import type { IntegratorSeamsChange } from './stage';

type Fields = Parameters<BodyComposer['fields']>[0];
type Write = (value: string, sealed: unknown, fields: Fields) => unknown;

const { bodies } = conformingSeams;

/** A client of services that have another name for the number. */
function named(name: string, write: Write): IntegratorSeamsChange {
  return {
    bodies: {
      ...bodies,
      fields: async (fields, seal, always) => {
        const { nationalId, ...others } = (await bodies.fields(fields, seal, always)) as Record<
          string,
          unknown
        >;
        const value = fields.find((field) => field.name === 'nationalId')?.value;
        return value === undefined ? others : { ...others, [name]: write(value, nationalId, fields) };
      },
    },
  };
}

const encrypted: Write = (_value, sealed) => sealed;
/** Registries create their IDs without a login id. */
const rawAtRegistry: Write = (value, sealed, fields) =>
  fields.some(({ name }) => name === 'loginId') ? sealed : value;

/** National-ID numbers under the names that deployed services have for them. */
export const nationalIdMutants: readonly Mutant[] = [
  brokenIntegrator(
    'aadhaar-number-raw',
    ['ENC-02', 'ENC-09'],
    'The number goes in clear, under another name.',
    named('aadhaarNumber', (value) => value),
  ),
  brokenIntegrator(
    'aadhaar-raw-at-the-registry',
    ['ENC-02', 'ENC-09'],
    'The number goes in clear to the registry alone, under another name.',
    named('aadhaar', rawAtRegistry),
  ),
];

/** The same encrypted, and other numbers of that length. */
export const harmlessNationalIds: readonly HarmlessSubject[] = [
  harmlessIntegrator(
    'aadhaar-number-encrypted',
    'The number is encrypted, under another name.',
    named('aadhaarNumber', encrypted),
  ),
  harmlessIntegrator(
    'aadhaar-encrypted',
    'The number is encrypted, under another name.',
    named('aadhaar', encrypted),
  ),
  harmlessIntegrator(
    'other-numbers-of-twelve-digits',
    'Two other numbers are as long as a national-ID number.',
    {
      bodies: {
        ...bodies,
        fields: async (...given) => ({
          ...(await bodies.fields(...given)),
          referenceNumber: '482913570263',
          mobileNumber: '919812345670',
        }),
      },
    },
  ),
];
