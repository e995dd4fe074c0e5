import { conformingSeams } from '../../support/client/integrator';
import type { BodyComposer, SealField } from '../../support/client/integrator/field-sealer';
import type { CertifiedService } from '../../support/adapter/protocol';
import type { OutgoingRequest } from '../../support/client/sender';
import type { ObligationId } from '../../support/obligations';
import type { HarmlessSubject, Mutant } from '../mutant';
import { editRequests, withEditedBody } from './edits';
import { identityBodySeams } from './identity-body';
import { offering } from './single-roles';
import { brokenIntegrator, harmlessIntegrator, targetReadings } from './specimens';
import type { IntegratorSeamsChange } from './stage';
import { startClientWithSeams } from './stage';

type Field = Parameters<BodyComposer['fields']>[0][number];

const { bodies } = conformingSeams;

/** The one field that a client writes in another way, and the requests in which it does so. */
interface Slip {
  readonly at: (request: OutgoingRequest) => boolean;
  readonly of: (field: Field) => boolean;
  readonly write: (value: string, seal: SealField) => unknown;
}

/** A client that sends fields rightly, except for one field at one service or path. */
function writing({ at, of, write }: Slip): IntegratorSeamsChange {
  return () => {
    let slip: Readonly<Record<string, unknown>> = {};
    return {
      bodies: {
        ...bodies,
        fields: async (fields, seal, always) => {
          const field = fields.find(of);
          slip = field === undefined ? {} : { [field.name]: await write(field.value, seal) };
          return bodies.fields(fields, seal, always);
        },
      },
      ...editRequests(['fields'], (request) =>
        at(request) ? withEditedBody(request, (members) => JSON.stringify({ ...members, ...slip })) : request,
      ),
    };
  };
}

const to =
  (service: CertifiedService) =>
  (request: OutgoingRequest): boolean =>
    request.service === service;

const named =
  (name: string, isEncrypted: boolean) =>
  (field: Field): boolean =>
    field.name === name && field.encrypted === isEncrypted;

const asItIs = (value: string): string => value;
const sealed = (value: string, seal: SealField): Promise<string> => seal(value);

/** One field at one service (ENC-01, ENC-10, ENC-15). */
function atService(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  service: CertifiedService,
  slip: Omit<Slip, 'at'>,
): Mutant {
  return brokenIntegrator(name, breaks, story, writing({ ...slip, at: to(service) }));
}

const identityAlone = (seams: IntegratorSeamsChange) => ({
  start: offering(['session.create', 'certificate.fetch', 'fields.send'], ['session', 'identity'], seams),
});

const mobilePaths = {
  identity: '/identity/api/v3/profile/login/mobile',
  registry: '/v2/registration/mobile/verifyOTP',
} as const;

/** The part of a target that names the paths of the verify-mobile-OTP calls. */
const mobileTarget = targetReadings({ 'mobile-otp-path': mobilePaths });

/** The OTP of a mobile number at one service (ENC-01). */
function atMobilePath(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  service: CertifiedService,
  slip: Omit<Slip, 'at'>,
): Mutant {
  const at = ({ url }: OutgoingRequest): boolean => url.endsWith(mobilePaths[service]);
  return brokenIntegrator(name, breaks, story, {
    start: startClientWithSeams(writing({ ...slip, at }), mobileTarget),
  });
}

const rawOtp = { of: named('otp', true), write: asItIs };
const sealedTransaction = { of: named('txnId', false), write: sealed };

/** Mistakes in fields at only one of the two services, or in the verify-mobile-OTP call of one. */
export const bothServicesMutants: readonly Mutant[] = [
  atService(
    'otp-raw-at-identity',
    ['ENC-01', 'ENC-09'],
    'Only the registry is thought to encrypt OTPs.',
    'identity',
    rawOtp,
  ),
  brokenIntegrator(
    'lone-identity-otp-raw',
    ['ENC-01', 'ENC-09'],
    'A client that deals only with the identity service sends the OTP in clear.',
    identityAlone(writing({ ...rawOtp, at: to('identity') })),
  ),
  brokenIntegrator(
    'lone-identity-otp-value-raw',
    ['ENC-01', 'ENC-09'],
    'A client that deals only with the identity service sends authData.otp.otpValue in clear.',
    identityAlone(identityBodySeams((otp) => Promise.resolve(otp))),
  ),
  atMobilePath(
    'mobile-otp-raw-at-identity',
    ['ENC-01', 'ENC-09'],
    'The OTP of a mobile number goes to the identity service in clear.',
    'identity',
    rawOtp,
  ),
  atMobilePath(
    'mobile-otp-raw-at-registry',
    ['ENC-01', 'ENC-09'],
    'The OTP of a mobile number goes to the registry in clear.',
    'registry',
    rawOtp,
  ),
  atMobilePath(
    'mobile-otp-in-base64',
    ['ENC-01', 'ENC-09'],
    'Base64 is taken for encryption where a mobile number is verified.',
    'registry',
    { ...rawOtp, write: (value) => Buffer.from(value).toString('base64') },
  ),
  atService(
    'txn-id-encrypted-at-identity',
    ['ENC-10'],
    'Every field to the identity service is encrypted.',
    'identity',
    sealedTransaction,
  ),
  brokenIntegrator(
    'lone-identity-txn-id-encrypted',
    ['ENC-10'],
    'A client that deals only with the identity service encrypts every field.',
    identityAlone(writing({ ...sealedTransaction, at: to('identity') })),
  ),
  atMobilePath(
    'mobile-txn-id-encrypted',
    ['ENC-10'],
    'The transaction is encrypted like the OTP where a mobile number is verified.',
    'identity',
    sealedTransaction,
  ),
  atService(
    'mobile-raw-at-registry',
    ['ENC-15'],
    'Mobile numbers are thought to be public at the registry.',
    'registry',
    { of: named('mobile', true), write: asItIs },
  ),
  atService(
    'mobile-encrypted-at-registry',
    ['ENC-15'],
    'Every mobile number to the registry is encrypted.',
    'registry',
    { of: named('mobile', false), write: sealed },
  ),
];

/** Clients that verify the OTP of a mobile number, and are right. */
export const harmlessMobileOtps: readonly HarmlessSubject[] = [
  harmlessIntegrator('mobile-otp-agreed', 'The target names the paths of the verify-mobile-OTP calls.', {
    start: startClientWithSeams({}, mobileTarget),
  }),
  harmlessIntegrator(
    'mobile-otp-of-one-service',
    'Only the registry verifies mobile numbers, at a path that looks like no verification.',
    {
      start: startClientWithSeams({}, targetReadings({ 'mobile-otp-path': { registry: '/own/check' } })),
    },
  ),
  harmlessIntegrator(
    'mobile-otp-in-auth-data',
    'The OTP of a mobile number is in authData.otp.otpValue, encrypted.',
    {
      start: startClientWithSeams(
        identityBodySeams((otp, seal) => seal(otp)),
        mobileTarget,
      ),
    },
  ),
];
