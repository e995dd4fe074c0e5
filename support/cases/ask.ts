import type { KeyMaterial } from '../adapter/protocol';
import type { CurveForm } from '../contract/readings';
import type { KeyPair } from '../crypto/node/transfer';
import type { RequestPurpose } from '../exchange/exchange';

/** Plaintext of a transfer, usually a FHIR bundle. */
export interface TransferBundle {
  readonly text: string;
  /**
   * Unique text in the bundle, to detect the bundle in other places. `undefined` if the bundle is too short
   * for one.
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
  /** The suite's own key pair. `keyMaterial`, which the client receives, may deliberately differ from it. */
  readonly own: KeyPair;
  readonly ownNonce: Buffer;
  readonly keyMaterial: KeyMaterial;
  readonly bundle: TransferBundle;
}

/** A `transfer.open` call: asks the client, as HIU, to generate key material. */
export interface OpenAsk extends About {
  readonly method: 'transfer.open';
}

/**
 * Inputs from which the suite, as HIP, made a content. They help to find the mistake of a client that cannot
 * decrypt it.
 */
export interface SealingInputs {
  readonly own: KeyPair;
  readonly ownNonce: Buffer;
  readonly peerPublicKey: Buffer;
  readonly peerNonce: Buffer;
}

/**
 * A `transfer.decrypt` call: asks the client, as HIU (information user), to decrypt a content that the suite
 * made as HIP (information provider).
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
  /** `undefined` if the content must be refused. */
  readonly sealed?: SealingInputs;
}

/** One call of a `transfer.*` method, with everything that is needed to judge the answer. */
export type TransferAsk = EncryptAsk | OpenAsk | DecryptAsk;

export type TransferMethod = TransferAsk['method'];
