import { randomBytes, randomUUID } from 'node:crypto';
import type { AdapterHandlers } from '../../support/adapter/handlers';
import { RefusalError } from '../../support/adapter/handlers';
import type { KeyMaterial, AdapterMethod } from '../../support/adapter/protocol';
import { conformingSeams } from '../../support/client/integrator';
import type { CertificateReader } from '../../support/client/integrator/certificate-cache';
import { UnreadableAnswerError } from '../../support/client/integrator/transport';
import type { ObligationId } from '../../support/obligations';
import type { NullSubject } from '../mutant';
import { extending } from '../stage';
import { idle } from './specimens';
import { adapterPrograms } from './programs';
import {
  startClientWithHandlers,
  startClientWithSeams,
  everyRole,
  integratorTarget,
  startClientProgram,
  stageClient,
} from './stage';

const ciphertext = Buffer.alloc(256, 7).toString('base64');

const offered = [
  'session.create',
  'certificate.fetch',
  'field.encrypt',
  'fields.send',
  'otp.verify',
  'transfer.encrypt',
  'transfer.open',
  'transfer.decrypt',
  'eligibility.check',
  'cycle.get',
  'shutdown',
] as const satisfies readonly AdapterMethod[];

const greet =
  (capabilities: readonly AdapterMethod[]): NonNullable<AdapterHandlers['initialize']> =>
  () => ({
    protocolVersion: '1',
    implementation: { name: 'null', version: '1' },
    capabilities,
    transferKeyForms: ['x25519'],
  });

const done = (): null => null;

/** Key material that anyone can write down. */
const keyMaterialOf = (key: Buffer, nonce: Buffer): KeyMaterial => ({
  cryptoAlg: 'ECDH',
  curve: 'Curve25519',
  dhPublicKey: {
    expiry: '2099-12-31T23:59:59.000Z',
    parameters: 'Curve25519/32byte random key',
    keyValue: key.toString('base64'),
  },
  nonce: nonce.toString('base64'),
});

const keyMaterial = keyMaterialOf(Buffer.alloc(32, 7), Buffer.alloc(32, 8));

/** Answers success to every call and sends nothing. */
const pretending: AdapterHandlers = {
  initialize: greet(offered),
  'session.create': done,
  'certificate.fetch': done,
  'field.encrypt': () => ({ ciphertext }),
  'fields.send': done,
  'otp.verify': ({ txnId }) => ({ txnId, authResult: 'success', message: 'OTP verified' }),
  'transfer.encrypt': () => ({ keyMaterial, content: ciphertext }),
  'transfer.open': () => ({ transferId: 'transfer-1', keyMaterial }),
  'transfer.decrypt': () => ({ bundle: '{"resourceType":"Bundle","type":"collection"}' }),
  'eligibility.check': () => ({ correlationId: '2f6b1c7e-6a5d-4c0e-9a57-0d8d8a5b9b11' }),
  'cycle.get': () => ({ state: 'answered', callbacks: 1 }),
  shutdown: done,
};

/** Returns its input unchanged. */
const echoing: AdapterHandlers = {
  ...pretending,
  'field.encrypt': ({ value }) => ({ ciphertext: value }),
  'otp.verify': ({ otp, txnId }) => ({ txnId, authResult: otp, message: otp }),
  'transfer.encrypt': ({ keyMaterial: given, bundle }) => ({
    keyMaterial: given,
    content: Buffer.from(bundle).toString('base64'),
  }),
  'transfer.decrypt': ({ content }) => ({ bundle: content }),
};

const randomKeyMaterial = (): KeyMaterial => keyMaterialOf(randomBytes(32), randomBytes(32));

/** Ciphertexts that no key opens. */
const guessing: AdapterHandlers = {
  ...pretending,
  'field.encrypt': () => ({ ciphertext: randomBytes(256).toString('base64') }),
  'transfer.encrypt': ({ bundle }) => ({
    keyMaterial: randomKeyMaterial(),
    content: randomBytes(Buffer.byteLength(bundle) + 16).toString('base64'),
  }),
  'transfer.open': () => ({ transferId: randomUUID(), keyMaterial: randomKeyMaterial() }),
  'transfer.decrypt': () => ({ bundle: randomUUID() }),
};

const refuse = (): never => {
  throw new RefusalError('not today');
};

const refusing: AdapterHandlers = {
  ...Object.fromEntries(offered.map((method) => [method, refuse])),
  initialize: greet(offered),
};

const never = (): Promise<never> => new Promise(() => undefined);

/** Answers initialize, and nothing after it. */
const silent: AdapterHandlers = {
  ...Object.fromEntries(offered.map((method) => [method, never])),
  initialize: greet(offered),
};

/** A short time limit, because the suite need not wait for these integrators. */
const limits = { ...integratorTarget.limits, callMs: 300 };

const client = (handlers: AdapterHandlers) => () => stageClient(() => handlers, { ...everyRole, limits });

/** The obligations that a client breaks if it accepts everything and does nothing with it. */
const takingAll: readonly ObligationId[] = [
  ...(['HDT-01', 'HDT-02', 'HDT-10', 'HDT-11', 'HDT-12', 'HDT-13', 'HDT-16'] as const),
];

/** Integrators that do not do their work: none of them keeps anything. */
export const nullIntegrators: readonly NullSubject[] = [
  idle('answers-without-acting', 'Success is answered, and nothing is sent.', client(pretending), [
    ...(['CRT-07', 'CRT-09', 'ENC-08', 'ENC-14'] as const),
    ...takingAll,
    ...(['HDT-03', 'HDT-04', 'HDT-19', 'HDT-20'] as const),
  ]),
  idle('echoes-parameters', 'Every value comes back as it was given.', client(echoing), [
    ...(['ENC-01', 'ENC-02', 'ENC-14'] as const),
    ...takingAll.filter((id) => id !== 'HDT-10'),
    ...(['HDT-03', 'HDT-04', 'HDT-08', 'HDT-18', 'HDT-19', 'HDT-20'] as const),
  ]),
  idle('answers-at-random', 'Random bytes are called a ciphertext.', client(guessing), [
    ...(['CRT-07', 'CRT-09', 'ENC-14'] as const),
    ...takingAll,
  ]),
  idle('refuses-all', 'Every call is refused.', client(refusing), ['HDT-08', 'HDT-11']),
  idle('offers-nothing', 'No method is offered.', client({ initialize: greet([]) })),
  idle('offers-what-it-lacks', 'What is offered is not there.', client({ initialize: greet(offered) })),
  idle('hangs', 'No call after initialize is answered.', client(silent)),
  idle('never-starts', 'Not even initialize is answered.', client({ initialize: never })),
  idle(
    'prints-junk',
    'Text for people stands where messages are wanted.',
    startClientProgram(adapterPrograms.junk, everyRole),
  ),
  idle(
    'dies-at-once',
    'The program ends when it is spoken to.',
    startClientProgram(adapterPrograms.diesAtOnce, everyRole),
  ),
  idle(
    'dies-in-a-call',
    'The program ends in the middle of a call.',
    startClientProgram(adapterPrograms.diesLater, everyRole),
  ),
  idle('no-program', 'The command names no program.', startClientProgram(['no-such-program'], everyRole)),
];

/** The obligations that may be judged on a client that only creates sessions. */
const ofSessions = [
  ...['SES-01', 'SES-02', 'SES-03', 'SES-04', 'HDR-02', 'HDR-03', 'HDR-04', 'HDR-05', 'HDR-06', 'HDR-07'],
  ...['HDR-08', 'HDR-10', 'HDR-11', 'TOK-03', 'TOK-04', 'SEC-01', 'SEC-03'],
] as ObligationId[];

/** The obligations that may be judged on a client that fetches certificates. */
const ofCertificates = [
  ...ofSessions,
  ...['HDR-01', 'TOK-01', 'TOK-02', 'CRT-04', 'CRT-05', 'CRT-06', 'CRT-10', 'VER-01'],
] as ObligationId[];

const unread = (reader: CertificateReader) => startClientWithSeams({ certificateReader: reader });

/** Integrators that do only the first part of their work. The obligations of the later parts must not pass. */
export const halfIntegrators: readonly NullSubject[] = [
  idle(
    'sessions-and-nothing-else',
    'Sessions are created; for all the rest, success is answered.',
    startClientWithHandlers(({ initialize, 'session.create': create, shutdown }) => ({
      ...pretending,
      initialize,
      'session.create': create,
      shutdown,
    })),
    ['CRT-07', 'CRT-09', 'ENC-08', 'ENC-14'],
    ofSessions,
  ),
  // The profile departs from status 200 of the document, so the client breaks nothing.
  idle(
    'session-200-only-under-profile',
    'Only status 200 is accepted for a session, and the field profile of the target has 202.',
    startClientWithSeams(
      {
        sessionReader: (answer, askedAt) => {
          if (answer.status !== 200) throw new UnreadableAnswerError('the session has another status');
          return conformingSeams.sessionReader(answer, askedAt);
        },
      },
      extending('claims-exchange-2026-09'),
    ),
    [],
    ofSessions,
  ),
  idle(
    'certificates-as-json-only',
    'One shape of the certificate answer is assumed, and it is not that of the document.',
    unread(({ body }) => (JSON.parse(body.toString()) as { publicKey: string }).publicKey),
    [],
    ofCertificates,
  ),
  idle(
    'pem-wrapped-twice',
    'PEM headers are put around what has them already.',
    unread(({ body }) => `-----BEGIN PUBLIC KEY-----\n${body.toString()}\n-----END PUBLIC KEY-----\n`),
    [],
    ofCertificates,
  ),
];
