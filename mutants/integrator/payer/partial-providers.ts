import type { AdapterMethod } from '../../../support/adapter/protocol';
import type { ObligationId } from '../../../support/obligations';
import { conformingProvider } from '../../../support/client/integrator/payer/seams';
import type { HarmlessSubject, HiddenObligations, Mutant } from '../../mutant';
import { providerMethods } from '../../../support/adapter/roles';
import { offering } from '../single-roles';
import { brokenIntegrator, harmlessIntegrator } from '../specimens';
import type { IntegratorSeamsChange } from '../stage';

type ProviderCall = (typeof providerMethods)[number];

/** The obligations that no run can show of a provider without certain methods. */
interface PartOfProvider {
  readonly lacks: readonly ProviderCall[];
  readonly unshown: readonly ObligationId[];
}

const plans = ['DPY-06', 'FLW-01'] as const;
const decisions = [
  ...(['FLW-03', 'FLW-04', 'FLW-05', 'FLW-06', 'FLW-07', 'FLW-08'] as const),
  ...(['FLW-10', 'FLW-11', 'CBK-05'] as const),
];

/** Without a request that the suite can ask for, the client need not use a token again. */
const tokens = ['HDR-05', 'TOK-02', 'TOK-09'] as const;

/** By the only request that the adapter offers. The states of cycles and replies are offered, too. */
const alone: Readonly<Record<string, PartOfProvider>> = {
  claims: {
    lacks: ['insurancePlan.request', 'eligibility.check', 'preauth.submit'],
    unshown: [...plans, 'FLW-02', 'FLW-03', 'FLW-04', 'FLW-05', 'FLW-10', 'CBK-05'],
  },
  eligibility: {
    lacks: ['insurancePlan.request', 'preauth.submit', 'claim.submit'],
    unshown: [...plans, ...decisions],
  },
  plans: {
    lacks: ['eligibility.check', 'preauth.submit', 'claim.submit'],
    unshown: ['FLW-02', ...decisions],
  },
  notices: {
    lacks: ['insurancePlan.request', 'eligibility.check', 'preauth.submit', 'claim.submit'],
    unshown: [...plans, 'FLW-02', ...decisions, ...tokens, 'CBK-06', 'VER-01'],
  },
};

/** Maps the only method that the adapter lacks to the obligations that stay unshown. */
export const lackingOne: Readonly<Record<ProviderCall, readonly ObligationId[]>> = {
  'insurancePlan.request': plans,
  'eligibility.check': ['FLW-02'],
  'preauth.submit': ['FLW-03', 'FLW-04', 'FLW-05', 'FLW-10', 'CBK-05'],
  'claim.submit': ['FLW-06', 'FLW-07', 'FLW-08', 'CBK-05'],
  'communication.reply': ['FLW-05', 'FLW-08', 'FLW-10', 'FLW-11'],
  'cycle.get': [
    ...(['FLW-01', 'FLW-02', 'FLW-03', 'FLW-04', 'FLW-06', 'FLW-07', 'CBK-05', 'CBK-06'] as const),
  ],
};

const offeringAllBut = (lacks: readonly ProviderCall[], seams: IntegratorSeamsChange = {}) => {
  const methods: readonly AdapterMethod[] = providerMethods.filter((each) => !lacks.includes(each));
  return { start: offering(['session.create', ...methods], ['session', 'provider'], seams) };
};

const untested = (ids: readonly ObligationId[]): HarmlessSubject['except'] =>
  Object.fromEntries(ids.map((id) => [id, 'not-tested']));

/** Providers that keep the contract, with an adapter that offers only a part of the methods. */
export const harmlessPartialProviders: readonly HarmlessSubject[] = [
  ...Object.entries(lackingOne).map(([method, unshown]) =>
    harmlessIntegrator(
      `provider-without-${method.toLowerCase().replace('.', '-')}`,
      `The adapter does not offer ${method} yet.`,
      offeringAllBut([method as ProviderCall]),
      untested(unshown),
    ),
  ),
  ...Object.entries(alone).map(([what, { lacks, unshown }]) =>
    harmlessIntegrator(
      `provider-of-${what}-alone`,
      `The product deals with ${what} only.`,
      offeringAllBut(lacks),
      untested(unshown),
    ),
  ),
];

const anySender: IntegratorSeamsChange = { verifier: () => Promise.resolve(true) };

const { decide } = conformingProvider;

const approvingAll: IntegratorSeamsChange = {
  payer: {
    ...conformingProvider,
    decide: (bundle, readings) => (decide(bundle, readings) === undefined ? undefined : 'approved'),
  },
};

/** Providers with a mistake that shows although their adapter offers only a part of the methods. */
export const partialProviders: readonly Mutant[] = [
  ...Object.entries(alone).map(([what, { lacks }]): Mutant => ({
    ...brokenIntegrator(
      `jwt-ignored-by-provider-of-${what}`,
      ['CBK-04'],
      `The product deals with ${what} only, and takes callbacks from any sender.`,
      offeringAllBut(lacks, anySender),
    ),
    diagnosis: { 'CBK-04': 'no JWT is looked at: callbacks are taken from any sender' },
  })),
  brokenIntegrator(
    'claims-all-approved-without-preauthorizations',
    ['FLW-07', 'CBK-05'],
    'Whatever comes back counts as a yes, and preauthorizations are not offered.',
    offeringAllBut(['preauth.submit'], approvingAll),
  ),
];

/** The obligations that stay unshown of each of {@link partialProviders}. */
export const partialProvidersHidden: readonly HiddenObligations[] = [
  ...Object.entries(alone).map(([what, { unshown }]): HiddenObligations => ({
    because: 'the adapter does not offer what would show it',
    by: [`jwt-ignored-by-provider-of-${what}`],
    hides: unshown,
  })),
  {
    because: 'the acknowledgments of forged prompts go out beside the first session',
    by: ['jwt-ignored-by-provider-of-notices'],
    hides: ['TOK-01'],
    sometimes: true,
  },
  {
    because: 'the adapter does not offer preauth.submit',
    by: ['claims-all-approved-without-preauthorizations'],
    hides: ['FLW-03', 'FLW-04', 'FLW-05', 'FLW-10'],
  },
];
