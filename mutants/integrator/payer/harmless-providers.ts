import { X509Certificate } from 'node:crypto';
import { verifyCallbackJwt } from '../../../support/client/integrator/callback-verifier';
import { createMemoryCycleStore } from '../../../support/client/integrator/payer/cycle-store';
import { conformingProvider } from '../../../support/client/integrator/payer/seams';
import type { AdapterHandlers } from '../../../support/adapter/handlers';
import type { IntegratorHandlers } from '../../../support/client/integrator';
import { randomIds } from '../../../support/client/integrator/surroundings';
import { defaultReadings } from '../../../support/contract/readings';
import type { ReadingOverrides } from '../../../support/contract/readings';
import type { HarmlessSubject } from '../../mutant';
import { interceptRequests, editRequests, withUrl } from '../edits';
import { withPreflights } from '../harmless-clients';
import { scan } from '../../scanner';
import { targetReadings, harmlessIntegrator } from '../specimens';
import type { IntegratorSeamsChange } from '../stage';
import { startClientWithSeams, integratorTarget, integratorWith, payerTarget, stageClient } from '../stage';
import { harmlessBodyTypes } from './body-types';
import { harmlessBusyProviders } from './busy-providers';
import { harmlessTypedBodies } from './typed-bodies';
import { harmlessCallbackProxies } from './callback-proxies';
import { deployedProviders } from './deployed-providers';
import { harmlessEnvelopes } from './envelopes';
import { harmlessUnsaidFlows } from './flows.mutants';
import { harmlessQueues } from './queues';
import { harmlessRicherContents } from './richer-contents';
import { harmlessPayerTokens } from './payer-token.mutants';
import { harmlessProfileProviders } from './profile-providers';
import { harmlessTriggers } from './triggers.mutants';
import { harmlessSelfTriggers } from './self-triggers';
import { harmlessPartialProviders } from './partial-providers';
import { harmlessUnbegun } from './unbegun';
import { harmlessVerifiedByKind } from './verified-by-kind';

function provider(name: string, story: string, seams: IntegratorSeamsChange): HarmlessSubject {
  return harmlessIntegrator(name, story, { start: startClientWithSeams(seams, payerTarget) });
}

/** The suite's own client, where a target chooses other readings. */
function agreed(
  name: string,
  story: string,
  overrides: ReadingOverrides,
  except: HarmlessSubject['except'] = {},
): HarmlessSubject {
  return harmlessIntegrator(
    name,
    story,
    { start: startClientWithSeams({}, { ...payerTarget, ...targetReadings(overrides) }) },
    except,
  );
}

/** Answers a query as soon as it has come, unasked. */
function replyingByItself(log: (line: string) => void): AdapterHandlers {
  const handlers: { own?: IntegratorHandlers } = {};
  const reply = async (correlationId: string) => {
    await handlers.own?.['communication.reply']({ correlationId });
  };
  const cycles = () => {
    const kept = createMemoryCycleStore();
    return {
      ...kept,
      take(id: string, state: Parameters<typeof kept.take>[1]) {
        kept.take(id, state);
        if (state === 'queried')
          setImmediate(() => {
            // A query that comes after the end is not answered.
            reply(id).catch(() => undefined);
          });
      },
    };
  };
  const own = integratorWith({ payer: { ...conformingProvider, cycles } }, log);
  handlers.own = own;
  return own;
}

/** Reads the payer's key from its certificate, if `initialize` has one. */
function readingCertificate(log: (line: string) => void): AdapterHandlers {
  const own = integratorWith({}, log);
  return {
    ...own,
    initialize: async (params) => {
      // Without a certificate this throws, as a client does that reads no bare keys.
      const { publicKey } = new X509Certificate(params.payerEncryptionCertificate ?? '');
      const payerEncryptionKey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
      return own.initialize({ ...params, payerEncryptionKey });
    },
  };
}

/** All that is asked for at once takes its time. */
const patient = { ...integratorTarget.limits, callbackMs: 5000 };

/** Scanners come to every service as soon as its address is told, and while the client is at work. */
function besieged(log: (line: string) => void): AdapterHandlers {
  const own = integratorWith({}, log);
  const coming: Promise<unknown>[] = [];
  return {
    ...own,
    initialize: async (params) => {
      coming.push(...Object.values(params.services).map((url) => scan(url)));
      return own.initialize(params);
    },
    shutdown: async () => {
      await Promise.all(coming);
      return own.shutdown({});
    },
  };
}

const jwt = defaultReadings['callback-jwt'];

const own: readonly HarmlessSubject[] = [
  provider('slow-to-take-callbacks', 'A callback is answered after a while.', {
    verifier: async (...given) => {
      await new Promise((resolve) => setTimeout(resolve, 80));
      return verifyCallbackJwt(...given);
    },
  }),
  provider('keys-fetched-for-each-callback', 'Published keys are not kept.', {
    verifier: (token, keys, rules) =>
      verifyCallbackJwt(token, { ...keys, find: (kid) => keys.find(kid) }, rules),
  }),
  provider('more-protected-headers', 'Messages carry domain headers.', {
    payer: {
      ...conformingProvider,
      protectedHeaders: (...given) => ({
        ...conformingProvider.protectedHeaders(...given),
        'x-hcx-ben_abha_id': 'none',
      }),
    },
  }),
  provider(
    'requests-sent-again',
    'Each request to the payer is sent again, byte for byte, as if its answer had been lost.',
    interceptRequests(() => async (request, send) => {
      const answer = await send(request);
      const begins = /\/v1\/(insuranceplan\/request|coverageeligibility\/check|\w+\/submit)$/;
      return begins.test(request.url) ? send(request) : answer;
    }),
  ),
  provider('accept-with-weight', 'Accept names a second choice.', {
    payer: {
      ...conformingProvider,
      triggerHeaders: (bearer) => ({
        ...conformingProvider.triggerHeaders(bearer),
        Accept: 'application/json, text/plain;q=0.5',
      }),
    },
  }),
  provider('bundles-with-more-entries', 'Bundles carry a practitioner too.', {
    payer: {
      ...conformingProvider,
      bundles: {
        ...conformingProvider.bundles,
        plan: (about) => {
          const bundle = conformingProvider.bundles.plan(about) as { entry: object[] };
          const resource = { resourceType: 'Practitioner', id: 'doctor' };
          return { ...bundle, entry: [{ resource }, ...bundle.entry] };
        },
      },
    },
  }),
  ...(['preauth', 'eligibility'] as const).map((request) =>
    provider(`${request}-is-an-empty-bundle`, `The ${request} request is a bundle without entries.`, {
      payer: {
        ...conformingProvider,
        bundles: {
          ...conformingProvider.bundles,
          [request]: () => ({ resourceType: 'Bundle', type: 'collection' }),
        },
      },
    }),
  ),
  provider(
    'provider-with-a-prefix-for-each-operation',
    'Each operation of the payer has a service of its own.',
    {
      ...editRequests(['payer'], (request) =>
        withUrl(request, (url) => url.replace(/(?=\/v1\/(\w+)\/\w+$)/, '/$1hcxservice')),
      ),
    },
  ),
  provider(
    'cors-preflights-to-the-payer',
    'The provider runs in a browser engine, which sends a CORS preflight before each request.',
    withPreflights,
  ),
  harmlessIntegrator('replies-by-itself', 'Queries are answered without being asked to.', {
    start: () => stageClient(replyingByItself, payerTarget),
  }),
  provider('cycles-in-capitals', 'The correlation ids are UUIDs in capitals, from the submission on.', {
    ids: { ...randomIds, correlationId: () => randomIds.correlationId().toUpperCase() },
  }),
  harmlessIntegrator('payer-key-from-certificate', "The payer's key is read from its certificate.", {
    start: () => stageClient(readingCertificate, payerTarget),
  }),
  harmlessIntegrator('scanners-at-the-services', 'The addresses of the services are public, and scanned.', {
    start: () =>
      stageClient(besieged, { roles: [...integratorTarget.roles, ...payerTarget.roles], limits: patient }),
  }),
  harmlessIntegrator('payer-triggered-by-the-suite', 'The integrator leaves triggers to another party.', {
    start: startClientWithSeams({}, { roles: ['session', 'provider'] }),
  }),
];

const readings: readonly HarmlessSubject[] = [
  agreed('provider-in-json', 'Bundles travel as they are, and the target says so.', { envelope: 'json' }),
  agreed('provider-with-http-header', 'The id is an HTTP header, and the target says so.', {
    'correlation-id': { where: 'header', name: 'X-Correlation-ID' },
  }),
  agreed('provider-with-id-in-body', 'The id stands in the bundle, and the target says so.', {
    'correlation-id': { where: 'body', name: 'correlationId' },
  }),
  agreed('provider-with-other-paths', 'Answers and prompt have other paths, and the target says so.', {
    'plan-answer': '/v1/insuranceplan/answer',
    'eligibility-answer': '/v1/coverageeligibility/answer',
    'payment-prompt': '/v1/payment/prompt',
    'payment-ack': '/v1/payment/acknowledge',
  }),
  agreed('payer-rejects-after-reply', 'Documents do not convince the payer, and the target says so.', {
    'after-reply': 'reject',
  }),
  agreed('provider-takes-jwt-elsewhere', 'The JWT has a header of its own, and the target says so.', {
    'callback-jwt': { ...jwt, header: 'X-Gateway-JWT', scheme: '' },
    'callback-certificates': '/api/hiecm/gateway/v3/keys',
  }),
  ...['ES256', 'PS256', 'RS512'].map((algorithm) =>
    agreed(
      `provider-takes-${algorithm.toLowerCase()}`,
      `Callbacks are signed by ${algorithm}, and the target says so.`,
      { 'callback-jwt': { ...jwt, algorithms: [algorithm] } },
    ),
  ),
  provider('provider-without-leeway', 'Clocks of others are taken at their word.', {
    verifier: (token, keys, rules) => verifyCallbackJwt(token, keys, { ...rules, leeway: 0 }),
  }),
  agreed('provider-with-much-leeway', 'Clocks may differ by half an hour, and the target says so.', {
    'jwt-leeway': 1800,
  }),
  agreed(
    'provider-with-issuer-and-audience',
    'Both sides of the JWT are agreed on.',
    { 'callback-jwt': { ...jwt, issuer: 'https://gateway.test', audience: 'the provider' } },
    { 'CBK-08': 'passed' },
  ),
  agreed(
    'provider-without-jwt',
    'Callbacks carry no JWT, and the target says so.',
    { 'callback-jwt': { ...jwt, carried: false } },
    { 'CBK-03': 'not-tested', 'CBK-04': 'not-tested' },
  ),
  agreed(
    'provider-bridge-scoped',
    'Requests to the payer name an HIP, and the target says so.',
    { 'bridge-scoped': ['preauth.submit', '/v1/paymentnotice/on_request'] },
    { 'HDR-12': 'passed' },
  ),
];

/** Providers that keep the contract in another way. */
export const harmlessProviders: readonly HarmlessSubject[] = [
  ...own,
  ...readings,
  ...harmlessBodyTypes,
  ...harmlessTypedBodies,
  ...harmlessBusyProviders,
  ...harmlessCallbackProxies,
  ...deployedProviders,
  ...harmlessEnvelopes,
  ...harmlessQueues,
  ...harmlessRicherContents,
  ...harmlessTriggers,
  ...harmlessPayerTokens,
  ...harmlessProfileProviders,
  ...harmlessPartialProviders,
  ...harmlessUnbegun,
  ...harmlessSelfTriggers,
  ...harmlessUnsaidFlows,
  ...harmlessVerifiedByKind,
];
