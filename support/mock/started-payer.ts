import type { CallbackListener } from '../exchange/callback-listener';
import type { RsaKeyPair } from './keys';

/** A payer that the suite started itself, with details that a target file does not contain. */
export interface StartedPayer {
  /** Public key for messages to the payer (SPKI in PEM). */
  readonly encryptionKey?: string;
  /** Sets the base URL of callbacks, and the public key (SPKI in PEM) to encrypt them with. */
  readonly tell?: (callbackUrl: string, encryptionKey: string) => void;
  /** A listener that is already open, if the payer needed its URL when it was started. */
  readonly callbacks?: OpenCallbacks;
}

/** A callback listener, with the URL and key that the payer uses for it. */
export interface OpenCallbacks {
  readonly listener: CallbackListener;
  /** Base URL of callbacks as the payer sees it, without a trailing slash. */
  readonly url: string;
  /** Decrypts the callbacks of the payer. */
  readonly key: RsaKeyPair;
}
