import type { Attempts } from '../cases/attempt';
import {
  hkdfAttempts,
  nonceAttempts,
  transferAttempts,
  weierstrassAttempts,
  x25519Attempts,
} from './crypto-attempts';
import { fieldAttempts } from './field-attempts';
import { jwtAttempts, textAttempts } from './text-attempts';

/** The suite's own code: at least two implementations that do not know each other. */
export const ownAttempts: Attempts = {
  'vectors/field-encryption': fieldAttempts,
  'vectors/nonces': nonceAttempts,
  'vectors/hkdf': hkdfAttempts,
  'vectors/x25519': x25519Attempts,
  'vectors/weierstrass': weierstrassAttempts,
  'vectors/transfer': transferAttempts,
  'vectors/text': textAttempts,
  'vectors/jwt': jwtAttempts,
};
