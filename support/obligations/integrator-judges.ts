import type { ObligationId } from './index';
import type { RuleFactory } from './judge/judge';
import { fetchedByGet, identityFetchHeaders, registryFetchHeaders } from './certificate/fetch';
import { certificateCached, certificateRefreshed } from './certificate/cache';
import {
  fieldForm,
  identifiersEncrypted,
  mobileAsDocumented,
  oaepPadding,
  otpEncrypted,
  ownKeyUsed,
  plaintextBare,
  valuesSeparate,
} from './field-encryption/fields';
import { ciphertextsDiffer, otherFieldsPlain, plantedValuesKept } from './field-encryption/secrecy';
import { retriedUnderSha256 } from './field-encryption/hash-retry';
import {
  authorizedByIssuedToken,
  bridgeNamed,
  consentManagerNamed,
  jsonDeclared,
  requestIdPresent,
  timestampPresent,
} from './headers/headers';
import { otpOperation, transactionContinued } from './otp/request';
import { requestIdIsLowercase, requestIdIsNew, requestIdIsUuidV4 } from './headers/request-id';
import {
  grantTypeLiteral,
  sessionOperation,
  sessionRequestBody,
  sessionRequestHeaders,
} from './session/requests';
import { timestampCurrent, timestampForm } from './headers/timestamp';
import { deprecatedApisUncalled, refreshNoted, secretInSessionsOnly, userTokenNoted } from './token/use';
import { expiredTokenUnused, tokenReused } from './token/reuse';
import { oversizeRefused } from './field-encryption/oaep-limit';
import { payerAddressed, planNamesTestData } from './dummy-payer/addressing';
import { cyclesApart, harmlessCallbacks, othersRefused, unsignedRefused, validTaken } from './callback/taken';
import {
  claimApproved,
  claimQueried,
  claimRejected,
  communicationRun,
  eligibilityKept,
  planProcessed,
  preauthApproved,
  preauthQueried,
  preauthRejected,
} from './payer-flow/flows';
import { noticeAcknowledged } from './payer-flow/notice-acknowledged';
import { stepsInOrder } from './payer-flow/order';
import {
  actionTriggered,
  noticeNames,
  noticeStarted,
  triggerNamesCycle,
  triggerValues,
} from './dummy-payer/triggers';
import { callsOverTls, versionSegments } from './transport/calls';
import { rightContentOpened } from './health-data-transfer/decryption';
import {
  bundleSealed,
  keyDerived,
  noncesXored,
  secretAgreed,
  sentTogether,
} from './health-data-transfer/encryption';
import { keyPairFresh, nonceFresh, requestMaterialFresh } from './health-data-transfer/freshness';
import { expiryAhead, keyMaterialShape } from './health-data-transfer/key-material';
import {
  badKeyRefused,
  changedRefused,
  expiredKeyRefused,
  nonceLengthRefused,
  unsupportedRefused,
} from './health-data-transfer/refusal';
import { bundleUnreadable, privateKeyUnsent } from './health-data-transfer/secrecy';

/** The rules about an integrator. Those of cycles expect what it sends and what it is sent, the others its own alone. */
export const integratorRules: Readonly<Partial<Record<ObligationId, RuleFactory>>> = {
  'SES-01': sessionOperation,
  'SES-02': sessionRequestBody,
  'SES-03': grantTypeLiteral,
  'SES-04': sessionRequestHeaders,
  'HDR-01': authorizedByIssuedToken,
  'HDR-02': requestIdPresent,
  'HDR-03': requestIdIsUuidV4,
  'HDR-04': requestIdIsLowercase,
  'HDR-05': requestIdIsNew,
  'HDR-06': timestampPresent,
  'HDR-07': timestampForm,
  'HDR-08': timestampCurrent,
  'HDR-10': consentManagerNamed,
  'HDR-11': jsonDeclared,
  'HDR-12': bridgeNamed,
  'TOK-01': tokenReused,
  'TOK-02': expiredTokenUnused,
  'TOK-03': deprecatedApisUncalled,
  'TOK-04': secretInSessionsOnly,
  'TOK-05': refreshNoted,
  'TOK-07': userTokenNoted,
  'CRT-04': identityFetchHeaders,
  'CRT-05': registryFetchHeaders,
  'CRT-06': fetchedByGet,
  'CRT-07': certificateCached,
  'CRT-08': certificateRefreshed,
  'CRT-09': ownKeyUsed,
  'ENC-01': otpEncrypted,
  'ENC-02': identifiersEncrypted,
  'ENC-03': fieldForm,
  'ENC-04': oaepPadding,
  'ENC-05': retriedUnderSha256,
  'ENC-06': valuesSeparate,
  'ENC-07': plaintextBare,
  'ENC-08': ciphertextsDiffer,
  'ENC-09': plantedValuesKept,
  'ENC-10': otherFieldsPlain,
  'ENC-14': oversizeRefused,
  'ENC-15': mobileAsDocumented,
  'OTP-01': otpOperation,
  'OTP-02': transactionContinued,
  'HDT-01': unsupportedRefused,
  'HDT-02': expiredKeyRefused,
  'HDT-03': keyPairFresh,
  'HDT-04': nonceFresh,
  'HDT-05': secretAgreed,
  'HDT-06': noncesXored,
  'HDT-07': keyDerived,
  'HDT-08': bundleSealed,
  'HDT-09': keyMaterialShape,
  'HDT-10': sentTogether,
  'HDT-11': rightContentOpened,
  'HDT-12': changedRefused,
  'HDT-13': badKeyRefused,
  'HDT-14': privateKeyUnsent,
  'HDT-15': expiryAhead,
  'HDT-16': nonceLengthRefused,
  'HDT-17': requestMaterialFresh,
  'HDT-18': bundleUnreadable,
  'DPY-01': actionTriggered,
  'DPY-02': triggerValues,
  'DPY-03': triggerNamesCycle,
  'DPY-04': noticeStarted,
  'DPY-05': noticeNames,
  'DPY-06': planNamesTestData,
  'DPY-07': payerAddressed,
  'FLW-01': planProcessed,
  'FLW-02': eligibilityKept,
  'FLW-03': preauthApproved,
  'FLW-04': preauthRejected,
  'FLW-05': preauthQueried,
  'FLW-06': claimApproved,
  'FLW-07': claimRejected,
  'FLW-08': claimQueried,
  'FLW-09': noticeAcknowledged,
  'FLW-10': communicationRun,
  'FLW-11': stepsInOrder,
  'CBK-03': validTaken,
  'CBK-04': unsignedRefused,
  'CBK-05': cyclesApart,
  'CBK-06': harmlessCallbacks,
  'CBK-08': othersRefused,
  'SEC-01': callsOverTls,
  'VER-01': versionSegments,
};
