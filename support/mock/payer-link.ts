import type { CallbackListener } from '../exchange/callback-listener';
import type { RsaKeyPair } from './keys';

/** What the suite knows of a payer beyond the target file, since it started it, or was told. */
export interface PayerLink {
  /** The key to which messages to the payer are encrypted: SPKI in PEM. */
  readonly encryptionKey?: string;
  /** Names the base of the callbacks, and the key (SPKI in PEM) that they are to be encrypted to. */
  readonly tell?: (callbackUrl: string, encryptionKey: string) => void;
  /** Already listening, where the payer had to be told when it was started. */
  readonly callbacks?: OpenCallbacks;
}

/** A listener for callbacks, with all that its far side knows of it. */
export interface OpenCallbacks {
  readonly listener: CallbackListener;
  /** Base of the callbacks as the payer has it, without a trailing slash. */
  readonly url: string;
  /** Opens what the payer encrypts. */
  readonly key: RsaKeyPair;
}
