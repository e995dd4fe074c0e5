import type { Specimen } from './mutant';
import { certificateMutants } from './service/certificate.mutants';
import { fieldEncryptionMutants } from './service/field-encryption.mutants';
import { harmlessAnswers } from './service/harmless-answers';
import { harmlessReadings } from './service/harmless-readings';
import { harmlessServices } from './service/harmless-services';
import { headersMutants } from './service/headers.mutants';
import { nullServices } from './service/null-services';
import { otpMutants } from './service/otp.mutants';
import { sessionExpiryMutants } from './service/session-expiry.mutants';
import { sessionRefusalMutants } from './service/session-refusal.mutants';
import { sessionMutants } from './service/session.mutants';
import { tokenMutants } from './service/token.mutants';
import { transportMutants } from './service/transport.mutants';
import { witnesses } from './service/witnesses';

/** Every service that the suite is tried on. */
export const serviceSpecimens: readonly Specimen[] = [
  ...sessionMutants,
  ...sessionRefusalMutants,
  ...sessionExpiryMutants,
  ...headersMutants,
  ...tokenMutants,
  ...certificateMutants,
  ...fieldEncryptionMutants,
  ...otpMutants,
  ...transportMutants,
  ...witnesses,
  ...nullServices,
  ...harmlessAnswers,
  ...harmlessReadings,
  ...harmlessServices,
];
