import type { Curve } from '../../support/crypto/node/transfer';
import { offCurvePoint, smallOrderPublicKeys } from '../../support/crypto/node/transfer';
import type { BouncyCastleParty } from './bouncycastle';
import { bouncyCastle, bouncyCastleTransfers, bouncyCastleComments } from './bouncycastle';
import { seededBytes, firstSeeded, flipped, placesIn } from './seeded';
import type { CaseIntro, Arrived, TransferParties } from './transfer-cases';
import { formCases } from './transfer-forms';
import {
  encryptedContentOf,
  invalidTransfer,
  seededParties,
  secretOf,
  validTransfer,
} from './transfer-cases';
import type { Case, VectorFile } from './vector-file';
import { commonSources, vectorFile } from './vector-file';

const bundle = '{"resourceType":"Bundle","type":"collection"}';

function goodCases(curve: Curve): Case[] {
  const both = (name: string): TransferParties => seededParties(curve, name);
  const large = `{"resourceType":"Bundle","note":"${seededBytes('large', 6000).toString('base64')}"}`;
  return [
    validTransfer(['plain', 'a bundle as it is met', []], both('plain'), bundle),
    validTransfer(['empty', 'an empty bundle: the content is the tag alone', ['Size']], both('empty'), ''),
    validTransfer(['one-byte', 'a bundle shorter than a block', ['Size']], both('one byte'), '{'),
    validTransfer(
      ['one-block', 'a bundle of exactly one block', ['Size']],
      both('block'),
      '{"a":"0123456"}\n',
    ),
    validTransfer(['large', 'a bundle that is not encrypted at one go', ['Size']], both('large'), large),
    validTransfer(
      ['utf-8', 'the bundle is encrypted in UTF-16 or ISO 8859-1', ['Alphabet']],
      both('alphabet'),
      '{"name":"आशा Žofie 张伟 \u{1F3E5}"}',
    ),
    validTransfer(
      ['normal-forms', 'the bundle is brought into a Unicode normal form', ['Alphabet']],
      both('normal'),
      '{"a":"caf\u00e9","b":"cafe\u0301"}',
    ),
    validTransfer(
      ['line-ends', 'line ends are changed, or the last one is cut off', ['Alphabet']],
      both('lines'),
      '{\r\n "a": 1\n}\n',
    ),
    validTransfer(
      ['equal-nonces', 'salt and IV of zeros are taken for missing ones', ['Nonces']],
      equalNonces(curve),
      bundle,
    ),
  ];
}

function equalNonces(curve: Curve): TransferParties {
  const { sender, recipient } = seededParties(curve, 'equal');
  return { sender: { ...sender, nonce: recipient.nonce }, recipient };
}

function zeroCases(curve: Curve): Case[] {
  const found = (name: string, holds: (both: TransferParties) => boolean): TransferParties =>
    firstSeeded(name, (each) => seededParties(curve, each), holds);
  const rows: readonly (readonly [CaseIntro, (both: TransferParties) => boolean])[] = [
    [
      ['secret-begins-with-zero', 'leading zeros of the secret are dropped', ['Zeros']],
      (both) => secretOf(both)[0] === 0,
    ],
    [
      ['secret-ends-with-zero', 'trailing zeros of the secret are dropped', ['Zeros']],
      (both) => secretOf(both)[31] === 0,
    ],
    ...(curve === 'x25519'
      ? ([
          [
            ['sender-key-begins-with-zero', 'leading zeros of the public key are dropped', ['Zeros']],
            ({ sender }) => sender.pair.publicKey[0] === 0,
          ],
          [
            ['sender-key-ends-with-zero', 'trailing zeros of the public key are dropped', ['Zeros']],
            ({ sender }) => sender.pair.publicKey[31] === 0,
          ],
        ] satisfies (readonly [CaseIntro, (both: TransferParties) => boolean])[])
      : ([
          [
            ['sender-x-begins-with-zero', 'leading zeros of X are dropped', ['Zeros']],
            ({ sender }) => sender.pair.publicKey[1] === 0,
          ],
          [
            ['sender-y-begins-with-zero', 'leading zeros of Y are dropped', ['Zeros']],
            ({ sender }) => sender.pair.publicKey[33] === 0,
          ],
          [
            ['recipient-x-begins-with-zero', 'leading zeros of the own X are dropped', ['Zeros']],
            ({ recipient }) => recipient.pair.publicKey[1] === 0,
          ],
        ] satisfies (readonly [CaseIntro, (both: TransferParties) => boolean])[])),
  ];
  return rows.map(([about, holds]) => validTransfer(about, found(about[0], holds), bundle));
}

function badCases(curve: Curve): Case[] {
  const both = seededParties(curve, 'changed');
  const content = encryptedContentOf(both, bundle);
  const right: Arrived = { publicKey: both.sender.pair.publicKey, nonce: both.sender.nonce, content };
  const change = (about: CaseIntro, changed: Partial<Arrived>): Case =>
    invalidTransfer(about, both, { ...right, ...changed });
  const [body, tag] = [content.subarray(0, -16), content.subarray(-16)];
  const joined = (...parts: Buffer[]): Partial<Arrived> => ({ content: Buffer.concat(parts) });
  const key = right.publicKey;
  const offset = curve === 'x25519' ? 0 : 1;
  return [
    ...placesIn(body).map(([place, at]) =>
      change(
        [`ciphertext-bit-${place}`, 'the tag is not verified', ['Changed']],
        joined(flipped(body, at), tag),
      ),
    ),
    ...placesIn(tag).map(([place, at]) =>
      change(
        [`tag-bit-${place}`, 'the tag is compared in part, or not at all', ['Changed']],
        joined(body, flipped(tag, at)),
      ),
    ),
    ...placesIn(right.nonce).map(([place, at]) =>
      change([`nonce-bit-${place}`, 'the tag is not verified', ['Changed']], {
        nonce: flipped(right.nonce, at),
      }),
    ),
    ...placesIn(key.subarray(offset)).map(([place, at]) =>
      change([`key-bit-${place}`, 'the tag is not verified, or a point off the curve taken', ['Changed']], {
        publicKey: flipped(key, at + offset),
      }),
    ),
    change(['tag-missing', 'a content without a tag is read as CTR', ['Cut']], { content: body }),
    change(['tag-cut', 'a shorter tag is taken for a tag', ['Cut']], { content: content.subarray(0, -4) }),
    change(['content-empty', 'nothing is taken for an empty bundle', ['Cut']], { content: Buffer.alloc(0) }),
    change(['content-15', 'a content shorter than its tag', ['Cut']], { content: content.subarray(0, 15) }),
    change(['tag-first', 'the tag stands before the ciphertext', ['Cut']], joined(tag, body)),
    change(['nonce-31', 'a nonce of 31 bytes is filled up', ['Nonces']], {
      nonce: right.nonce.subarray(0, 31),
    }),
    change(['nonce-33', 'a nonce of 33 bytes is cut', ['Nonces']], {
      nonce: Buffer.concat([right.nonce, Buffer.from([0])]),
    }),
    change(['key-of-another', 'the key of another transfer', ['Changed']], {
      publicKey: seededParties(curve, 'another').sender.pair.publicKey,
    }),
    ...smallOrderPublicKeys(curve).map(({ name, bytes }, index) =>
      change([`low-order-${index + 1}`, `a key of low order is taken (${name})`, ['Key']], {
        publicKey: bytes,
      }),
    ),
    ...(curve === 'weierstrass'
      ? [change(['off-curve', 'a point off the curve is taken', ['Key']], { publicKey: offCurvePoint() })]
      : []),
  ];
}

function asSent({ privateKey, publicKey, nonce }: BouncyCastleParty) {
  return { privateKey, publicKey, nonce };
}

function bouncyCastleCases(): Case[] {
  return bouncyCastleTransfers().map(({ id, sender, recipient, bundle: text, content }) => ({
    id: `bouncycastle-${id}`,
    comment: bouncyCastleComments[id] ?? id,
    flags: ['Deployed'],
    result: 'valid',
    provenance: 'bouncycastle',
    sender: asSent(sender),
    recipient: asSent(recipient),
    bundle: text,
    content,
  }));
}

/**
 * Returns the test vectors for complete transfers on one curve: the recipient decrypts the content, and the
 * sender encrypts the bundle.
 */
export function transfers(curve: Curve): VectorFile {
  const form = curve === 'x25519' ? 'X25519' : 'Curve25519 in the short Weierstrass form';
  return vectorFile({
    schema: 'vectors/transfer',
    title: `Health-data transfers with ${form}`,
    clauses: ['2.6', '6.2'],
    provenance: { ...commonSources, bouncycastle: bouncyCastle },
    flags: {
      Size: 'A bundle of a size at which something can go wrong.',
      Alphabet: 'A bundle whose bytes show in which encoding it was encrypted.',
      Nonces: 'Nonces that are equal, or of another length.',
      Zeros: 'A key or a secret that begins or ends with a zero byte: one transfer in 128 has one.',
      Deployed: 'Made by the implementation that deployed systems use.',
      KeyForm: 'The key of the sender is coded in one of the other forms that are met.',
      Changed: 'One fact of what arrived was changed: it must be refused, and nothing given out.',
      Cut: 'A content that is not ciphertext and tag, one behind the other.',
      Key: 'A public key that must be refused.',
    },
    groups: [
      {
        curve,
        cases: [
          ...(curve === 'weierstrass' ? bouncyCastleCases() : []),
          ...goodCases(curve),
          ...zeroCases(curve),
          ...formCases(curve, bundle),
          ...badCases(curve),
        ],
      },
    ],
  });
}
