import { setTimeout as sleep } from 'node:timers/promises';
import { conformingSeams } from '../../support/client/integrator';
import type { AdapterHandlers } from '../../support/adapter/handlers';
import { RefusalError } from '../../support/adapter/handlers';
import type { CertifiedService } from '../../support/adapter/protocol';
import type { HarmlessSubject } from '../mutant';
import { oaep } from './ciphers';
import { freshStamp, interceptRequests, withHeaders } from './edits';
import { adapterPrograms } from './programs';
import { targetReadings, harmlessIntegrator } from './specimens';
import type { WriteLogLine } from './stage';
import {
  startClientWithHandlers,
  startClientWithSeams,
  integratorWith,
  startClientProgram,
  stageClient,
} from './stage';

const ownSessions = '/v1/sessions';

/** Asks the registry for a session after each of the gateway's, and carries its token there. */
const atTheRegistry = interceptRequests(() => {
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

/**
 * Asks the registry for a session of its own once, at a path that no reading names. The mock does not grant one there.
 */
const atAnUnnamedPath = interceptRequests(() => {
  let credentials: string | undefined;
  return async (request, send) => {
    if (request.operation === 'session.create') credentials = request.body;
    if (request.service === 'registry' && credentials !== undefined) {
      const url = request.url.replace(/\/(api\/v1|v2)\/.*/, '/api/v1/clients/login');
      const headers = { 'Content-Type': 'application/json' };
      await send({ service: 'registry', method: 'POST', url, headers, body: credentials });
      credentials = undefined;
    }
    return send(request);
  };
});

/** Sends a CORS preflight before each request other than a session request, as a browser does. */
export const withPreflights = interceptRequests(() => async (request, send) => {
  if (request.operation === 'session.create') return send(request);
  const { service, method, url } = request;
  const asked = { Origin: 'https://clinic.example', 'Access-Control-Request-Method': method };
  await send({ service, method: 'OPTIONS', url, headers: asked });
  return send(request);
});

/** Sessions, certificates and retries at other times. */
const times: HarmlessSubject[] = [
  harmlessIntegrator(
    'old-token-on-session-calls',
    'An interceptor puts the latest token on every request, also where a new session is created.',
    interceptRequests(() => {
      let latest: string | undefined;
      return async (request, send) => {
        if (request.operation !== 'session.create') return send(request);
        const header = latest === undefined ? {} : { Authorization: `Bearer ${latest}` };
        const answer = await send(withHeaders(request, header));
        latest = (JSON.parse(answer.body.toString()) as { accessToken?: string }).accessToken ?? latest;
        return answer;
      };
    }),
  ),
  harmlessIntegrator(
    'thinking-time',
    'Every request is thought over.',
    interceptRequests(() => async (request, send) => {
      await sleep(80);
      return send(request);
    }),
  ),
  harmlessIntegrator(
    'cors-preflights',
    'The client runs in a browser engine, which sends a CORS preflight before each request but the session request.',
    withPreflights,
  ),
  harmlessIntegrator('certificates-in-another-order', 'Both certificates are fetched with the session.', {
    start: startClientWithHandlers((own) => ({
      ...own,
      'session.create': async (given) => {
        await own['session.create'](given);
        await own['certificate.fetch']({ service: 'registry' });
        await own['certificate.fetch']({ service: 'identity' });
        return null;
      },
    })),
  }),
  harmlessIntegrator('session-at-start-up', 'A session is created when the client starts.', {
    start: startClientWithHandlers((own) => ({
      ...own,
      initialize: async (params) => {
        const about = await own.initialize(params);
        await own['session.create']({});
        return about;
      },
    })),
  }),
  harmlessIntegrator('clock-read-twice-a-second', 'Requests of the same half second share one TIMESTAMP.', {
    timestamps: (now) => conformingSeams.timestamps(now - (now % 500)),
  }),
  harmlessIntegrator(
    'two-sessions-at-once',
    'Two threads start together, and each requests a session before the other has one.',
    interceptRequests(() => async (request, send) => {
      if (request.operation !== 'session.create') return send(request);
      const [answer] = await Promise.all([send(request), send(withHeaders(request, freshStamp()))]);
      return answer;
    }),
  ),
  harmlessIntegrator('renewed-a-minute-early', 'A token is renewed a minute before it expires.', {
    sessions: {
      ...conformingSeams.sessions,
      usable: ({ askedAt, expiresInSeconds }, now) => now - askedAt < (expiresInSeconds - 60) * 1000,
    },
  }),
  harmlessIntegrator('token-renewed-early', 'A token is renewed when two thirds of its life are over.', {
    sessions: {
      ...conformingSeams.sessions,
      usable: ({ askedAt, expiresInSeconds }, now) => now - askedAt < (expiresInSeconds * 1000 * 2) / 3,
    },
  }),
  harmlessIntegrator(
    'registry-session-of-its-own',
    'The registry creates sessions of its own, at a path that the target names.',
    {
      start: startClientWithSeams(
        atTheRegistry,
        targetReadings({ 'registry-session': { path: ownSessions, header: null } }),
      ),
    },
  ),
  harmlessIntegrator(
    'registry-session-at-an-unnamed-path',
    'The client asks the registry for a session of its own, and the target does not name the path.',
    atAnUnnamedPath,
  ),
  harmlessIntegrator(
    'no-ids-of-the-registry',
    'Registrations are not its business: it sends the registry nothing but OTPs.',
    {
      start: startClientWithHandlers((own) => ({
        ...own,
        'fields.send': (given) => {
          if (given.service === 'registry') throw new RefusalError('no IDs are created here');
          return own['fields.send'](given);
        },
      })),
    },
  ),
  harmlessIntegrator(
    'ascii-alone-on-purpose',
    'Values with letters beyond ASCII are refused: no field of the document needs them.',
    {
      start: startClientWithHandlers((own) => ({
        ...own,
        'field.encrypt': (given) => {
          if (/[^\x20-\x7e]/.test(given.value)) throw new RefusalError('only ASCII is accepted here');
          return own['field.encrypt'](given);
        },
      })),
    },
  ),
  harmlessIntegrator('no-retries', 'Nothing is sent again by itself.', {
    retry: { ...conformingSeams.retry, delayMs: () => undefined },
  }),
  harmlessIntegrator('one-attempt', 'A rejected value is sent again only when it is asked for again.', () => {
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
const crypto: HarmlessSubject[] = [
  harmlessIntegrator('another-library', 'Another library encrypts.', {
    cipher: {
      ...conformingSeams.cipher,
      encrypt: (pem, value, scheme) =>
        oaep(pem, Buffer.from(value), scheme === 'oaep-sha256' ? 'sha256' : 'sha1'),
    },
  }),
  harmlessIntegrator(
    'certificates-as-json',
    'Something on the way gives the client its certificates as JSON with Base64 of DER.',
    interceptRequests(() => async (request, send) => {
      const answer = await send(request);
      if (request.operation?.startsWith('certificate.') !== true || answer.status !== 200) return answer;
      const publicKey = answer.body.toString().replace(/-----[^-]+-----|\s/g, '');
      return { ...answer, body: Buffer.from(JSON.stringify({ publicKey })) };
    }),
  ),
  harmlessIntegrator(
    'certificates-all-dropped',
    'After any rejection the certificates of both services are fetched again.',
    {
      start: () => stageClient(careful),
    },
  ),
  harmlessIntegrator(
    'long-values-refused-without-code',
    'A value that is too long is an error like any other.',
    {
      start: startClientWithHandlers((own) => ({
        ...own,
        'field.encrypt': async (given) => {
          try {
            return await own['field.encrypt'](given);
          } catch (error) {
            throw error instanceof RefusalError ? new Error('data too large for the key') : error;
          }
        },
      })),
    },
  ),
  harmlessIntegrator('pem-only', 'Certificates are read as PEM, and as nothing else.', {
    certificateReader: ({ body }) => body.toString(),
  }),
];

/** Fetches every certificate again after any rejection by any service. */
function careful(log: WriteLogLine): AdapterHandlers {
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
const spawned: HarmlessSubject[] = [
  harmlessIntegrator(
    'own-client-as-program',
    "The suite's own client runs as a program, to which the services are played over plain http.",
    { start: startClientProgram(adapterPrograms.ownClient, { mockTls: false }) },
    { 'SEC-01': 'not-tested', 'SEC-03': 'not-tested' },
  ),
  harmlessIntegrator(
    'own-client-over-tls',
    "The suite's own client runs as a program, and trusts the CA that it is given.",
    {
      start: startClientProgram(adapterPrograms.ownClient),
    },
  ),
];

/** Targets that say less. */
const targets: HarmlessSubject[] = [
  harmlessIntegrator(
    'undeclared',
    'The target does not declare what cannot be seen from outside.',
    { start: startClientWithSeams({}, { declarations: {} }) },
    { 'HDR-14': 'not-tested', 'TOK-08': 'not-tested', 'ENC-16': 'not-tested' },
  ),
];

/** Clients that differ, and break nothing. */
export const harmlessClients: readonly HarmlessSubject[] = [...times, ...crypto, ...spawned, ...targets];
