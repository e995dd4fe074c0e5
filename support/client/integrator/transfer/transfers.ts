import { randomUUID } from 'node:crypto';
import { RefusalError } from '../../../adapter/handlers';
import type { ReceivedKeyMaterial, MethodParams, MethodResult } from '../../../adapter/protocol';
import type { CurveForm, ReadingValues } from '../../../contract/readings';
import type { KeyForm } from '../../../contract/transfer';
import type { Curve, KeyPair } from '../../../crypto/noble';
import { curveOfKey, keyPairFrom, wipe } from '../../../crypto/noble';
import type { Clock } from '../surroundings';
import { bytesOfBase64 } from './codecs';
import type { TransferPeer } from './transfer-peer';
import { refusing } from './transfer-peer';
import type { TransferSeams } from './seams';

/** An encrypted bundle with the key material of its HIP (the sender). */
interface GivenTransfer {
  readonly keyMaterial: ReceivedKeyMaterial;
  readonly content: string;
}

/** Key pair and nonce that an HIU generated for one open transfer. */
interface Opened {
  readonly own: KeyPair;
  readonly nonce: Buffer;
}

/** Maximum number of open transfers. Opening another one discards the oldest. */
const mostOpened = 1000;

const formsOffered: readonly CurveForm[] = ['x25519', 'weierstrass', 'weierstrass-spki'];

/** Performs health-data transfers (clause 6.2), as HIP (sender) and as HIU (recipient). */
export class Transfers {
  readonly forms: readonly CurveForm[];
  readonly #seams: TransferSeams;
  readonly #clock: Clock;
  readonly #opened = new Map<string, Opened>();

  constructor(seams: TransferSeams, clock: Clock, form: ReadingValues['curve-form']) {
    this.#seams = seams;
    this.#clock = clock;
    this.forms = form === 'as-declared' ? formsOffered : [form];
  }

  /** As HIP: encrypts a bundle with a key pair and a nonce that are used only once. */
  encrypt({ keyMaterial, bundle }: MethodParams<'transfer.encrypt'>): GivenTransfer {
    const { keys, seal, bundle: codec, content, compose, send } = this.#seams;
    const now = this.#clock.now();
    const peer = this.#read(keyMaterial, 'hip', now);
    const own = keys.keyPair(peer.curve);
    const nonce = keys.nonce();
    try {
      const [key, iv] = this.#agree(own, nonce, peer);
      const sealed = seal(key, iv, codec.write(bundle));
      wipe(key);
      const about = { keyForm: peer.keyForm, now };
      return send(
        { keyMaterial: compose(own, nonce, about), content: content.write(sealed) },
        { own, bundle },
      );
    } finally {
      // Wipe the private key, because it must not outlive the transfer (clause 6.2.2).
      wipe(own.privateKey);
    }
  }

  /** As HIU: generates the key material to send with a data request. */
  open(): MethodResult<'transfer.open'> {
    const [form = 'x25519'] = this.forms;
    const own = this.#seams.keys.keyPair(form === 'x25519' ? 'x25519' : 'weierstrass');
    const nonce = this.#seams.keys.nonce();
    const transferId = randomUUID();
    this.#opened.set(transferId, { own, nonce });
    for (const [oldest] of this.#opened) {
      if (this.#opened.size <= mostOpened) break;
      this.#close(oldest);
    }
    const about = { keyForm: writtenAs(form), now: this.#clock.now() };
    return { transferId, keyMaterial: this.#seams.compose(own, nonce, about) };
  }

  /**
   * As HIU: decrypts the content of a transfer. Throws a RefusalError and returns no plaintext if the
   * authentication tag is wrong.
   */
  decrypt(params: MethodParams<'transfer.decrypt'>): { bundle: string } {
    const { own, nonce } = this.#recipient(params);
    const peer = this.#read(params.keyMaterial, 'hiu', this.#clock.now());
    const [key, iv] = this.#agree(own, nonce, peer);
    const content = this.#seams.content.read(params.content);
    try {
      const plaintext = refusing(() => this.#seams.open(key, iv, content));
      return { bundle: this.#seams.bundle.read(plaintext) };
    } finally {
      wipe(key);
    }
  }

  /** Wipes the private keys of all open transfers. */
  discard(): void {
    for (const transferId of this.#opened.keys()) this.#close(transferId);
  }

  #close(transferId: string): void {
    const opened = this.#opened.get(transferId);
    if (opened !== undefined) wipe(opened.own.privateKey);
    this.#opened.delete(transferId);
  }

  #read(
    material: MethodParams<'transfer.encrypt'>['keyMaterial'],
    role: 'hip' | 'hiu',
    now: number,
  ): TransferPeer {
    const peer = this.#seams.readPeer(material, { role, now });
    if (!this.forms.some((form) => curveOf(form) === peer.curve))
      throw new RefusalError(`the public key is no ${this.forms.join(' or ')} key`);
    return peer;
  }

  #agree(own: KeyPair, nonce: Buffer, peer: TransferPeer): [key: Buffer, iv: Buffer] {
    return refusing(() => {
      const secret = this.#seams.sharedSecret(own, peer.publicKey);
      const { salt, iv } = this.#seams.mixNonces(nonce, peer.nonce);
      const key = this.#seams.deriveKey(secret, salt);
      wipe(secret);
      return [key, iv];
    });
  }

  #recipient(params: MethodParams<'transfer.decrypt'>): Opened {
    if ('transferId' in params) {
      const opened = this.#opened.get(params.transferId);
      if (opened === undefined) throw new RefusalError('no transfer is open under that transferId');
      return opened;
    }
    const { publicKey, privateKey, nonce } = params.recipient;
    return refusing(() => {
      const curve = curveOfKey(bytesOfBase64(publicKey, 'the public key of the recipient'));
      return {
        own: keyPairFrom(curve, bytesOfBase64(privateKey, 'the private key of the recipient')),
        nonce: bytesOfBase64(nonce, 'the nonce of the recipient'),
      };
    });
  }
}

function curveOf(form: CurveForm): Curve {
  return form === 'x25519' ? 'x25519' : 'weierstrass';
}

function writtenAs(form: CurveForm): KeyForm {
  return form === 'weierstrass-spki' ? 'weierstrass-spki-explicit' : form;
}
