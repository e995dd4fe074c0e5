import { RefusalError } from '../../../support/adapter/handlers';
import type { TransferSeams } from '../../../support/client/integrator/transfer/seams';
import type { CurveForm } from '../../../support/contract/readings';
import type { KeyPair } from '../../../support/crypto/noble';
import type { Mutant } from '../../mutant';
import { brokenIntegrator } from '../specimens';
import { splitTag, openGcm, sealGcm } from './gcm';
import { startTransferSides, rightly } from './sides';

/** What one side of a transfer knows. */
export interface SideKnowledge {
  readonly own: KeyPair;
  readonly peerKey: Buffer;
  readonly hipKey: Buffer;
  readonly hiuKey: Buffer;
  readonly hipNonce: Buffer;
  readonly hiuNonce: Buffer;
  /** The XOR of both nonces. */
  readonly mixed: Buffer;
}

export interface SaltAndIv {
  readonly salt: Buffer;
  readonly iv: Buffer;
}

/** One stage of clause 6.2 done wrongly. Each is written from scratch, without the suite's own catalogue. */
export interface StageMistake {
  /** Of the right one. The nonces are not known yet. */
  readonly secret?: (right: Buffer, known: SideKnowledge) => Buffer;
  readonly mix?: (known: SideKnowledge) => SaltAndIv;
  readonly key?: (secret: Buffer, salt: Buffer, known: SideKnowledge) => Buffer;
  readonly seal?: (key: Buffer, iv: Buffer, plaintext: Buffer, known: SideKnowledge) => Buffer;
  readonly open?: (key: Buffer, iv: Buffer, content: Buffer, known: SideKnowledge) => Buffer;
  readonly write?: (bundle: string) => Buffer;
  readonly read?: (plaintext: Buffer) => string;
  readonly encode?: (content: Buffer) => string;
  readonly decode?: (content: string) => Buffer;
}

/** The obligation that is one stage of clause 6.2. */
type StageId = 'HDT-05' | 'HDT-06' | 'HDT-07' | 'HDT-08';

const nothing = Buffer.alloc(0);

/** The seams of a side that makes the slip. What it hands out is a copy: secrets are wiped behind it. */
function slipping(side: 'hip' | 'hiu', slip: StageMistake): () => Partial<TransferSeams> {
  return () => {
    let known: SideKnowledge | undefined;
    const seen = (): SideKnowledge => {
      if (known === undefined) throw new Error('the shared secret comes first');
      return known;
    };
    return {
      sharedSecret: (own, peerKey) => {
        const [hipKey, hiuKey] = side === 'hip' ? [own.publicKey, peerKey] : [peerKey, own.publicKey];
        known = { own, peerKey, hipKey, hiuKey, hipNonce: nothing, hiuNonce: nothing, mixed: nothing };
        const right = rightly.sharedSecret(own, peerKey);
        return slip.secret === undefined ? right : Buffer.from(slip.secret(right, known));
      },
      mixNonces: (own, peer) => {
        const right = rightly.mixNonces(own, peer);
        const [hipNonce, hiuNonce] = side === 'hip' ? [own, peer] : [peer, own];
        known = { ...seen(), hipNonce, hiuNonce, mixed: Buffer.concat([right.salt, right.iv]) };
        return slip.mix?.(known) ?? right;
      },
      deriveKey: (secret, salt) => Buffer.from((slip.key ?? rightly.deriveKey)(secret, salt, seen())),
      seal: (key, iv, plaintext) => (slip.seal ?? sealed)(key, iv, plaintext, seen()),
      open: (key, iv, content) => refusingFailures(() => (slip.open ?? opened)(key, iv, content, seen())),
      bundle: {
        write: (bundle) => slip.write?.(bundle) ?? rightly.bundle.write(bundle),
        read: (plaintext) => slip.read?.(plaintext) ?? rightly.bundle.read(plaintext),
      },
      content: {
        write: (content) => slip.encode?.(content) ?? rightly.content.write(content),
        read: (content) => slip.decode?.(content) ?? rightly.content.read(content),
      },
    };
  };
}

/** As clause 6.2.6 has it, with a key and an IV of whatever length a slip left. */
function sealed(key: Buffer, iv: Buffer, plaintext: Buffer): Buffer {
  const { ciphertext, tag } = sealGcm(key, iv, plaintext);
  return Buffer.concat([ciphertext, tag]);
}

const opened = (key: Buffer, iv: Buffer, content: Buffer): Buffer => openGcm(key, iv, splitTag(content));

function refusingFailures(open: () => Buffer): Buffer {
  try {
    return open();
  } catch {
    throw new RefusalError('the content cannot be opened');
  }
}

/** A known mistake: its name, its story, a part of what the suite has to tell of it, and what is done otherwise. */
export type StageMistakeRow = readonly [name: string, story: string, told: string, slip: StageMistake];

/** There are more than a hundred of these: the HIU beside them, which is right, is left alone. */
const hipAlone = { roles: ['hip'] } as const;

/**
 * What is done to nonces, key or content is the same on either curve, so that one form of keys is enough. The secret is
 * not: its mistakes are made in every form.
 */
const formsOf: Readonly<Partial<Record<StageId, CurveForm>>> = {
  'HDT-06': 'x25519',
  'HDT-07': 'weierstrass',
  'HDT-08': 'x25519',
};

/** HIPs with one mistake each: the suite has to blame the stage, and to tell the mistake. */
export function mutantHips(blame: StageId, rows: readonly StageMistakeRow[]): Mutant[] {
  const hipForm = formsOf[blame];
  return rows.map(([name, story, told, slip]) => ({
    ...brokenIntegrator(name, [blame], story, {
      start: startTransferSides({ hip: slipping('hip', slip), ...(hipForm && { hipForm }) }, hipAlone),
    }),
    diagnosis: { [blame]: told },
  }));
}

/** The same mistake on both sides: they understand each other, and no one else does. */
export function twoSidedMutants(
  blame: StageId,
  rows: readonly StageMistakeRow[],
  names: readonly string[],
): Mutant[] {
  return rows
    .filter(([name]) => names.includes(name))
    .map(([name, story, told, slip]) => ({
      ...brokenIntegrator(`${name}-both-ways`, [blame, 'HDT-11'], story, {
        start: startTransferSides({ hip: slipping('hip', slip), hiu: slipping('hiu', slip) }),
      }),
      diagnosis: { [blame]: told, 'HDT-11': told },
    }));
}
