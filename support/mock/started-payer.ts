import type { CallbackListener } from '../exchange/callback-listener';
import type { RsaKeyPair } from './keys';

/** A payer that the suite started itself, with details that a target file does not contain. */
export interface StartedPayer {
  /** Public key (SPKI in PEM) for encrypting messages to the payer. */
  readonly encryptionKey?: string;
  /** A self-signed X.509 certificate (PEM) of the same key; `undefined` if the suite lacks the private key. */
  readonly encryptionCertificate?: string;
  /**
   * Informs the payer of the base URL for callbacks and of the public key (SPKI in PEM) for encrypting them.
   */
  readonly tell?: (callbackUrl: string, encryptionKey: string) => void;
  /** The callback listener, if the suite had to open it before it started the payer, which needs its URL. */
  readonly callbacks?: OpenCallbacks;
}

/** A callback listener, with the URL and key that the payer uses for it. */
export interface OpenCallbacks {
  readonly listener: CallbackListener;
  /** Base URL at which the payer reaches the listener, without a trailing slash. */
  readonly url: string;
  /** The key pair for decrypting the payer's callbacks. */
  readonly key: RsaKeyPair;
}
