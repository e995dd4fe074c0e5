import type { ObligationId } from '../../contract/obligations';
import type { RuleFactory } from '../rule';
import { fetchedByGet, identityFetchHeaders, registryFetchHeaders } from './certificate.rules';
import { certificateCached, certificateRefreshed } from './certificate-cache.rules';
import {
  fieldForm,
  identifiersEncrypted,
  mobileAsDocumented,
  oaepPadding,
  otpEncrypted,
  ownKeyUsed,
  plaintextBare,
  valuesSeparate,
} from './field-encryption.rules';
import { ciphertextsDiffer, otherFieldsPlain, plantedValuesKept } from './field-secrecy.rules';
import { retriedUnderSha256 } from './hash-retry.rules';
import {
  authorizedByIssuedToken,
  bridgeNamed,
  consentManagerNamed,
  jsonDeclared,
  requestIdPresent,
  timestampPresent,
} from './headers.rules';
import { otpOperation, transactionContinued } from './otp.rules';
import { requestIdIsLowercase, requestIdIsNew, requestIdIsUuidV4 } from './request-id.rules';
import {
  grantTypeLiteral,
  sessionOperation,
  sessionRequestBody,
  sessionRequestHeaders,
} from './session.rules';
import { timestampCurrent, timestampForm } from './timestamp.rules';
import { deprecatedApisUncalled, refreshNoted, secretInSessionsOnly, userTokenNoted } from './token.rules';
import { expiredTokenUnused, tokenReused } from './token-reuse.rules';
import { oversizeRefused } from './oaep-limit.rules';
import { payerAddressed, planNamesTestData } from './payer/addressing.rules';
import {
  cyclesApart,
  harmlessCallbacks,
  othersRefused,
  unsignedRefused,
  validTaken,
} from './payer/callbacks.rules';
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
} from './payer/flows.rules';
import { noticeAcknowledged } from './payer/notice.rules';
import { stepsInOrder } from './payer/order.rules';
import {
  actionTriggered,
  noticeNames,
  noticeStarted,
  triggerNamesCycle,
  triggerValues,
} from './payer/triggers.rules';
import { callsOverTls, versionSegments } from './transport.rules';
import { rightContentOpened } from './transfer/decryption.rules';
import {
  bundleSealed,
  keyDerived,
  noncesXored,
  secretAgreed,
  sentTogether,
} from './transfer/encryption.rules';
import { keyPairFresh, nonceFresh, requestMaterialFresh } from './transfer/freshness.rules';
import { expiryAhead, keyMaterialShape } from './transfer/key-material.rules';
import {
  badKeyRefused,
  changedRefused,
  expiredKeyRefused,
  nonceLengthRefused,
  unsupportedRefused,
} from './transfer/refusal.rules';
import { bundleUnreadable, privateKeyUnsent } from './transfer/secrecy.rules';

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
