import { area } from '../judge/home';
import { nothingStoredPlain } from './declared';
import {
  otpEncrypted,
  identifiersEncrypted,
  fieldForm,
  oaepPadding,
  valuesSeparate,
  plaintextBare,
} from './fields';
import { retriedUnderSha256 } from './hash-retry';
import { mobileAsDocumented } from './mobile';
import { oversizeRefused } from './oaep-limit';
import { wrongPaddingRejected, wrongHashRejected, wrongEncodingRejected } from './rejections';
import { ciphertextsDiffer, plantedValuesKept, otherFieldsPlain } from './secrecy';

/** How sensitive fields are encrypted, and how bad ciphertext is met (clauses 2.4, 6.3, 7). */
export const fieldEncryption = area('field-encryption', [
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
