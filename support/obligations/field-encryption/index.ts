import { defineArea } from '../judge/home';
import {
  otpEncrypted,
  identifiersEncrypted,
  fieldForm,
  oaepPadding,
  valuesSeparate,
  plaintextBare,
  oversizeRefused,
} from './encrypted';
import { retriedUnderSha256 } from './hash-retry';
import { mobileAsDocumented, ciphertextsDiffer, plantedValuesKept, otherFieldsPlain } from './secrecy';
import { nothingStoredPlain } from './stored-values';
import { wrongPaddingRejected, wrongHashRejected, wrongEncodingRejected } from './rejections';

/** How sensitive fields are encrypted, and how bad ciphertext is met (clauses 2.4, 6.3, 7). */
export const fieldEncryption = defineArea('field-encryption', [
  otpEncrypted,
  identifiersEncrypted,
  fieldForm,
  oaepPadding,
  retriedUnderSha256,
  valuesSeparate,
  plaintextBare,
  ciphertextsDiffer,
  plantedValuesKept,
  otherFieldsPlain,
  wrongPaddingRejected,
  wrongHashRejected,
  wrongEncodingRejected,
  oversizeRefused,
  mobileAsDocumented,
  nothingStoredPlain,
]);
