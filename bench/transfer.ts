/**
 * Measures how many health-data transfers per second the suite's own client completes. A transfer encrypts
 * and decrypts one bundle, with fresh keys on both sides. The floor performs only the cryptographic
 * operations, with node:crypto for X25519 and noble for the Weierstrass form.
 */
import {
  createCipheriv,
  createDecipheriv,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import type { KeyMaterial } from '../support/adapter/protocol';
import { systemClock } from '../support/client/integrator/surroundings';
import { conformingTransfer } from '../support/client/integrator/transfer/seams';
import { Transfers } from '../support/client/integrator/transfer/transfers';
import type { CurveForm } from '../support/contract/readings';
import { Curve25519 } from '../support/crypto/noble/weierstrass';

type Transfer = (bundle: string) => void;

function ownTransfer(form: CurveForm): Transfer {
  const transfers = new Transfers(conformingTransfer, systemClock, form);
  return (bundle) => {
    const { transferId, keyMaterial } = transfers.open();
    const sent = transfers.encrypt({ keyMaterial: keyMaterial as KeyMaterial, bundle });
    const { content } = sent;
    const read = transfers.decrypt({ transferId, keyMaterial: sent.keyMaterial as KeyMaterial, content });
    if (read.bundle.length !== bundle.length) throw new Error('the bundle came out otherwise');
  };
}

/**
 * Functions that perform one key exchange with fresh keys on both sides. They return the shared secret that
 * each side computes.
 */
const bareSecrets: Readonly<Record<'x25519' | 'weierstrass', () => readonly Uint8Array[]>> = {
  x25519: () => {
    const [one, other] = [generateKeyPairSync('x25519'), generateKeyPairSync('x25519')];
    return [
      diffieHellman({ privateKey: one.privateKey, publicKey: other.publicKey }),
      diffieHellman({ privateKey: other.privateKey, publicKey: one.publicKey }),
    ];
  },
  weierstrass: () => {
    const { BASE, Fn, Fp } = Curve25519;
    const scalars = [randomBytes(31), randomBytes(31)].map((bytes) =>
      Fn.create(BigInt(`0x${bytes.toString('hex')}`)),
    );
    const [one = 1n, other = 1n] = scalars;
    const [first, second] = [BASE.multiply(one), BASE.multiply(other)];
    return [second.multiply(one), first.multiply(other)].map(({ x }) => Fp.toBytes(x));
  },
};

function bareTransfer(curve: 'x25519' | 'weierstrass'): Transfer {
  return (bundle) => {
    const secrets = bareSecrets[curve]();
    const [salt, iv] = [randomBytes(20), randomBytes(12)];
    const [key = Buffer.alloc(32), same = key] = secrets.map((secret) =>
      Buffer.from(hkdfSync('sha256', secret, salt, '', 32)),
    );
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const content = Buffer.concat([cipher.update(bundle, 'utf8'), cipher.final()]);
    const decipher = createDecipheriv('aes-256-gcm', same, iv);
    decipher.setAuthTag(cipher.getAuthTag());
    const text = decipher.update(content, undefined, 'utf8') + decipher.final('utf8');
    if (text.length !== bundle.length) throw new Error('the bundle came out otherwise');
  };
}

const roundMs = 700;

/**
 * Returns the transfers per second of the fastest of three rounds: the round that other load on the machine
 * slowed least.
 */
function measure(transfer: Transfer, bundle: string): number {
  transfer(bundle);
  const rates = Array.from({ length: 3 }, () => {
    const startedAt = performance.now();
    let count = 0;
    while (performance.now() - startedAt < roundMs) {
      transfer(bundle);
      count += 1;
    }
    return (count * 1000) / (performance.now() - startedAt);
  });
  return Math.max(...rates);
}

const sizes = [
  ['1 KiB', 1024],
  ['10 MiB', 10 * 1024 * 1024],
] as const;

console.log('Health-data transfers a second, and how many times the bare arithmetic they cost');
for (const curve of ['x25519', 'weierstrass'] as const)
  for (const [name, bytes] of sizes) {
    const bundle = 'x'.repeat(bytes);
    const own = measure(ownTransfer(curve), bundle);
    const bare = measure(bareTransfer(curve), bundle);
    const floor = curve === 'x25519' ? 'node:crypto' : 'noble';
    console.log(
      `${curve.padEnd(12)} ${name.padEnd(7)} ${own.toFixed(1).padStart(8)} beside ${bare.toFixed(1).padStart(8)} of bare ${floor}: ${(bare / own).toFixed(1)} times`,
    );
  }
