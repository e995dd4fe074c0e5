import { createCipheriv } from 'node:crypto';
import type { ObligationId } from '../../../support/obligations';
import type { Mutant } from '../../mutant';
import { splitTag, openGcm, openUnverified, sealGcm } from './gcm';
import type { Sealed } from './gcm';
import type { SideKnowledge, StageMistake, StageMistakeRow } from './slips';
import { twoSidedMutants, mutantHips } from './slips';

/** Ciphertext and tag put together otherwise. */
const arranged = (
  arrange: (sealed: Sealed, iv: Buffer, known: SideKnowledge) => readonly Buffer[],
): StageMistake => ({
  seal: (key, iv, plaintext, known) => Buffer.concat(arrange(sealGcm(key, iv, plaintext), iv, known)),
});

const withData = (data: (known: SideKnowledge, iv: Buffer) => Buffer | string): StageMistake => ({
  seal: (key, iv, plaintext, known) => {
    const { ciphertext, tag } = sealGcm(key, iv, plaintext, Buffer.from(data(known, iv)));
    return Buffer.concat([ciphertext, tag]);
  },
  open: (key, iv, content, known) => openGcm(key, iv, splitTag(content), Buffer.from(data(known, iv))),
});

const mode = (
  name: 'aes-256-ctr' | 'aes-256-cbc',
  ivOf: (iv: Buffer, known: SideKnowledge) => Buffer,
): StageMistake => ({
  seal: (key, iv, plaintext, known) => {
    const cipher = createCipheriv(name, key, ivOf(iv, known));
    return Buffer.concat([cipher.update(plaintext), cipher.final()]);
  },
});

const padded = (end: number) => (iv: Buffer) => Buffer.concat([iv, Buffer.of(0, 0, 0, end)]);
const longer = (_iv: Buffer, { mixed }: SideKnowledge): Buffer => mixed.subarray(16);

const frames: readonly StageMistakeRow[] = [
  [
    'tag-left-out',
    'The library keeps the tag apart, and the client never asks for it.',
    'the tag is left out',
    {
      ...arranged(({ ciphertext }) => [ciphertext]),
      open: (key, iv, content) => openUnverified(key, iv, content),
    },
  ],
  [
    'tag-first',
    'The tag is put before the ciphertext.',
    'the tag comes before the ciphertext',
    {
      ...arranged(({ ciphertext, tag }) => [tag, ciphertext]),
      open: (key, iv, content) =>
        openGcm(key, iv, { ciphertext: content.subarray(16), tag: content.subarray(0, 16) }),
    },
  ],
  [
    'tag-of-12-bytes',
    'The tag is shortened.',
    'the tag has 12 bytes',
    arranged(({ ciphertext, tag }) => [ciphertext, tag.subarray(0, 12)]),
  ],
  [
    'iv-before-content',
    'The IV is sent before the ciphertext, as is usual elsewhere.',
    'the IV comes before the ciphertext',
    arranged(({ ciphertext, tag }, iv) => [iv, ciphertext, tag]),
  ],
  [
    'nonce-before-content',
    'The nonce is sent before the ciphertext.',
    'the nonce of the HIP comes before the ciphertext',
    arranged(({ ciphertext, tag }, _iv, { hipNonce }) => [hipNonce, ciphertext, tag]),
  ],
];

const data: readonly StageMistakeRow[] = [
  ...(
    [
      ['iv', 'the IV', (_known, iv) => iv],
      ['salt', 'the salt', ({ mixed }) => mixed.subarray(0, 20)],
      ['xored-nonces', 'the XOR of both nonces', ({ mixed }) => mixed],
      ['hip-nonce', 'the nonce of the HIP', ({ hipNonce }) => hipNonce],
      ['hiu-nonce', 'the nonce of the HIU', ({ hiuNonce }) => hiuNonce],
      ['hip-key', 'the public key of the HIP', ({ hipKey }) => hipKey],
      ['hiu-key', 'the public key of the HIU', ({ hiuKey }) => hiuKey],
      ['hip-key-text', "the Base64 of the HIP's public key", ({ hipKey }) => hipKey.toString('base64')],
      ['hiu-key-text', "the Base64 of the HIU's public key", ({ hiuKey }) => hiuKey.toString('base64')],
    ] as readonly (readonly [id: string, what: string, take: Parameters<typeof withData>[0]])[]
  ).map(([id, what, take]): StageMistakeRow => [
    `aad-${id}`,
    'Something is bound to the ciphertext that the other side does not bind.',
    `${what} is used as additional data`,
    withData(take),
  ]),
  ...['ECDH', 'Curve25519', 'aad', 'AAD', 'FHIR'].map((text): StageMistakeRow => [
    `aad-text-${text}`,
    `The example that was followed has the additional data "${text}".`,
    `the text "${text}" is used as additional data`,
    withData(() => text),
  ]),
  [
    'aad-of-its-own',
    'A bundle of whatever size is bound to a text that this product alone knows.',
    'the tag is not that of AES-GCM without AAD',
    withData(() => 'transfer of product 7, version 3'),
  ],
];

const modes: readonly StageMistakeRow[] = [
  [
    'ctr-from-0',
    'AES-CTR is taken for AES-GCM.',
    'AES-CTR is used, without a tag',
    mode('aes-256-ctr', padded(0)),
  ],
  [
    'ctr-from-1',
    'AES-CTR is taken for AES-GCM, and begins at one.',
    'AES-CTR is used, without a tag',
    mode('aes-256-ctr', padded(1)),
  ],
  [
    'ctr-with-iv-of-16-bytes',
    'AES-CTR gets the IV that it wants.',
    'AES-CTR is used, with the last 16 bytes as IV',
    mode('aes-256-ctr', longer),
  ],
  ['cbc', 'AES-CBC is what the library takes.', 'AES-CBC is used;', mode('aes-256-cbc', padded(0))],
  [
    'cbc-with-iv-of-16-bytes',
    'AES-CBC gets the IV that it wants.',
    'AES-CBC is used, with the last 16 bytes as IV',
    mode('aes-256-cbc', longer),
  ],
];

const clear: readonly StageMistakeRow[] = [
  [
    'content-is-bundle-in-base64',
    'Base64 is taken for encryption.',
    'the content is the bundle itself, merely encoded',
    { seal: (_key, _iv, plaintext) => plaintext },
  ],
];

const rows = [...frames, ...data, ...modes];

/** Mistakes in the encryption proper (clause 6.2.6). */
export const sealingMutants: readonly Mutant[] = [
  ...mutantHips('HDT-08', rows),
  ...mutantHips('HDT-08', clear).map((mutant) => ({
    ...mutant,
    breaks: [...mutant.breaks, 'HDT-18'] as readonly ObligationId[],
  })),
  ...twoSidedMutants('HDT-08', rows, ['tag-first', 'aad-hiu-nonce', 'aad-text-aad']),
];
