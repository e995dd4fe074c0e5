import type { ObligationId } from '../../support/obligations';
import type { RsaKeyPair } from '../../support/mock/keys';
import { createFieldCipher } from '../../support/mock/keys';
import type { MockKeys, MockState, MockReply } from '../../support/mock/seams';
import { ecPublicKey, publicKeyToDerBase64, publicKeyToPem, rsaKeyPair, selfSigned } from '../key-material';
import type { Mutant, StartStage } from '../mutant';
import { serviceMutant } from '../mutant';
import { editReplies, errorEnvelopeReply } from '../replies';
import { startHangingMock, neverReply, stageMock, withSeams } from '../stage';

type Publisher = 'identity' | 'registry';

/** A wrong body that a service publishes instead of the PEM text of its key. */
interface OtherForm {
  readonly name: string;
  readonly story: string;
  readonly publish: (pair: RsaKeyPair, state: MockState) => MockReply['body'] | Promise<MockReply['body']>;
  /** Text that must appear in the suite's message. */
  readonly told: string;
}

const forms: readonly OtherForm[] = [
  {
    name: 'json-certificate',
    story: 'The key comes as JSON, as some deployed services have it.',
    publish: ({ publicKey }) => ({
      publicKey: publicKeyToDerBase64(publicKey),
      encryptionAlgorithm: 'RSA/ECB/OAEPWithSHA-1AndMGF1Padding',
    }),
    told: 'the key comes as JSON',
  },
  {
    name: 'pkcs1-label',
    story: 'The tool that wrote the key writes PKCS#1: RSA PUBLIC KEY.',
    publish: ({ publicKey }) => publicKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    told: 'a PUBLIC KEY block holds the bare key (SPKI)',
  },
  {
    name: 'x509-certificate',
    story: 'The path says certificate, so a certificate is served.',
    publish: (pair) => selfSigned(pair, 'gateway.example'),
    told: 'a CERTIFICATE block instead of a PUBLIC KEY block',
  },
  {
    name: 'headers-wrapped-twice',
    story: 'A PEM text is wrapped into PEM headers again.',
    publish: ({ publicKey }) =>
      `-----BEGIN PUBLIC KEY-----\n${publicKeyToPem(publicKey)}-----END PUBLIC KEY-----\n`,
    told: 'PEM wrapped twice: its BEGIN line stands twice',
  },
  {
    name: 'pem-in-pem',
    story: 'The PEM text is taken for bytes, encoded, and wrapped into PEM headers again.',
    publish: ({ publicKey }) => asPem(Buffer.from(publicKeyToPem(publicKey)).toString('base64')),
    told: 'PEM wrapped twice: inside the block stands the Base64 of another PEM text',
  },
  {
    name: 'pem-in-base64',
    story: 'The configuration holds the PEM text in Base64, and is served as it is.',
    publish: ({ publicKey }) => Buffer.from(publicKeyToPem(publicKey)).toString('base64'),
    told: 'the whole PEM text was put into Base64 once more',
  },
  {
    name: 'pem-with-escaped-line-ends',
    story: 'The PEM text stands in an environment variable on one line.',
    publish: ({ publicKey }) => publicKeyToPem(publicKey).replaceAll('\n', '\\n'),
    told: 'the line ends of the PEM text are written as \\n',
  },
  {
    name: 'pem-without-line-ends',
    story: 'A build script joins the lines of the PEM text.',
    publish: ({ publicKey }) => publicKeyToPem(publicKey).replaceAll('\n', ''),
    told: 'the line ends of the PEM text are left out',
  },
  {
    name: 'jwks-for-certificate',
    story: 'The keys that sign callbacks are published at the path of the certificate too.',
    publish: (_pair, { seams }) => seams.tokens.jwks(),
    told: 'a JWKS stands here: the gateway publishes one for its callbacks',
  },
  {
    name: 'bare-der',
    story: 'Base64 is served without PEM headers.',
    publish: ({ publicKey }) => publicKeyToDerBase64(publicKey),
    told: 'the BEGIN and END lines of PEM are missing',
  },
  {
    name: 'pem-in-quotes',
    story: 'The PEM text is encoded as a JSON string, with \\n in the place of line ends.',
    publish: ({ publicKey }) => JSON.stringify(publicKeyToPem(publicKey)),
    told: 'the PEM text stands in a JSON string, with \\n for its line ends',
  },
  {
    name: 'two-keys',
    story: 'While keys rotate, the old one and the new one are served together.',
    publish: async ({ publicKey }) =>
      publicKeyToPem(publicKey) + publicKeyToPem((await rsaKeyPair(2048)).publicKey),
    told: 'more than one PEM block',
  },
  {
    name: 'elliptic-curve-key',
    story: 'The key was replaced by a modern one, on a curve.',
    publish: ecPublicKey,
    told: 'a key of another kind than RSA',
  },
  {
    name: 'truncated-key',
    story: 'A column of 255 characters holds the key.',
    publish: ({ publicKey }) => publicKeyToPem(publicKey).slice(0, 228) + '\n-----END PUBLIC KEY-----\n',
    told: 'no public key can be read from it',
  },
];

const broken: Readonly<Record<Publisher, ObligationId>> = { identity: 'CRT-01', registry: 'CRT-02' };

/** Returns a service that publishes its key in a wrong form. */
function publishing(service: Publisher, { name, story, publish, told }: OtherForm): Mutant {
  const seams = editReplies(`certificate.${service}`, async (reply, _call, state) => {
    const body = reply.status === 200 ? await publish(state.keys[service], state) : reply.body;
    return { ...reply, ...(body !== undefined && { body }) };
  });
  const id = broken[service];
  return { ...serviceMutant(`${service}-${name}`, [id], story, withSeams(seams)), diagnosis: { [id]: told } };
}

const asPem = (base64: string): string =>
  ['-----BEGIN PUBLIC KEY-----', ...(base64.match(/.{1,64}/g) ?? []), '-----END PUBLIC KEY-----', ''].join(
    '\n',
  );

/** Returns a service with a key of another size. The registry also decrypts with this key. */
function keyOf(service: Publisher, bits: number, story: string): Mutant {
  const start: StartStage = async () => {
    const pair = await rsaKeyPair(bits);
    const keys: Partial<MockKeys> = { [service]: pair };
    const cipher = service === 'registry' ? { cipher: createFieldCipher(pair.privateKey) } : {};
    return stageMock({ keys, seams: cipher });
  };
  return serviceMutant(`${service}-key-of-${bits}-bits`, [broken[service]], story, start);
}

/** Returns a service that answers 500, only on the certificate path. */
function failing(service: Publisher): Mutant {
  const seams = editReplies(`certificate.${service}`, (reply) =>
    reply.status === 200 ? errorEnvelopeReply(500, 'SVC-1500', 'Internal error') : reply,
  );
  const story = 'The key store cannot be opened.';
  return serviceMutant(`${service}-certificate-500`, [broken[service]], story, withSeams(seams));
}

/** Returns a service that accepts certificate requests and never answers them. */
function silent(service: Publisher): Mutant {
  const seams = { handlers: { [`certificate.${service}`]: neverReply } };
  return serviceMutant(
    `${service}-certificate-hangs`,
    [broken[service]],
    'The key store does not answer.',
    startHangingMock(seams),
  );
}

const formMutants = (['identity', 'registry'] as const).flatMap((service) => [
  ...forms.map((form) => publishing(service, form)),
  keyOf(service, 4096, 'A stronger key than the document says: clients allot 256 bytes.'),
  keyOf(service, 1024, 'A key from before.'),
  keyOf(service, 512, 'A key for tests: too small for OAEP with SHA-256.'),
  failing(service),
  silent(service),
]);

const openStory = 'A public key is public, so anyone may read it.';

/** Returns a service that answers a request without authentication with `instead` of a 401 (CRT-03). */
function unauthenticated(name: string, service: Publisher, story: string, instead: MockReply): Mutant {
  const seams = editReplies(`certificate.${service}`, (reply, call) =>
    call.headers.authorization === undefined ? instead : reply,
  );
  return serviceMutant(`${service}-${name}`, ['CRT-03'], story, withSeams(seams));
}

/** Returns a service that serves its certificate without authentication (CRT-03). */
function open(service: Publisher): Mutant {
  const seams = editReplies(`certificate.${service}`, (reply, call, state) =>
    call.headers.authorization === undefined
      ? { status: 200, body: state.seams.certificate[service]() }
      : reply,
  );
  return serviceMutant(`${service}-certificate-open`, ['CRT-03'], openStory, withSeams(seams));
}

const accessMutants: readonly Mutant[] = [
  open('identity'),
  open('registry'),
  unauthenticated(
    'without-token-403',
    'registry',
    'Missing and insufficient rights share one status.',
    errorEnvelopeReply(403, 'SVC-1403', 'Forbidden'),
  ),
  unauthenticated(
    'without-token-400',
    'identity',
    'A missing header fails validation first.',
    errorEnvelopeReply(400, 'SVC-1001', 'Authorization is missing'),
  ),
  unauthenticated(
    'without-token-500',
    'registry',
    'A missing header is read without looking.',
    errorEnvelopeReply(500, 'SVC-1500', 'Internal error'),
  ),
  unauthenticated(
    'without-token-to-login',
    'identity',
    'Browsers are sent to the login page, and so are all.',
    {
      status: 302,
      headers: { location: '/login' },
    },
  ),
];

export const certificateMutants: readonly Mutant[] = [...formMutants, ...accessMutants];
