import type { KeyMaterial } from '../adapter/protocol';
import type { CurveForm } from '../contract/readings';
import type { KeyPair } from '../crypto/node/transfer';
import type { Asked } from '../exchange/exchange';

/** A bundle to be transferred, and a part of it by which it is known again wherever it turns up. */
export interface Bundle {
  readonly text: string;
  /** Absent where the bundle is too short to have one. */
  readonly marker?: string;
}

interface About {
  /** In which form the suite writes its keys, or wants to see them. */
  readonly form: CurveForm;
  readonly asked: Asked;
}

/** The suite as HIU asks the client as HIP to encrypt. */
export interface EncryptAsk extends About {
  readonly method: 'transfer.encrypt';
  /** The suite's own key and nonce; `keyMaterial` may say otherwise, on purpose. */
  readonly own: KeyPair;
  readonly ownNonce: Buffer;
  readonly keyMaterial: KeyMaterial;
  readonly bundle: Bundle;
}

/** The client as HIU is asked for key material. */
export interface OpenAsk extends About {
  readonly method: 'transfer.open';
}

/** What the suite as HIP used to make a content, for the search of a mistake on the other side. */
export interface Sealed {
  readonly own: KeyPair;
  readonly ownNonce: Buffer;
  readonly peerPublicKey: Buffer;
  readonly peerNonce: Buffer;
}

/** The client as HIU is asked to decrypt what the suite as HIP made. */
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
  readonly bundle: Bundle;
  /** Of valid contents. */
  readonly sealed?: Sealed;
}

/** One call of `transfer.*` with all that its answer is judged by. */
export type TransferAsk = EncryptAsk | OpenAsk | DecryptAsk;

export type TransferMethod = TransferAsk['method'];
