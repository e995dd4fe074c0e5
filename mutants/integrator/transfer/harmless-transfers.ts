import { createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AdapterHandlers } from '../../../support/adapter/handlers';
import { RefusalError } from '../../../support/adapter/handlers';
import type { IntegratorHandlers } from '../../../support/client/integrator';
import type { HarmlessSubject } from '../../mutant';
import { harmlessIntegrator } from '../specimens';
import { adapterPrograms } from '../programs';
import { startClientWithSeams, everyRole, startClientProgram, transferTarget } from '../stage';
import { startTransferHandlers, startTransferSides, rightly } from './sides';
import type { TransferSides, TransferChange } from './sides';
import { splitTag, openGcm, sealGcm } from './gcm';
import { requireFhirBundle } from './parsed';

const differing = (name: string, story: string, sides: TransferSides): HarmlessSubject =>
  harmlessIntegrator(name, story, { start: startTransferSides(sides) });

const transferMethods = ['transfer.encrypt', 'transfer.open', 'transfer.decrypt'] as const;

/** Puts something around every call of a transfer. */
const around =
  (wrap: (act: () => unknown) => Promise<unknown>) =>
  (own: IntegratorHandlers): Partial<IntegratorHandlers> => {
    const handlers = own as Readonly<Record<string, (params: unknown) => unknown>>;
    const wrapped = transferMethods.map((method) => [
      method,
      (params: unknown) => wrap(() => handlers[method]?.(params)),
    ]);
    return Object.fromEntries(wrapped) as AdapterHandlers;
  };

const answers: HarmlessSubject[] = [
  harmlessIntegrator('transfers-thought-over', 'Every transfer is thought over.', {
    start: startTransferHandlers(
      around(async (act) => {
        await sleep(15);
        return act();
      }),
    ),
  }),
  harmlessIntegrator('refusals-without-code', 'A refusal is an error like any other.', {
    start: startTransferHandlers(
      around(async (act) => {
        try {
          return await act();
        } catch (error) {
          throw error instanceof RefusalError ? new Error(error.message) : error;
        }
      }),
    ),
  }),
  harmlessIntegrator('refusals-in-other-words', 'A refusal on purpose tells no reason.', {
    start: startTransferHandlers(
      around(async (act) => {
        try {
          return await act();
        } catch (error) {
          throw error instanceof RefusalError ? new RefusalError('this transfer is declined') : error;
        }
      }),
    ),
  }),
  harmlessIntegrator('transfer-with-extra-members', 'The answers have members of their own.', {
    start: startTransferHandlers(
      around(async (act) => ({ ...((await act()) as object), careContext: 'visit-1' })),
    ),
  }),
  harmlessIntegrator('one-transfer-for-each-key', 'A request with a key that was there before is refused.', {
    start: startTransferSides({
      hip: () => {
        const seen = new Set<string>();
        return {
          readPeer: (material, about) => {
            const peer = rightly.readPeer(material, about);
            if (seen.has(peer.publicKey.toString('hex'))) throw new RefusalError('the key was used before');
            return peer;
          },
          send: (sent) => sent,
        };
      },
    }),
  }),
];

const forms: HarmlessSubject[] = (['x25519', 'weierstrass', 'weierstrass-spki'] as const).map((form) =>
  differing(`${form}-alone`, `Keys of the form ${form} are offered, and no others.`, {
    hipForm: form,
    hiuForm: form,
  }),
);

const raw = {
  x25519: Buffer.from('302a300506032b656e032100', 'hex'),
  pkcs8: Buffer.from('302e020100300506032b656e04220420', 'hex'),
};

/** X25519, HKDF and AES-GCM of the platform. */
const platform: TransferChange = {
  keys: {
    ...rightly.keys,
    keyPair: (curve) => {
      if (curve !== 'x25519') return rightly.keys.keyPair(curve);
      const pair = generateKeyPairSync('x25519');
      return {
        curve,
        publicKey: pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
        privateKey: pair.privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32),
      };
    },
  },
  sharedSecret: (own, peerKey) => {
    if (own.curve !== 'x25519') return rightly.sharedSecret(own, peerKey);
    try {
      return diffieHellman({
        privateKey: createPrivateKey({
          key: Buffer.concat([raw.pkcs8, own.privateKey]),
          format: 'der',
          type: 'pkcs8',
        }),
        publicKey: createPublicKey({
          key: Buffer.concat([raw.x25519, peerKey]),
          format: 'der',
          type: 'spki',
        }),
      });
    } catch {
      throw new RefusalError('the public key cannot be used');
    }
  },
  deriveKey: (secret, salt) => Buffer.from(hkdfSync('sha256', secret, salt, '', 32)),
  seal: (key, iv, plaintext) => {
    const { ciphertext, tag } = sealGcm(key, iv, plaintext);
    return Buffer.concat([ciphertext, tag]);
  },
  open: (key, iv, content) => {
    try {
      return openGcm(key, iv, splitTag(content));
    } catch {
      throw new RefusalError('the content was changed');
    }
  },
};

const inHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** What opens nothing, and what the suite gave. */
const openly: TransferSides['hip'] = (log) => ({
  compose: (own, nonce, about) => {
    log(`public ${inHex(own.publicKey)} nonce ${inHex(nonce)} ${JSON.stringify([...own.publicKey])}`);
    return rightly.compose(own, nonce, about);
  },
  readPeer: (material, about) => {
    log(JSON.stringify(material));
    return rightly.readPeer(material, about);
  },
  mixNonces: (own, peer) => {
    const { salt, iv } = rightly.mixNonces(own, peer);
    log(`salt ${inHex(salt)} iv ${inHex(iv)} xor ${inHex(salt)}${inHex(iv)}`);
    return { salt, iv };
  },
  send: (sent, { bundle }) => {
    log(`${JSON.stringify(sent)} for ${bundle.slice(0, 4096)}`);
    return sent;
  },
});

const others: HarmlessSubject[] = [
  harmlessIntegrator(
    'transfers-logged-openly',
    'All is logged of a transfer that opens nothing, and all that was given.',
    {
      start: startTransferHandlers(
        (own, log) => ({
          'transfer.decrypt': (params) => {
            log(JSON.stringify(params).slice(0, 4096));
            return own['transfer.decrypt'](params);
          },
        }),
        { hip: openly, hiu: openly },
      ),
    },
  ),
  differing('opened-bundles-logged', 'The HIU logs what it opens: the document does not forbid it.', {
    hiu: (log) => ({
      open: (key, iv, content) => {
        const bundle = rightly.open(key, iv, content);
        log(Buffer.from(bundle).toString('utf8').slice(0, 4096));
        return bundle;
      },
    }),
  }),
  differing(
    'bundles-parsed',
    'What is encrypted and decrypted is parsed as FHIR in JSON, and refused if it is none.',
    {
      hip: {
        bundle: { ...rightly.bundle, write: (bundle) => rightly.bundle.write(requireFhirBundle(bundle)) },
      },
      hiu: {
        bundle: { ...rightly.bundle, read: (plaintext) => requireFhirBundle(rightly.bundle.read(plaintext)) },
      },
    },
  ),
  harmlessIntegrator(
    'ends-over-what-is-no-bundle',
    'What is no FHIR bundle ends the process of the client.',
    {
      start: startClientProgram(adapterPrograms.diesOverTexts, transferTarget),
    },
  ),
  differing('transfers-by-the-platform', "The platform's own library computes.", {
    hip: platform,
    hiu: platform,
  }),
  harmlessIntegrator(
    'transfers-undeclared',
    'The target does not declare how long a key is kept.',
    { start: startClientWithSeams({}, { ...transferTarget, declarations: {} }) },
    { 'HDT-19': 'not-tested' },
  ),
  harmlessIntegrator(
    'transfers-among-everything',
    'Every role is tried in one run, and key material has a member more.',
    {
      start: startClientWithSeams(
        {
          transfer: {
            ...rightly,
            compose: (own, nonce, about) => ({ ...rightly.compose(own, nonce, about), version: '1.1' }),
          },
        },
        everyRole,
      ),
    },
  ),
];

/** Transfers that differ, and break nothing. */
export const harmlessTransfers: readonly HarmlessSubject[] = [...answers, ...forms, ...others];
