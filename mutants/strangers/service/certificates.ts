import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { RsaKeyPair } from '../../../support/mock/keys';
import { defaultKeyPair } from '../../../support/mock/keys';
import type { MockOperation } from '../../../support/mock/seams';
import type { Dimension, ForbiddenPair } from '../dimension';
import type { EditReply, ServicePart } from './shape';
import { changing, repliesOf, replying, usual } from './values';

const certificates: readonly MockOperation[] = ['certificate.identity', 'certificate.registry'];
const accepted = (status: number): boolean => status === 200;

const pem = (change: (text: string) => string): EditReply =>
  repliesOf(certificates, accepted, (reply) =>
    typeof reply.body === 'string' ? { ...reply, body: change(reply.body) } : reply,
  );

/** Breaks the Base64 of a PEM block into lines of this length. */
const inLinesOf = (length: number): EditReply =>
  pem((text) => {
    const [begin = '', ...lines] = text.trimEnd().split('\n');
    const end = lines.pop() ?? '';
    const whole = lines.join('');
    return [begin, ...(whole.match(new RegExp(`.{1,${length}}`, 'g')) ?? []), end, ''].join('\n');
  });

const lineLengths: Dimension<ServicePart> = {
  name: 'PEM lines',
  sentence: 'Response body: PEM text, a PUBLIC KEY block; 2048-bit RSA. (clause 4.2)',
  seam: 'replies: lengths of PEM lines',
  values: [
    usual('PEM lines of 64'),
    replying('PEM lines of 76', "latitude of CRT-01: 'lines of PEM have another length'", inLinesOf(76)),
    replying('PEM lines of 40', "latitude of CRT-01: 'lines of PEM have another length'", inLinesOf(40)),
    replying('PEM in one line', "latitude of CRT-01: 'the Base64 is one line'", inLinesOf(9999)),
  ],
};

const lineEnds: Dimension<ServicePart> = {
  name: 'PEM line ends',
  sentence: 'Response body: PEM text (clause 4.2)',
  seam: 'replies: ends of PEM lines',
  values: [
    usual('PEM with LF'),
    replying(
      'PEM with CR LF',
      "latitude of CRT-01: 'lines of PEM end with CR LF'",
      pem((text) => text.replaceAll('\n', '\r\n')),
    ),
    replying(
      'PEM with blanks before line ends',
      'RFC 7468, section 3: parsers ignore blanks',
      pem((text) => text.replaceAll('\n', ' \n')),
    ),
    replying(
      'PEM without a last line end',
      "latitude of CRT-01: 'the last line does not end'",
      pem((text) => text.trimEnd()),
    ),
  ],
};

const around: Dimension<ServicePart> = {
  name: 'text around PEM',
  sentence: 'Response body: PEM text, a PUBLIC KEY block (clause 4.2)',
  seam: 'replies: text around the PEM block',
  values: [
    usual('nothing around PEM'),
    replying(
      'blank lines around PEM',
      "latitude of CRT-01: 'blank lines are around the PEM block'",
      pem((text) => `\n \r\n${text}\n\n\t\n`),
    ),
    replying(
      'a name before PEM',
      "latitude of CRT-01: 'text before the block'",
      pem((text) => `subject=CN = fields\n${text}`),
    ),
  ],
};

const pemTyped = (type: string): EditReply =>
  repliesOf(certificates, accepted, (reply) =>
    typeof reply.body === 'string'
      ? { ...reply, headers: { ...reply.headers, 'content-type': type } }
      : reply,
  );

const mediaType: Dimension<ServicePart> = {
  name: 'PEM media type',
  sentence: 'Response body: PEM text (clause 4.2). It names no media type.',
  seam: 'replies: Content-Type of PEM',
  values: [
    usual('PEM as text/plain'),
    replying(
      'PEM as x-pem-file',
      "latitude of CRT-01: 'the media type is that of PEM'",
      pemTyped('application/x-pem-file'),
    ),
    replying(
      'PEM as pem-certificate-chain',
      'RFC 8555, section 9.1',
      pemTyped('application/pem-certificate-chain'),
    ),
    replying('PEM as octets', 'clause 4.2 names no media type', pemTyped('application/octet-stream')),
  ],
};

const generate = promisify(generateKeyPair);
const made = new Map<string, Promise<RsaKeyPair>>();

/** Returns a key pair that is made once in a process. */
function keyPair(modulusLength: number, publicExponent: number, use: string): Promise<RsaKeyPair> {
  const name = `${modulusLength} ${publicExponent} ${use}`;
  const pair = made.get(name) ?? generate('rsa', { modulusLength, publicExponent });
  made.set(name, pair);
  return pair;
}

const pairs =
  (identityOf: () => Promise<RsaKeyPair>, registryOf: () => Promise<RsaKeyPair>, more: ServicePart = {}) =>
  async (): Promise<ServicePart> => {
    const [identity, registry] = await Promise.all([identityOf(), registryOf()]);
    return { ...more, keys: { identity, registry } };
  };

const bitsDeparture = (breaks: readonly ('CRT-01' | 'CRT-02')[]) => ({ by: 'key-bits', breaks }) as const;

const keys: Dimension<ServicePart> = {
  name: 'keys for fields',
  sentence: '2048-bit RSA. (clause 4.2). It names no exponent.',
  seam: 'keys: identity and registry',
  values: [
    usual('keys of 2048 bits'),
    {
      words: 'keys with exponent 3',
      allowedBy: "latitude of CRT-01: 'the key has another exponent'",
      change: pairs(
        () => keyPair(2048, 3, 'a'),
        () => keyPair(2048, 3, 'b'),
      ),
    },
    {
      words: 'one key for both services',
      allowedBy: 'the document does not say that the keys differ',
      change: pairs(
        () => keyPair(2048, 65_537, 'a'),
        () => keyPair(2048, 65_537, 'a'),
      ),
    },
    {
      words: 'keys of 4096 bits as agreed',
      allowedBy: 'departure key-bits',
      change: pairs(
        () => keyPair(4096, 65_537, 'a'),
        () => keyPair(4096, 65_537, 'b'),
        { said: { 'key-bits': 4096 } },
      ),
      departs: bitsDeparture(['CRT-01', 'CRT-02']),
    },
    {
      words: 'an identity key of 4096 bits as agreed',
      allowedBy: 'departure key-bits',
      change: pairs(
        () => keyPair(4096, 65_537, 'a'),
        () => defaultKeyPair('registry'),
        {
          said: { 'key-bits': { identity: 4096 } },
        },
      ),
      departs: bitsDeparture(['CRT-01']),
    },
  ],
};

const form: Dimension<ServicePart> = {
  name: 'certificate form',
  sentence: 'Response body: PEM text (clause 4.2)',
  seam: 'readings: certificate-form',
  values: [
    usual('certificates in PEM'),
    {
      ...changing('identity in JSON', 'departure certificate-form', {
        said: { 'certificate-form': { identity: 'json' } },
      }),
      departs: { by: 'certificate-form', breaks: ['CRT-01'] },
    },
    {
      ...changing('both certificates in JSON', 'departure certificate-form', {
        said: { 'certificate-form': 'json' },
      }),
      departs: { by: 'certificate-form', breaks: ['CRT-01', 'CRT-02'] },
    },
  ],
};

const session: Dimension<ServicePart> = {
  name: 'session status',
  sentence: '200: body 2.2. (clause 4.1)',
  seam: 'readings: session-status',
  values: [
    usual('sessions with 200'),
    {
      ...changing('sessions with 202', 'departure session-status', { said: { 'session-status': 202 } }),
      departs: { by: 'session-status', breaks: ['SES-05'] },
    },
    changing('sessions with 200 where the target says 202', 'clause 4.1 itself', {
      said: { 'session-status': 202 },
      unsaid: { 'session-status': 200 },
    }),
  ],
};

const hash: Dimension<ServicePart> = {
  name: 'hash of OAEP',
  sentence: 'Some newer endpoints use SHA-256 with MGF1 over SHA-256 (clause 6.3.3)',
  seam: 'seams: cipher',
  values: [
    usual('SHA-1 at the registry'),
    changing('SHA-256 at the registry', 'clause 6.3.3', {
      seams: [({ cipher }) => ({ cipher: { decrypt: (text) => cipher.decrypt(text, 'SHA-256') } })],
    }),
    changing('SHA-256 at the registry as agreed', 'reading oaep-hash', {
      said: { 'oaep-hash': { 'otp.verify': 'SHA-256' } },
    }),
  ],
};

/** Dimensions of the published keys, and departures. */
export const certificateDimensions: readonly Dimension<ServicePart>[] = [
  session,
  form,
  keys,
  hash,
  lineLengths,
  lineEnds,
  around,
  mediaType,
];

const noPem = 'a certificate in JSON has no PEM text, so the other value changes nothing';

export const certificateForbidden: readonly ForbiddenPair[] = [
  lineLengths,
  lineEnds,
  around,
  mediaType,
].flatMap(({ values }) =>
  values
    .slice(1)
    .map(({ words }) => ({ words: ['both certificates in JSON', words] as const, reason: noPem })),
);
