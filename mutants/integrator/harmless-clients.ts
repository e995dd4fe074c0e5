import { setTimeout as sleep } from 'node:timers/promises';
import { conformingSeams } from '../../support/client/integrator';
import type { AdapterHandlers } from '../../support/adapter/handlers';
import { RefusalError } from '../../support/adapter/handlers';
import type { CertifiedService } from '../../support/adapter/protocol';
import type { Harmless } from '../mutant';
import { oaep } from './ciphers';
import { between, withHeaders } from './edits';
import { programs } from './programs';
import { reading, sound } from './specimens';
import type { LogLine } from './stage';
import { acting, behaving, integratorWith, running, stageClient } from './stage';

const ownSessions = '/v1/sessions';

/** Asks the registry for a session after each of the gateway's, and carries its token there. */
const atTheRegistry = between(() => {
  let [credentials, token]: (string | undefined)[] = [];
  return async (request, send) => {
    if (request.operation === 'session.create') [credentials, token] = [request.body, undefined];
    if (request.service !== 'registry' || credentials === undefined) return send(request);
    if (token === undefined) {
      const url = request.url.replace(/\/(api\/v1|v2)\/.*/, ownSessions);
      const headers = { 'Content-Type': 'application/json' };
      const answer = await send({ service: 'registry', method: 'POST', url, headers, body: credentials });
      token = (JSON.parse(answer.body.toString()) as { accessToken: string }).accessToken;
    }
    return send(withHeaders(request, { Authorization: `Bearer ${token}` }));
  };
});

/** Sessions, certificates and retries at other times. */
const times: Harmless[] = [
  sound(
    'thinking-time',
    'Every request is thought over.',
    between(() => async (request, send) => {
      await sleep(80);
      return send(request);
    }),
  ),
  sound('certificates-in-another-order', 'Both certificates are fetched with the session.', {
    start: acting((own) => ({
      ...own,
      'session.create': async (given) => {
        await own['session.create'](given);
        await own['certificate.fetch']({ service: 'registry' });
        await own['certificate.fetch']({ service: 'identity' });
        return null;
      },
    })),
  }),
  sound('session-at-start-up', 'A session is created when the client starts.', {
    start: acting((own) => ({
      ...own,
      initialize: async (params) => {
        const about = await own.initialize(params);
        await own['session.create']({});
        return about;
      },
    })),
  }),
  sound('token-renewed-early', 'A token is renewed when two thirds of its life are over.', {
    sessions: {
      ...conformingSeams.sessions,
      usable: ({ askedAt, expiresInSeconds }, now) => now - askedAt < (expiresInSeconds * 1000 * 2) / 3,
    },
  }),
  sound(
    'registry-session-of-its-own',
    'The registry creates sessions of its own, at a path that the target names.',
    { start: behaving(atTheRegistry, reading({ 'registry-session': { path: ownSessions, header: null } })) },
  ),
  sound(
    'no-ids-of-the-registry',
    'Registrations are not its business: it sends the registry nothing but OTPs.',
    {
      start: acting((own) => ({
        ...own,
        'fields.send': (given) => {
          if (given.service === 'registry') throw new RefusalError('no IDs are created here');
          return own['fields.send'](given);
        },
      })),
    },
  ),
  sound('no-retries', 'Nothing is sent again by itself.', {
    retry: { ...conformingSeams.retry, delayMs: () => undefined },
  }),
  sound('one-attempt', 'A rejected value is sent again only when it is asked for again.', () => {
    let scheme: 'oaep-sha1' | 'oaep-sha256' = 'oaep-sha1';
    return {
      cipher: {
        ...conformingSeams.cipher,
        encrypt: (pem, value) => conformingSeams.cipher.encrypt(pem, value, scheme),
      },
      rejections: {
        ...conformingSeams.rejections,
        next: () => {
          scheme = 'oaep-sha256';
          return undefined;
        },
      },
    };
  }),
];

/** Other ways to the same ciphertext and certificate. */
const crypto: Harmless[] = [
  sound('another-library', 'Another library encrypts.', {
    cipher: {
      ...conformingSeams.cipher,
      encrypt: (pem, value, scheme) =>
        oaep(pem, Buffer.from(value), scheme === 'oaep-sha256' ? 'sha256' : 'sha1'),
    },
  }),
  sound(
    'certificates-as-json',
    'Something on the way gives the client its certificates as JSON with Base64 of DER.',
    between(() => async (request, send) => {
      const answer = await send(request);
      if (request.operation?.startsWith('certificate.') !== true || answer.status !== 200) return answer;
      const publicKey = answer.body.toString().replace(/-----[^-]+-----|\s/g, '');
      return { ...answer, body: Buffer.from(JSON.stringify({ publicKey })) };
    }),
  ),
  sound(
    'certificates-all-dropped',
    'After any rejection the certificates of both services are fetched again.',
    {
      start: () => stageClient(careful),
    },
  ),
  sound('pem-only', 'Certificates are read as PEM, and as nothing else.', {
    certificateReader: ({ body }) => body.toString(),
  }),
];

/** Fetches every certificate again after any rejection by any service. */
function careful(log: LogLine): AdapterHandlers {
  const { keyChoice, rejections } = conformingSeams;
  let last: CertifiedService = 'registry';
  const own = integratorWith(
    {
      keyChoice: (service) => (last = keyChoice(service)),
      rejections: {
        ...rejections,
        isRejection: (...given) => {
          const isOne = rejections.isRejection(...given);
          const other = last === 'registry' ? 'identity' : 'registry';
          // The client itself sees to the one that was rejected.
          if (isOne) Promise.resolve(own['certificate.fetch']({ service: other })).catch(() => undefined);
          return isOne;
        },
      },
    },
    log,
  );
  return own;
}

/** Programs of their own. */
const spawned: Harmless[] = [
  sound(
    'own-client-as-program',
    "The suite's own client runs as a program, to which the services are played over plain http.",
    { start: running(programs.ownClient, { mockTls: false }) },
    { 'SEC-01': 'not-applicable', 'SEC-03': 'not-applicable' },
  ),
  sound(
    'own-client-over-tls',
    "The suite's own client runs as a program, and trusts the CA that it is given.",
    {
      start: running(programs.ownClient),
    },
  ),
];

/** Targets that say less. */
const targets: Harmless[] = [
  sound(
    'undeclared',
    'The target does not declare what cannot be seen from outside.',
    { start: behaving({}, { declarations: {} }) },
    { 'HDR-14': 'not-tested', 'TOK-08': 'not-tested', 'ENC-16': 'not-tested' },
  ),
];

/** Clients that differ, and break nothing. */
export const harmlessClients: readonly Harmless[] = [...times, ...crypto, ...spawned, ...targets];
