import { setTimeout as sleep } from 'node:timers/promises';
import { verifyCallbackJwt } from '../../../support/client/integrator/callback-verifier';
import { defaultReadings } from '../../../support/contract/readings';
import type { ReadingOverrides } from '../../../support/contract/readings';
import { withUrl } from '../../integrator/edits';
import type { Dimension } from '../dimension';
import type { ClientPart } from './shape';
import { changing, editing, layering, usual } from './values';

const agreed = (words: string, said: ReadingOverrides) =>
  changing(words, `reading ${Object.keys(said).join(', ')}`, { said });

const jwt = defaultReadings['callback-jwt'];

const envelopes: Dimension<ClientPart> = {
  name: 'envelope of messages',
  sentence: 'Payloads, headers (called protected headers) and response shapes: not shown. (clause 4.6)',
  seam: 'readings: envelope',
  values: [usual('messages in JWE'), agreed('messages in plain JSON as agreed', { envelope: 'json' })],
};

const places: Dimension<ClientPart> = {
  name: 'place of the id of a cycle',
  sentence: 'All callbacks of one request cycle share the correlation id. (clause 6.1)',
  seam: 'readings: correlation-id',
  values: [
    usual('the id of a cycle as protected header'),
    agreed('the id of a cycle as HTTP header as agreed', {
      'correlation-id': { where: 'header', name: 'X-Correlation-ID' },
    }),
    agreed('the id of a cycle in the bundle as agreed', {
      'correlation-id': { where: 'body', name: 'correlationId' },
    }),
  ],
};

const ids: Dimension<ClientPart> = {
  name: 'ids of cycles',
  sentence: 'correlationId | string | correlation id of the request cycle (UUID-shaped) (clause 4.4)',
  seam: 'seams: ids',
  values: [
    usual('ids of cycles in small letters'),
    changing('ids of cycles in capitals', 'RFC 9562, 4: UUIDs are read without regard to case', {
      seams: [
        ({ ids: own }) => ({ ids: { ...own, correlationId: () => own.correlationId().toUpperCase() } }),
      ],
    }),
  ],
};

const headers: Dimension<ClientPart> = {
  name: 'protected headers of messages',
  sentence: 'Payloads, headers (called protected headers) [...]: not shown. (clause 4.6)',
  seam: 'payer: protectedHeaders',
  values: [
    usual('usual protected headers of messages'),
    changing('further protected headers of messages', 'clause 4.6: not shown', {
      payer: [
        ({ protectedHeaders }) => ({
          protectedHeaders: (...given) => ({ ...protectedHeaders(...given), 'x-hcx-ben_abha_id': 'none' }),
        }),
      ],
    }),
  ],
};

const bundles: Dimension<ClientPart> = {
  name: 'bundles of requests',
  sentence: 'Fields of the FHIR bundles [...]: not shown. (clause 2.6)',
  seam: 'payer: bundles',
  values: [
    usual('usual bundles of requests'),
    changing('a practitioner in plan requests', 'clause 2.6: not shown', {
      payer: [
        ({ bundles: own }) => ({
          bundles: {
            ...own,
            plan: (about) => {
              const bundle = own.plan(about) as { entry: object[] };
              const resource = { resourceType: 'Practitioner', id: 'doctor' };
              return { ...bundle, entry: [{ resource }, ...bundle.entry] };
            },
          },
        }),
      ],
    }),
    changing('empty bundles in preauthorizations', 'clause 2.6: not shown', {
      payer: [
        ({ bundles: own }) => ({
          bundles: { ...own, preauth: () => ({ resourceType: 'Bundle', type: 'collection' }) },
        }),
      ],
    }),
  ],
};

const accepts: Dimension<ClientPart> = {
  name: 'Accept of triggers',
  sentence: 'Headers: Accept: application/json, Content-Type: application/json (clause 4.4)',
  seam: 'payer: triggerHeaders',
  values: [
    usual('Accept as documented'),
    changing('Accept with a second choice', 'RFC 9110, 12.5.1: several media ranges', {
      payer: [
        ({ triggerHeaders }) => ({
          triggerHeaders: (bearer) => ({
            ...triggerHeaders(bearer),
            Accept: 'application/json, text/plain;q=0.5',
          }),
        }),
      ],
    }),
  ],
};

const takings: Dimension<ClientPart> = {
  name: 'taking of callbacks',
  sentence: 'retry behaviour and the full list of event kinds: not shown. (clause 6.1)',
  seam: 'seams: verifier',
  values: [
    usual('callbacks answered at once'),
    changing('callbacks answered after 80 ms', 'no clause gives a limit', {
      seams: [
        ({ verifier }) => ({
          verifier: async (...given) => {
            await sleep(80);
            return verifier(...given);
          },
        }),
      ],
    }),
    changing('no leeway for clocks', 'clause 5.2: clocks are to be synchronised', {
      seams: [
        () => ({ verifier: (token, keys, rules) => verifyCallbackJwt(token, keys, { ...rules, leeway: 0 }) }),
      ],
    }),
    changing('keys fetched for each callback', 'Location of those certificates: not shown (clause 5.1)', {
      seams: [
        () => ({
          verifier: (token, keys, rules) =>
            verifyCallbackJwt(token, { ...keys, find: (kid) => keys.find(kid) }, rules),
        }),
      ],
    }),
  ],
};

const signatures: Dimension<ClientPart> = {
  name: 'JWT that callbacks carry',
  sentence: 'Inbound gateway callbacks carry JWTs (clause 5.1)',
  seam: 'readings: callback-jwt',
  values: [
    usual('callbacks with RS256 for the client'),
    agreed('callbacks with ES256 for the client', { 'callback-jwt': { ...jwt, algorithms: ['ES256'] } }),
    agreed('a JWT header of its own for the client', {
      'callback-jwt': { ...jwt, header: 'X-Gateway-JWT', scheme: '' },
    }),
  ],
};

const paths: Dimension<ClientPart> = {
  name: 'paths of messages',
  sentence: 'Base address for them: not shown. (clause 4.6)',
  seam: 'layer: paths of messages',
  values: [
    usual('one base for messages'),
    editing('a base for each kind of message', 'clause 4.6: not shown', (request) =>
      request.url.includes('/v1/')
        ? withUrl(request, (url) =>
            url.replace(
              /(?=\/v1\/(insuranceplan|coverageeligibility|preauth|claim|communication)\/\w+$)/,
              '/$1hcxservice',
            ),
          )
        : request,
    ),
  ],
};

const repetitions: Dimension<ClientPart> = {
  name: 'repetitions of messages',
  sentence: 'retry behaviour [...]: not shown. (clause 6.1)',
  seam: 'layer: repetitions of messages',
  values: [
    usual('each message once'),
    layering(
      'each beginning of a cycle twice',
      'clause 6.1: retry behaviour is not shown',
      () => async (request, send) => {
        const answer = await send(request);
        const begins = /\/v1\/(insuranceplan\/request|coverageeligibility\/check|\w+\/submit)$/;
        return begins.test(request.url) ? send(request) : answer;
      },
    ),
  ],
};

/** Dimensions of providers. */
export const providerDimensions: readonly Dimension<ClientPart>[] = [
  envelopes,
  places,
  ids,
  headers,
  bundles,
  accepts,
  takings,
  signatures,
  paths,
  repetitions,
];
