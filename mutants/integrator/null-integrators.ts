import { randomBytes } from 'node:crypto';
import type { AdapterHandlers } from '../../support/adapter/handlers';
import { RefusalError } from '../../support/adapter/handlers';
import type { Method } from '../../support/adapter/protocol';
import type { CertificateReader } from '../../support/client/integrator/certificate-policy';
import type { ObligationId } from '../../support/contract/obligations';
import type { NullSubject } from '../mutant';
import { idle } from './specimens';
import { programs } from './programs';
import { acting, behaving, integratorTarget, running, stageClient } from './stage';

const ciphertext = Buffer.alloc(256, 7).toString('base64');

const offered = [
  'session.create',
  'certificate.fetch',
  'field.encrypt',
  'fields.send',
  'otp.verify',
  'eligibility.check',
  'cycle.get',
  'shutdown',
] as const satisfies readonly Method[];

const greet =
  (capabilities: readonly Method[]): NonNullable<AdapterHandlers['initialize']> =>
  () => ({ protocolVersion: '1', implementation: { name: 'null', version: '1' }, capabilities });

const done = (): null => null;

/** Answers success to every call and sends nothing. */
const pretending: AdapterHandlers = {
  initialize: greet(offered),
  'session.create': done,
  'certificate.fetch': done,
  'field.encrypt': () => ({ ciphertext }),
  'fields.send': done,
  'otp.verify': ({ txnId }) => ({ txnId, authResult: 'success', message: 'OTP verified' }),
  'eligibility.check': () => ({ correlationId: '2f6b1c7e-6a5d-4c0e-9a57-0d8d8a5b9b11' }),
  'cycle.get': () => ({ state: 'answered', callbacks: 1 }),
  shutdown: done,
};

/** Gives back what it was given. */
const echoing: AdapterHandlers = {
  ...pretending,
  'field.encrypt': ({ value }) => ({ ciphertext: value }),
  'otp.verify': ({ otp, txnId }) => ({ txnId, authResult: otp, message: otp }),
};

/** Ciphertexts that nobody can open. */
const guessing: AdapterHandlers = {
  ...pretending,
  'field.encrypt': () => ({ ciphertext: randomBytes(256).toString('base64') }),
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

/** Nothing is to be waited for. */
const limits = { ...integratorTarget.limits, callMs: 300 };

const client = (handlers: AdapterHandlers) => () => stageClient(() => handlers, { limits });

/** Integrators that do not do their work: none of them keeps anything. */
export const nullIntegrators: readonly NullSubject[] = [
  idle('answers-without-acting', 'Success is answered, and nothing is sent.', client(pretending), [
    'ENC-04',
    'ENC-08',
    'ENC-14',
  ]),
  idle('echoes-parameters', 'Every value comes back as it was given.', client(echoing), [
    'ENC-01',
    'ENC-02',
    'ENC-14',
  ]),
  idle('answers-at-random', 'Random bytes are called a ciphertext.', client(guessing), ['ENC-04', 'ENC-14']),
  idle('refuses-all', 'Every call is refused.', client(refusing)),
  idle('offers-nothing', 'No method is offered.', client({ initialize: greet([]) })),
  idle('offers-what-it-lacks', 'What is offered is not there.', client({ initialize: greet(offered) })),
  idle('hangs', 'No call after initialize is answered.', client(silent)),
  idle('never-starts', 'Not even initialize is answered.', client({ initialize: never })),
  idle('prints-junk', 'Text for people stands where messages are wanted.', running(programs.junk)),
  idle('dies-at-once', 'The program ends when it is spoken to.', running(programs.diesAtOnce)),
  idle('dies-in-a-call', 'The program ends in the middle of a call.', running(programs.diesLater)),
  idle('no-program', 'The command names no program.', running(['no-such-program'])),
];

/** What sessions alone may show. */
const ofSessions = [
  ...['SES-01', 'SES-02', 'SES-03', 'SES-04', 'HDR-02', 'HDR-03', 'HDR-04', 'HDR-05', 'HDR-06', 'HDR-07'],
  ...['HDR-08', 'HDR-10', 'HDR-11', 'TOK-04', 'SEC-01'],
] as ObligationId[];

/** What a client may show besides that comes as far as the certificates. */
const ofCertificates = [
  ...ofSessions,
  ...['HDR-01', 'TOK-01', 'TOK-02', 'TOK-03', 'CRT-04', 'CRT-05', 'CRT-06', 'VER-01'],
] as ObligationId[];

const unread = (reader: CertificateReader) => behaving({ certificateReader: reader });

/** Integrators that do the first of their work: none of them keeps what comes after it. */
export const halfIntegrators: readonly NullSubject[] = [
  idle(
    'sessions-and-nothing-else',
    'Sessions are created; for all the rest, success is answered.',
    acting(({ initialize, 'session.create': create, shutdown }) => ({
      ...pretending,
      initialize,
      'session.create': create,
      shutdown,
    })),
    ['ENC-04', 'ENC-08', 'ENC-14'],
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
