import { randomUUID } from 'node:crypto';
import type { CycleStoreMaker } from '../../../support/client/integrator/payer/cycle-store';
import { createMemoryCycleStore } from '../../../support/client/integrator/payer/cycle-store';
import type { PayerMessageKind, ProviderSeams } from '../../../support/client/integrator/payer/seams';
import { conformingProvider } from '../../../support/client/integrator/payer/seams';
import type { RawAnswer, OutgoingRequest } from '../../../support/client/sender';
import type { ObligationId } from '../../../support/obligations';
import type { HarmlessSubject, Mutant } from '../../mutant';
import { interceptRequests } from '../edits';
import { brokenIntegrator, harmlessIntegrator } from '../specimens';
import { integratorWith, payerTarget, stageClient, startClientWithSeams } from '../stage';
import { providerSeamsMutant, providerMutant } from './paying';

const { bundles, path, decide, protectedHeaders } = conformingProvider;

const sendingTo =
  (steps: readonly PayerMessageKind[], other: string): typeof path =>
  (step, readings) =>
    steps.includes(step) ? other : path(step, readings);

const preauths: readonly ObligationId[] = ['FLW-03', 'FLW-04', 'FLW-05', 'FLW-10'];
const claims: readonly ObligationId[] = ['FLW-06', 'FLW-07', 'FLW-08'];
const queries: readonly ObligationId[] = ['FLW-05', 'FLW-08', 'FLW-10'];

/** Requests that go elsewhere. */
const paths: readonly Mutant[] = [
  providerSeamsMutant('plan-request-misspelt', ['FLW-01'], 'The path has a hyphen too many.', {
    path: sendingTo(['plan'], '/v1/insurance-plan/request'),
  }),
  providerSeamsMutant('plan-request-as-answer', ['FLW-01'], 'The path of the answer is called.', {
    path: sendingTo(['plan'], '/v1/insuranceplan/on_request'),
  }),
  providerSeamsMutant(
    'eligibility-under-an-old-version',
    ['FLW-02', 'VER-01'],
    'The path begins with v0.8.',
    {
      path: sendingTo(['eligibility'], '/v0.8/coverageeligibility/check'),
    },
  ),
  providerSeamsMutant(
    'preauthorization-without-version',
    [...preauths, 'VER-01'],
    'The segment is taken for a part of the base.',
    {
      path: sendingTo(['preauth'], '/preauth/submit'),
    },
  ),
  providerSeamsMutant(
    'preauthorization-as-claim',
    preauths,
    'One path serves both, and the bundle tells them apart.',
    {
      path: sendingTo(['preauth'], '/v1/claim/submit'),
    },
  ),
  providerSeamsMutant('preauthorization-misspelt', preauths, 'The resource is written out.', {
    path: sendingTo(['preauth'], '/v1/preauthorization/submit'),
  }),
  providerSeamsMutant('claim-as-preauthorization', claims, 'The path of a template was not changed.', {
    path: sendingTo(['claim'], '/v1/preauth/submit'),
  }),
  providerSeamsMutant('claim-on-its-callback', claims, 'The path of the answer is called.', {
    path: sendingTo(['claim'], '/v1/claim/on_submit'),
  }),
  providerSeamsMutant(
    'reply-on-the-path-of-the-query',
    queries,
    'The reply goes to v1/communication/request.',
    {
      path: sendingTo(['reply'], '/v1/communication/request'),
    },
  ),
  providerSeamsMutant(
    'acknowledgment-on-the-path-of-the-prompt',
    ['FLW-09'],
    'The acknowledgment goes where the prompt came.',
    {
      path: sendingTo(['acknowledgment'], '/v1/paymentnotice/request'),
    },
    { overridden: ['payment-ack'] },
  ),
];

/** Sends the address of a document instead of the document. */
const linking: Partial<ProviderSeams> = {
  bundles: { ...bundles, reply: (about) => renamed(bundles.reply(about), 'data', 'url') },
};

/** What replies and acknowledgments carry. */
const replies: readonly Mutant[] = [
  providerSeamsMutant(
    'reply-without-documents',
    queries,
    'The reply says that documents follow by mail.',
    { bundles: { ...bundles, reply: (about) => strippedOf(bundles.reply(about), 'contentAttachment') } },
    { overridden: ['documents'] },
  ),
  providerSeamsMutant(
    'reply-with-a-link',
    queries,
    'The document lies on a server of the hospital.',
    linking,
    { overridden: ['documents'] },
  ),
  providerSeamsMutant('reply-is-empty', queries, 'The reply is a bundle without entries.', {
    bundles: { ...bundles, reply: () => ({ resourceType: 'Bundle', type: 'collection' }) },
  }),
  providerSeamsMutant(
    'reply-under-an-id-of-its-own',
    [...queries, 'FLW-09'],
    'Each message gets a correlation id of its own.',
    {
      within: () => randomUUID(),
    },
  ),
  providerSeamsMutant(
    'reply-under-a-new-id-of-its-workflow',
    queries,
    'The reply keeps the workflow of its cycle, and gets a correlation id as every message does.',
    () => {
      const workflows = new Map<string, string>();
      const renewed = new Map<string, string>();
      return {
        within: (id) => {
          if (!workflows.has(id)) return id;
          const other = randomUUID();
          renewed.set(other, id);
          return other;
        },
        protectedHeaders: (step, address) => {
          const { correlationId } = address;
          const kept = workflows.get(renewed.get(correlationId) ?? '');
          if (step !== 'reply' && step !== 'acknowledgment') workflows.set(correlationId, address.workflowId);
          return protectedHeaders(step, { ...address, workflowId: kept ?? address.workflowId });
        },
      };
    },
  ),
  providerSeamsMutant(
    'reply-with-its-id-in-capitals',
    [...queries, 'FLW-09'],
    'A database keeps UUIDs in capitals, and the reply is made from it.',
    { within: (id) => id.toUpperCase() },
  ),
  providerSeamsMutant(
    'prompt-taken-and-nothing-more',
    ['FLW-09'],
    '202 is thought to be the acknowledgment.',
    {
      acknowledges: false,
    },
  ),
  answering('query-never-replied-to', queries, 'Queries wait in an unread list.', {
    'communication.reply': () => undefined,
  }),
];

function strippedOf(bundle: object, member: string): object {
  return JSON.parse(
    JSON.stringify(bundle, (name, value: unknown) => (name === member ? undefined : value)),
  ) as object;
}

function renamed(bundle: object, from: string, to: string): object {
  return JSON.parse(JSON.stringify(bundle).replaceAll(`"${from}":`, `"${to}":`)) as object;
}

/** The suite's own client with another way of answering some calls. */
function answering(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  handlers: Parameters<typeof Object.assign>[1],
): Mutant {
  return brokenIntegrator(name, breaks, story, {
    start: () => stageClient((log) => ({ ...integratorWith({}, log), ...(handlers as object) }), payerTarget),
  });
}

/** A store that does one thing otherwise. */
const storing =
  (change: (own: ReturnType<CycleStoreMaker>) => Partial<ReturnType<CycleStoreMaker>>): CycleStoreMaker =>
  () => {
    const own = createMemoryCycleStore();
    return { ...own, ...change(own) };
  };

/** How a cycle ends in the books of the client. */
const endings: readonly Mutant[] = [
  providerSeamsMutant(
    'everything-approved',
    ['FLW-04', 'FLW-07', 'CBK-05'],
    'Whatever comes back counts as a yes.',
    {
      decide: (bundle, readings) => (decide(bundle, readings) === undefined ? undefined : 'approved'),
    },
  ),
  providerSeamsMutant(
    'everything-rejected',
    ['FLW-03', 'FLW-05', 'FLW-06', 'FLW-08', 'FLW-10', 'CBK-05'],
    'No text is Approved in capitals.',
    {
      decide: (bundle, readings) => (decide(bundle, readings) === undefined ? undefined : 'rejected'),
    },
  ),
  providerSeamsMutant(
    'answers-dropped',
    ['FLW-01', 'FLW-02'],
    'Answers without a decision are taken and thrown away.',
    {
      cycles: storing((own) => ({
        take: (id, state) => {
          if (state !== 'answered') own.take(id, state);
        },
      })),
    },
  ),
  providerSeamsMutant('plan-answer-unread', ['FLW-01'], 'A plan is taken and never looked at.', {
    cycles: storing((own) => ({
      take: (id, state) => {
        if (own.get(id)?.kind !== 'plan') own.take(id, state);
      },
    })),
  }),
  providerSeamsMutant(
    'eligibility-answer-unread',
    ['FLW-02'],
    'The id of the check is thrown away once it was sent.',
    {
      cycles: storing((own) => ({
        take: (id, state) => {
          if (own.get(id)?.kind !== 'eligibility') own.take(id, state);
        },
      })),
    },
  ),
  providerSeamsMutant(
    'decisions-unread',
    [...preauths, ...claims, 'CBK-05'],
    'The callback is acknowledged by a proxy, and goes no further.',
    {
      cycles: storing((own) => ({
        take: (id, state) => {
          if (state !== 'approved' && state !== 'rejected') own.take(id, state);
        },
      })),
    },
  ),
];

const taken: RawAnswer = { status: 202, headers: [], body: Buffer.from('{}') };

/** What comes in the wrong order (FLW-11). */
const order: readonly Mutant[] = [
  providerMutant(
    'submit-after-its-trigger',
    ['FLW-11'],
    'Submits go through a queue, and triggers do not.',
    () =>
      interceptRequests(() => {
        const held: OutgoingRequest[] = [];
        return async (request, send) => {
          if (request.url.endsWith('/v1/preauth/submit')) {
            held.push(request);
            return taken;
          }
          const answer = await send(request);
          if (request.url.endsWith('/process/request')) for (const late of held.splice(0)) await send(late);
          return answer;
        };
      }),
  ),
  providerMutant(
    'documents-in-advance',
    ['FLW-11'],
    'Every submission is followed by its documents at once.',
    () =>
      interceptRequests(() => async (request, send) => {
        const answer = await send(request);
        const [base] = request.url.split(/\/v1\/(?:preauth|claim)\/submit/);
        if (base !== request.url) await send({ ...request, url: `${base}/v1/communication/on_request` });
        return answer;
      }),
  ),
];

/** Providers that differ from a default reading, which their target does not set. */
export const harmlessUnsaidFlows: readonly HarmlessSubject[] = [
  harmlessIntegrator(
    'reply-with-a-link-unsaid',
    'The document lies on a server of the hospital, and the target does not say how replies carry documents.',
    { start: startClientWithSeams({ payer: { ...conformingProvider, ...linking } }, payerTarget) },
    { 'FLW-05': 'inconclusive', 'FLW-08': 'inconclusive', 'FLW-10': 'inconclusive' },
  ),
  harmlessIntegrator(
    'acknowledgment-elsewhere-unsaid',
    'The acknowledgment has another path, and the target does not say which.',
    {
      start: startClientWithSeams(
        {
          payer: {
            ...conformingProvider,
            path: sendingTo(['acknowledgment'], '/v1/payment/acknowledge'),
          },
        },
        payerTarget,
      ),
    },
    { 'FLW-09': 'inconclusive' },
  ),
];

/** The causes that failures must name for messages that went astray. */
const differences: Readonly<Record<string, string>> = {
  'reply-under-an-id-of-its-own': 'perhaps the message was sent under another correlation id',
  'reply-under-a-new-id-of-its-workflow':
    'the message has the workflow id of its cycle, but another correlation id',
  'reply-with-its-id-in-capitals': 'the correlation id is sent in other letters than those of the cycle',
  'reply-on-the-path-of-the-query': 'the message has the correlation id of its cycle, but another path',
};

function withDifference(mutant: Mutant): Mutant {
  const told = differences[mutant.name];
  if (told === undefined) return mutant;
  return { ...mutant, diagnosis: Object.fromEntries(mutant.breaks.map((id) => [id, told])) };
}

/** Flows with the payer (FLW-01 to FLW-11). */
export const flowMutants: readonly Mutant[] = [...paths, ...replies, ...endings, ...order].map(
  withDifference,
);
