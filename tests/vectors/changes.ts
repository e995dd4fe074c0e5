/** A case whose members are looked at by name. */
export type LooseCase = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly result: 'valid' | 'invalid';
};

type Coding = 'hex' | 'base64' | 'utf8';

/** Members of a valid case by kind of file: each of them decides the outcome, down to the byte. */
const deciding: Readonly<Record<string, readonly (readonly [path: string, coding: Coding])[]>> = {
  'vectors/field-encryption': [
    ['plaintext', 'utf8'],
    ['seed', 'hex'],
    ['ciphertext', 'base64'],
  ],
  'vectors/nonces': [
    ['hipNonce', 'hex'],
    ['hiuNonce', 'hex'],
    ['salt', 'hex'],
    ['iv', 'hex'],
  ],
  'vectors/hkdf': [
    ['ikm', 'hex'],
    ['salt', 'hex'],
    ['info', 'hex'],
    ['okm', 'hex'],
  ],
  'vectors/x25519': [
    ['privateKey', 'hex'],
    ['publicKey', 'hex'],
    ['sharedSecret', 'hex'],
  ],
  'vectors/weierstrass': [
    ['privateKey', 'base64'],
    ['publicKey', 'base64'],
    ['sharedSecret', 'base64'],
  ],
  'vectors/transfer': [
    ['sender.privateKey', 'base64'],
    ['sender.publicKey', 'base64'],
    ['sender.nonce', 'base64'],
    ['recipient.privateKey', 'base64'],
    ['recipient.publicKey', 'base64'],
    ['recipient.nonce', 'base64'],
    ['bundle', 'utf8'],
    ['content', 'base64'],
  ],
  'vectors/text': [
    ['text', 'utf8'],
    ['decoded', 'hex'],
  ],
  'vectors/jwt': [['jwt', 'utf8']],
};

/** Every way to change a case in one byte, or in what it claims, that has to show. */
export function changesOf(
  schema: string,
  each: LooseCase,
  group: object,
): (readonly [what: string, changed: LooseCase])[] {
  const claimed = ['result', { ...each, result: each.result === 'valid' ? 'invalid' : 'valid' }] as const;
  if (each.result === 'invalid') return [claimed];
  const { reads = '' } = group as { readonly reads?: string };
  const at = decidingByte[reads];
  return [
    claimed,
    ...(deciding[schema] ?? []).flatMap(([path, coding]) => flippedAt(each, path, { coding, at })),
  ];
}

interface Where {
  readonly coding: Coding;
  readonly at: number | undefined;
}

function flippedAt(each: LooseCase, path: string, where: Where): (readonly [string, LooseCase])[] {
  const [first = '', second] = path.split('.');
  const inner = second === undefined ? each : (each[first] as Readonly<Record<string, unknown>>);
  const text = inner[second ?? first];
  if (typeof text !== 'string' || text === '') return [];
  const changed = flipped(text, where);
  return [
    [
      path,
      second === undefined
        ? { ...each, [first]: changed }
        : { ...each, [first]: { ...inner, [second]: changed } },
    ],
  ];
}

/** Where a byte decides in a text of which most bytes may be others: the version of a UUID, the T of a TIMESTAMP. */
const decidingByte: Readonly<Record<string, number>> = { 'uuid-v4': 14, timestamp: 10 };

/** The middle of it: at the ends of a key there are bits that count for nothing (RFC 7748, section 5). */
function flipped(text: string, { coding, at: given }: Where): string {
  const bytes = Buffer.from(text, coding);
  const at = given ?? Math.floor(bytes.length / 2);
  bytes.writeUInt8((bytes[at] ?? 0) ^ 1, at);
  return bytes.toString(coding);
}
