import type { IntegratorRole } from '../../../support/adapter/roles';
import { RefusalError } from '../../../support/adapter/handlers';
import type { Dimension } from '../dimension';
import type { ClientPart } from './shape';
import { changing, usual } from './values';

const adapterGuide = 'docs/guides/adapter.md: a client offers the methods of its roles';

const playing = (words: string, roles: readonly IntegratorRole[]) => changing(words, adapterGuide, { roles });

const roles: Dimension<ClientPart> = {
  name: 'roles',
  sentence:
    'Four user journeys the gateway exists for, each with its own party in the role of client (clause 1)',
  seam: 'target: roles',
  offer: true,
  values: [
    usual('session with identity and registry'),
    playing('session alone', ['session']),
    playing('identity alone', ['session', 'identity']),
    playing('registry without session', ['registry']),
    playing('a provider that triggers', ['session', 'provider', 'trigger']),
    playing('a provider without triggers', ['session', 'provider']),
    playing('HIP and HIU', ['hip', 'hiu']),
    playing('an HIU alone', ['hiu']),
  ],
};

const fieldMethods: Dimension<ClientPart> = {
  name: 'methods for fields',
  sentence: 'The identity and registry services take RSA-encrypted fields, such as an OTP (clauses 2.4, 2.5)',
  seam: 'adapter: otp.verify, fields.send',
  offer: true,
  values: [
    usual('otp.verify and fields.send'),
    changing('otp.verify alone', adapterGuide, { without: ['fields.send'] }),
    changing('fields.send alone', adapterGuide, { without: ['otp.verify'] }),
  ],
};

const encryptions: Dimension<ClientPart> = {
  name: 'field.encrypt',
  sentence: 'A plaintext longer than the limit of the padding is refused before encryption (clause 6.3.2)',
  seam: 'adapter: field.encrypt',
  values: [
    usual('no field.encrypt'),
    {
      ...changing('field.encrypt', adapterGuide, { besides: ['field.encrypt'] }),
      allows: { 'ENC-14': ['passed'] },
    },
    changing('field.encrypt that refuses everything', 'protocol: -32001, the client refuses on purpose', {
      besides: ['field.encrypt'],
      handlers: [
        (own) => ({
          ...own,
          'field.encrypt': () => {
            throw new RefusalError('nothing is encrypted for others');
          },
        }),
      ],
    }),
    {
      ...changing('field.encrypt for ASCII alone', 'protocol: -32001, the client refuses on purpose', {
        besides: ['field.encrypt'],
        handlers: [
          (own) => ({
            ...own,
            'field.encrypt': (given) => {
              if (own['field.encrypt'] === undefined) throw new RefusalError('not offered');
              if (/[^\x20-\x7e]/.test(given.value)) throw new RefusalError('only ASCII is accepted');
              return own['field.encrypt'](given);
            },
          }),
        ],
      }),
      allows: { 'ENC-14': ['passed'] },
    },
  ],
};

const declarations: Dimension<ClientPart> = {
  name: 'declarations',
  sentence: 'Client secrets and private keys are kept where no one else reads them (clauses 5.1.1, 6.3.3)',
  seam: 'target: declarations',
  values: [
    usual('what cannot be seen is declared'),
    {
      ...changing('nothing is declared', 'DESIGN: a target need not declare anything', {
        target: [(target) => ({ ...target, declarations: {} })],
      }),
      allows: {
        'HDR-14': ['not-tested'],
        'TOK-08': ['not-tested'],
        'ENC-16': ['not-tested'],
        'HDT-19': ['not-tested'],
      },
    },
  ],
};

/** Dimensions of the methods and roles that a client offers and declares. */
export const clientOfferDimensions: readonly Dimension<ClientPart>[] = [
  roles,
  fieldMethods,
  encryptions,
  declarations,
];
