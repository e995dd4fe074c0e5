import type { Specimen } from './mutant';
import { bothServicesMutants, harmlessMobileOtps } from './integrator/both-services.mutants';
import { certificatePathMutants } from './integrator/certificate-path.mutants';
import { certificateUseMutants } from './integrator/certificate.mutants';
import { ciphertextMutants } from './integrator/ciphertext.mutants';
import { foreignKeyMutants } from './integrator/foreign-keys.mutants';
import { unfetchedMutants } from './integrator/unfetched.mutants';
import { harmlessClients } from './integrator/harmless-clients';
import { fieldRefusalMutants, harmlessFieldRefusals } from './integrator/refused-fields';
import { harmlessPrograms, programMutants } from './integrator/two-programs';
import { harmlessFetches, lateFetchMutants } from './integrator/late-fetches';
import { harmlessRetries } from './integrator/harmless-retries';
import { harmlessRequests } from './integrator/harmless-requests';
import { integratorWitnesses } from './integrator/witnesses';
import { identityMutants } from './integrator/identity.mutants';
import { leakMutants } from './integrator/leak.mutants';
import { harmlessNationalIds, nationalIdMutants } from './integrator/national-ids';
import { halfIntegrators, nullIntegrators } from './integrator/null-integrators';
import { bodySlipRequestMutants } from './integrator/body-slips.mutants';
import { otpRequestMutants } from './integrator/otp.mutants';
import { callbackMutants } from './integrator/payer/callbacks.mutants';
import { bodyTypeMutants } from './integrator/payer/body-types';
import { typedBodyMutants } from './integrator/payer/typed-bodies';
import { resettingProviders } from './integrator/payer/busy-providers';
import { halfProviders } from './integrator/payer/half-providers';
import { unreadContents } from './integrator/payer/richer-contents';
import { selfTriggerMutants } from './integrator/payer/self-triggers';
import { partialProviders } from './integrator/payer/partial-providers';
import { unbegunMutants } from './integrator/payer/unbegun';
import { envelopeMutants } from './integrator/payer/envelopes';
import { harmlessProviders } from './integrator/payer/harmless-providers';
import { flowMutants } from './integrator/payer/flows.mutants';
import { payerMessageMutants } from './integrator/payer/messages.mutants';
import { profileProviderMutants } from './integrator/payer/profile-providers';
import { payerTokenMutants } from './integrator/payer/payer-token.mutants';
import { verificationMutants } from './integrator/payer/verification.mutants';
import { verifiedByKindMutants } from './integrator/payer/verified-by-kind';
import { triggerMutants } from './integrator/payer/triggers.mutants';
import { plaintextMutants } from './integrator/plaintext.mutants';
import { requestHeaderMutants } from './integrator/headers.mutants';
import { requestIdMutants } from './integrator/request-id.mutants';
import { retryMutants } from './integrator/retry.mutants';
import { secrecyMutants } from './integrator/secrecy.mutants';
import { singleRoleMutants } from './integrator/single-role.mutants';
import { singleRoles } from './integrator/single-roles';
import { sessionRequestMutants } from './integrator/session.mutants';
import { timestampMutants } from './integrator/timestamp.mutants';
import { tokenUseMutants } from './integrator/token.mutants';
import { requestTransportMutants } from './integrator/transport.mutants';
import { bundleMutants } from './integrator/transfer/bundle.mutants';
import { contentMutants } from './integrator/transfer/content.mutants';
import { keyFormMutants } from './integrator/transfer/forms.mutants';
import { freshnessMutants } from './integrator/transfer/fresh.mutants';
import { harmlessForms } from './integrator/transfer/harmless-forms';
import { harmlessMaterials } from './integrator/transfer/harmless-materials';
import { harmlessRefusals } from './integrator/transfer/harmless-refusals';
import { harmlessTransfers } from './integrator/transfer/harmless-transfers';
import { keyDerivationMutants } from './integrator/transfer/key.mutants';
import { keyMaterialMutants } from './integrator/transfer/material.mutants';
import { nonceMixMutants } from './integrator/transfer/mix.mutants';
import { contentReadingMutants } from './integrator/transfer/reading.mutants';
import { nullMutants } from './integrator/transfer/null.mutants';
import { pointMutants } from './integrator/transfer/points.mutants';
import { acceptanceMutants } from './integrator/transfer/refusal.mutants';
import { sealingMutants } from './integrator/transfer/seal.mutants';
import { sharedSecretMutants } from './integrator/transfer/secret.mutants';
import { transferLogMutants } from './integrator/transfer/log.mutants';
import { transferSecrecyMutants } from './integrator/transfer/secrecy.mutants';
import { unopenedMutants } from './integrator/transfer/unopened.mutants';
import { leadingZeroMutants } from './integrator/transfer/zeros.mutants';
import { togethernessMutants } from './integrator/transfer/together.mutants';
import { certificateMutants } from './service/certificate.mutants';
import { departureMutants } from './service/departures.mutants';
import { harmlessProfileServices, profileServiceMutants } from './service/profile-services';
import { fieldEncryptionMutants } from './service/field-encryption.mutants';
import { harmlessAnswers } from './service/harmless-answers';
import { harmlessServiceRefusals } from './service/harmless-refusals';
import { harmlessRejections } from './service/harmless-rejections';
import { harmlessReadings } from './service/harmless-readings';
import { harmlessServices } from './service/harmless-services';
import { irregularServices } from './service/irregular-services';
import { headersMutants } from './service/headers.mutants';
import { nullServices } from './service/null-services';
import { harmlessPayers } from './service/harmless-payers';
import { otpMutants } from './service/otp.mutants';
import { payerMutants } from './service/payer.mutants';
import { resetMutants } from './service/reset.mutants';
import { sessionExpiryMutants } from './service/session-expiry.mutants';
import { sessionRefusalMutants } from './service/session-refusal.mutants';
import { bodySlipMutants } from './service/body-slips.mutants';
import { sessionMutants } from './service/session.mutants';
import { tokenMutants } from './service/token.mutants';
import { harmlessTransport, transportMutants } from './service/transport.mutants';
import { witnesses } from './service/witnesses';

/** All broken and harmless services on which the suite is tested. */
export const serviceSpecimens: readonly Specimen[] = [
  ...bodySlipMutants,
  ...sessionMutants,
  ...sessionRefusalMutants,
  ...sessionExpiryMutants,
  ...headersMutants,
  ...tokenMutants,
  ...certificateMutants,
  ...departureMutants,
  ...profileServiceMutants,
  ...fieldEncryptionMutants,
  ...otpMutants,
  ...transportMutants,
  ...payerMutants,
  ...resetMutants,
  ...witnesses,
  ...nullServices,
  ...harmlessAnswers,
  ...harmlessServiceRefusals,
  ...harmlessRejections,
  ...harmlessReadings,
  ...harmlessProfileServices,
  ...harmlessServices,
  ...harmlessTransport,
  ...harmlessPayers,
  ...irregularServices,
];

/** All integrators that test health-data transfers. Their runs mostly compute, while other runs mostly wait. */
export const transferSpecimens: readonly Specimen[] = [
  ...acceptanceMutants,
  ...pointMutants,
  ...nullMutants,
  ...freshnessMutants,
  ...keyFormMutants,
  ...leadingZeroMutants,
  ...sharedSecretMutants,
  ...nonceMixMutants,
  ...keyDerivationMutants,
  ...sealingMutants,
  ...contentMutants,
  ...bundleMutants,
  ...keyMaterialMutants,
  ...togethernessMutants,
  ...contentReadingMutants,
  ...transferSecrecyMutants,
  ...unopenedMutants,
  ...transferLogMutants,
  ...harmlessForms,
  ...harmlessMaterials,
  ...harmlessRefusals,
  ...harmlessTransfers,
];

/** All integrators that test the flows with the payer. */
const providerSpecimens: readonly Specimen[] = [
  ...triggerMutants,
  ...payerMessageMutants,
  ...payerTokenMutants,
  ...profileProviderMutants,
  ...flowMutants,
  ...verificationMutants,
  ...verifiedByKindMutants,
  ...callbackMutants,
  ...halfProviders,
  ...resettingProviders,
  ...unreadContents,
  ...partialProviders,
  ...unbegunMutants,
  ...selfTriggerMutants,
  ...bodyTypeMutants,
  ...typedBodyMutants,
  ...envelopeMutants,
  ...harmlessProviders,
];

/** All broken and harmless integrators on which the suite is tested. */
export const integratorSpecimens: readonly Specimen[] = [
  ...sessionRequestMutants,
  ...requestHeaderMutants,
  ...requestIdMutants,
  ...timestampMutants,
  ...retryMutants,
  ...tokenUseMutants,
  ...programMutants,
  ...certificatePathMutants,
  ...certificateUseMutants,
  ...lateFetchMutants,
  ...ciphertextMutants,
  ...foreignKeyMutants,
  ...unfetchedMutants,
  ...plaintextMutants,
  ...fieldRefusalMutants,
  ...secrecyMutants,
  ...bothServicesMutants,
  ...harmlessMobileOtps,
  ...identityMutants,
  ...nationalIdMutants,
  ...leakMutants,
  ...bodySlipRequestMutants,
  ...otpRequestMutants,
  ...requestTransportMutants,
  ...integratorWitnesses,
  ...nullIntegrators,
  ...halfIntegrators,
  ...harmlessRequests,
  ...harmlessClients,
  ...harmlessFieldRefusals,
  ...harmlessPrograms,
  ...harmlessNationalIds,
  ...harmlessFetches,
  ...harmlessRetries,
  ...singleRoles,
  ...singleRoleMutants,
  ...transferSpecimens,
  ...providerSpecimens,
];

export const specimens: readonly Specimen[] = [...serviceSpecimens, ...integratorSpecimens];

/** Returns the specimen with this name. Throws a RangeError if it does not exist. */
export function findSpecimen(name: string): Specimen {
  const found = specimens.find((each) => each.name === name);
  if (found === undefined) throw new RangeError(`there is no mutant called ${name}`);
  return found;
}
