import type { ServiceName } from '../../../support/contract/operations';
import type { Target } from '../../../support/targets/target';
import type { Dimension } from '../dimension';
import type { ServicePart } from './shape';
import { changing, usual, type ServiceValue } from './values';

const without = (words: string, left: readonly ServiceName[]): ServiceValue =>
  changing(words, 'DESIGN: not-applicable if the target does not have that service', {
    target: [
      (target) => ({
        ...target,
        services: Object.fromEntries(
          Object.entries(target.services).filter(([service]) => !left.includes(service as ServiceName)),
        ),
        ...(left.includes('registry') && { otps: [] }),
      }),
    ],
  });

const gaps: Dimension<ServicePart> = {
  name: 'services',
  sentence: 'Base addresses are placeholders: {auth_url}, {identity_url}, {registry_url}, {dummy_payer_url}.',
  seam: 'target: services',
  offer: true,
  values: [
    usual('all services'),
    without('no registry', ['registry']),
    without('no identity service', ['identity']),
    without('no payer', ['dummyPayer', 'provider']),
    without('gateway alone', ['identity', 'registry', 'dummyPayer', 'provider']),
  ],
};

const prefixes: Dimension<ServicePart> = {
  name: 'paths of addresses',
  sentence: 'Base addresses are placeholders: {auth_url}, {identity_url}, {registry_url}, {dummy_payer_url}.',
  seam: 'mock: servicePaths',
  values: [
    usual('services at the root'),
    changing('services behind paths', 'the document gives no paths of base addresses', {
      servicePaths: {
        gateway: '/gw',
        identity: '/id/prod',
        registry: '/reg',
        dummyPayer: '/payer-7',
        provider: '/hcx',
      },
    }),
    changing('two services behind paths', 'the document gives no paths of base addresses', {
      servicePaths: { identity: '/api', dummyPayer: '/v9' },
    }),
  ],
};

const operations = ['insurancePlan.request', 'eligibility.check', 'preauth.submit', 'claim.submit'] as const;

const bases: Dimension<ServicePart> = {
  name: 'bases of payer operations',
  sentence: 'Base address for them: not shown. (clause 4.6)',
  seam: 'target: providerBases',
  values: [
    usual('one base for payer operations'),
    changing('a base for each payer operation', 'FIELD-NOTES: base addresses differ between operations', {
      front: { prefixes: operations.map((_, index) => `/service${index}`) },
      target: [
        (target: Target) => {
          const { provider } = target.services;
          if (provider === undefined) return target;
          const { origin, pathname } = new URL(provider);
          const own = operations.map(
            (id, index) => [id, `${origin}/service${index}${pathname.replace(/\/$/, '')}`] as const,
          );
          const others = ['communication.onRequest', 'payment.acknowledge'].map(
            (id) => [id, provider] as const,
          );
          return { ...target, providerBases: Object.fromEntries([...own, ...others]) };
        },
      ],
    }),
  ],
};

const segments: Dimension<ServicePart> = {
  name: 'path segments',
  sentence: "the word identity in the path is a neutral stand-in for the service's own segment (clause 4.2)",
  seam: 'mock: paths',
  values: [
    usual('neutral path segments'),
    changing('path segments that the target names', 'target: paths', {
      account: { paths: { identity: 'abha', nationalId: 'aadhaar' } },
    }),
  ],
};

const txnIds: Dimension<ServicePart> = {
  name: 'transaction ids',
  sentence: 'txnId | string | ties the call to the earlier link or OTP request step (clause 2.5)',
  seam: 'mock: txnId',
  values: [
    usual('txnId as a UUID'),
    changing('txnId in digits', "latitude of OTP-01: 'the transaction id has another form than a UUID'", {
      account: { txnId: '202611301000041' },
    }),
    changing(
      'txnId of two hundred characters',
      "latitude of OTP-01: 'the transaction id has another form than a UUID'",
      { account: { txnId: `txn-${'a7'.repeat(98)}` } },
    ),
    changing('txnId with other characters', 'txnId | string (clause 2.5)', {
      account: { txnId: 'tx:{4711}/\u00e9+ "q"' },
    }),
  ],
};

const otps: Dimension<ServicePart> = {
  name: 'form of OTPs',
  sentence: 'otp | string | Base64 of RSA-encrypted OTP (clause 2.5)',
  seam: 'mock: otp',
  values: [
    usual('OTPs of six digits'),
    changing('OTPs of eight letters and digits', 'otp | string (clause 2.5)', {
      account: { otp: 'k7Qm2xPz' },
    }),
    changing('OTPs of four digits', 'otp | string (clause 2.5)', { account: { otp: '7391' } }),
  ],
};

/** Dimensions of the services that exist, their addresses and their test values. */
export const offerDimensions: readonly Dimension<ServicePart>[] = [
  gaps,
  prefixes,
  bases,
  segments,
  txnIds,
  otps,
];
