import type { KeyMaterial } from '../adapter/protocol';
import type { CurveForm } from '../contract/readings';
import type { KeyPair } from '../crypto/node/transfer';
import type { RequestPurpose } from '../exchange/exchange';

/** Plaintext of a transfer, usually a FHIR bundle. */
export interface TransferBundle {
  readonly text: string;
  /**
   * A unique string in the bundle. The suite searches for it to detect whether the client exposes the bundle,
   * such as in a log. `undefined` if the bundle is too short to contain one.
   */
  readonly marker?: string;
}

interface About {
  /** Key form that the suite uses for its own keys, or expects from the client. */
  readonly form: CurveForm;
  readonly asked: RequestPurpose;
}

/**
 * A `transfer.encrypt` call: the suite, as HIU (information user), asks the client, as HIP (information
 * provider), to encrypt a bundle.
 */
export interface EncryptAsk extends About {
  readonly method: 'transfer.encrypt';
  /**
   * The suite's own key pair. In calls that the client must refuse, the public key in `keyMaterial` may
   * deliberately be a different one.
   */
  readonly own: KeyPair;
  readonly ownNonce: Buffer;
  readonly keyMaterial: KeyMaterial;
  readonly bundle: TransferBundle;
}

/** A `transfer.open` call: the suite asks the client, as HIU (information user), to generate key material. */
export interface OpenAsk extends About {
  readonly method: 'transfer.open';
}

/**
 * The keys and nonces with which the suite, as HIP (information provider), encrypted a bundle. If a client
 * cannot decrypt the bundle, the suite uses them to find the client's mistake.
 */
export interface SealingInputs {
  readonly own: KeyPair;
  readonly ownNonce: Buffer;
  readonly peerPublicKey: Buffer;
  readonly peerNonce: Buffer;
}

/**
 * A `transfer.decrypt` call: the suite asks the client, as HIU (information user), to decrypt a bundle. The
 * suite encrypted the bundle as HIP (information provider).
 */
export interface DecryptAsk extends About {
  readonly method: 'transfer.decrypt';
  readonly to:
    | { readonly transferId: string }
    | {
        readonly recipient: {
          readonly privateKey: string;
          readonly publicKey: string;
          readonly nonce: string;
        };
      };
  readonly keyMaterial: KeyMaterial;
  readonly content: string;
  readonly bundle: TransferBundle;
  /**
   * The keys and nonces that `content` was encrypted with. `undefined` if the client must refuse the call.
   */
  readonly sealed?: SealingInputs;
}

/** One call of a `transfer.*` method, with everything that is needed to judge the answer. */
export type TransferAsk = EncryptAsk | OpenAsk | DecryptAsk;

export type TransferMethod = TransferAsk['method'];
