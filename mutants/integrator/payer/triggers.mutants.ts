import { randomUUID } from 'node:crypto';
import { conformingProvider } from '../../../support/client/integrator/payer/seams';
import type { HarmlessSubject, Mutant } from '../../mutant';
import {
  editRequests,
  interceptRequests,
  withEditedBody,
  withHeaders,
  withSecondHeader,
  withUrl,
} from '../edits';
import { targetReadings, harmlessIntegrator } from '../specimens';
import { startClientWithSeams, payerTarget } from '../stage';
import { providerSeamsMutant, providerMutant } from './paying';

const { trigger, notice, triggerHeaders } = conformingProvider;

/** Copies the token of bearer_auth to Authorization. */
const authorizing = editRequests(['dummyPayer'], (request) =>
  withHeaders(request, { Authorization: request.headers.bearer_auth }),
);

/** Adds the segment v1 to the paths of the dummy payer. */
const versioning = editRequests(['dummyPayer'], (request) =>
  withUrl(request, (url) => url.replace(/(?=\/(process|paymentNotice)\/)/, '/v1')),
);

/** Mistakes in triggers of the dummy payer (DPY-01 to DPY-05). */
export const triggerMutants: readonly Mutant[] = [
  providerSeamsMutant(
    'trigger-accepts-anything',
    ['DPY-01', 'DPY-04'],
    'The HTTP library sends its own Accept.',
    {
      triggerHeaders: (bearer) => ({ ...triggerHeaders(bearer), Accept: '*/*' }),
    },
  ),
  providerSeamsMutant(
    'trigger-without-accept',
    ['DPY-01', 'DPY-04'],
    'Accept is thought to be the default anyway.',
    {
      triggerHeaders: (bearer) => ({ 'Content-Type': 'application/json', bearer_auth: bearer }),
    },
  ),
  providerSeamsMutant(
    'trigger-as-form',
    ['HDR-11', 'DPY-01', 'DPY-04'],
    'The body is JSON, and called a form.',
    {
      triggerHeaders: (bearer) => ({
        ...triggerHeaders(bearer),
        'Content-Type': 'application/x-www-form-urlencoded',
      }),
    },
  ),
  providerSeamsMutant(
    'bearer-in-authorization',
    ['DPY-01', 'DPY-04'],
    'bearer_auth is taken for Authorization.',
    {
      triggerHeaders: (bearer) => ({
        Accept: 'application/json',
        'Content-Type': 'application/json',
        Authorization: bearer,
      }),
    },
  ),
  {
    ...providerMutant(
      'bearer-auth-twice',
      ['DPY-01', 'DPY-04'],
      'An interceptor adds bearer_auth to requests that have it already.',
      editRequests(['dummyPayer'], (request) =>
        withSecondHeader(request, 'bearer_auth', request.headers.bearer_auth ?? ''),
      ),
    ),
    diagnosis: { 'DPY-01': 'sent twice', 'DPY-04': 'sent twice' },
  },
  providerMutant(
    'trigger-without-authorization',
    ['HDR-01'],
    'Triggers carry bearer_auth alone, and the target wants Authorization beside it.',
    editRequests(['dummyPayer'], (request) => withHeaders(request, { Authorization: undefined })),
    targetReadings({ 'trigger-authorization': 'required' }),
  ),
  providerMutant(
    'trigger-with-authorization',
    ['DPY-01', 'DPY-04'],
    'Every call carries Authorization, and the target wants none on triggers.',
    authorizing,
    targetReadings({ 'trigger-authorization': 'absent' }),
  ),
  providerMutant(
    'trigger-on-the-old-path',
    ['DPY-01'],
    'The path has a version in front, as the others have.',
    editRequests(['dummyPayer'], (request) => ({
      ...request,
      url: request.url.replace('/process/request', '/v0.5/process/request'),
    })),
  ),
  providerMutant(
    'trigger-with-segment',
    ['DPY-01', 'DPY-04'],
    'The paths have v1 in front, and the target has them without.',
    versioning,
    targetReadings({ 'payer-segment': 'none' }),
  ),
  providerMutant(
    'trigger-without-segment',
    ['DPY-01', 'DPY-04'],
    'The paths are those that are printed, and the target has v1 in front of them.',
    editRequests(['dummyPayer'], (request) => withUrl(request, (url) => url.replace('/v1/', '/'))),
    targetReadings({ 'payer-segment': 'v1' }),
  ),
  providerMutant(
    'notice-in-small-letters',
    ['DPY-04'],
    'The path is written as all other paths are.',
    editRequests(['dummyPayer'], (request) => ({
      ...request,
      url: request.url.replace('/paymentNotice/init', '/paymentnotice/init'),
    })),
  ),
  providerSeamsMutant('action-in-small-letters', ['DPY-02'], 'Words are written as in the own database.', {
    trigger: (given) => ({ ...trigger(given), action: given.action.toLowerCase() }),
  }),
  providerSeamsMutant('action-as-participle', ['DPY-02'], 'The action is named by its outcome.', {
    trigger: (given) => ({
      ...trigger(given),
      action: { Approve: 'Approved', Reject: 'Rejected', Query: 'Queried' }[given.action],
    }),
  }),
  providerSeamsMutant('method-is-the-path', ['DPY-02'], 'The method is the operation that was called.', {
    trigger: (given) => ({
      ...trigger(given),
      method: given.method === 'Claim' ? 'claim/submit' : 'preauth/submit',
    }),
  }),
  providerSeamsMutant(
    'trigger-of-an-unknown-cycle',
    ['DPY-03'],
    'Every message makes a correlation id of its own.',
    {
      trigger: (given) => ({ ...trigger(given), correlationId: randomUUID() }),
    },
  ),
  providerSeamsMutant('trigger-in-capitals', ['DPY-03'], 'A database keeps UUIDs in capitals.', {
    trigger: (given) => ({ ...trigger(given), correlationId: given.correlationId.toUpperCase() }),
  }),
  providerSeamsMutant('trigger-of-a-number', ['DPY-03'], 'The own number of the case is sent.', {
    trigger: (given) => ({ ...trigger(given), correlationId: '20261121-7' }),
  }),
  providerSeamsMutant('trigger-without-an-id', ['DPY-03'], 'The member is named as the header is.', {
    trigger: ({ correlationId, ...given }) => ({ ...given, 'x-hcx-correlation_id': correlationId }),
  }),
  providerSeamsMutant(
    'trigger-of-the-first-cycle',
    ['DPY-03'],
    'The id is kept where only one cycle was thought of.',
    () => {
      let first: string | undefined;
      return { trigger: (given) => ({ ...trigger(given), correlationId: (first ??= given.correlationId) }) };
    },
  ),
  providerSeamsMutant(
    'trigger-of-the-last-cycle',
    ['DPY-03'],
    'The id is stored once the trigger is sent.',
    () => {
      let last: string | undefined;
      return {
        trigger: (given) => {
          const correlationId = last ?? given.correlationId;
          last = given.correlationId;
          return { ...trigger(given), correlationId };
        },
      };
    },
  ),
  providerSeamsMutant(
    'method-always-preauth',
    ['DPY-02', 'FLW-06', 'FLW-07', 'FLW-08'],
    'The method is a constant.',
    { trigger: (given) => ({ ...trigger(given), method: 'Preauth' }) },
  ),
  providerSeamsMutant(
    'method-always-claim',
    ['DPY-02', 'FLW-03', 'FLW-04', 'FLW-05', 'FLW-10'],
    'The method is a constant, of the first kind that was tried.',
    { trigger: (given) => ({ ...trigger(given), method: 'Claim' }) },
  ),
  providerSeamsMutant('provider-without-suffix', ['DPY-05'], 'The network suffix is left out.', {
    notice: (given) => ({ ...notice(given), providerId: given.providerId.split('@')[0] }),
  }),
  {
    ...providerSeamsMutant(
      'provider-with-a-blank-in-its-suffix',
      ['DPY-05'],
      'The suffix is a name for people.',
      {
        notice: (given) => ({ ...notice(given), providerId: given.providerId.replace(/@.*/, '@hcx dev') }),
      },
    ),
    diagnosis: { 'DPY-05': 'there is a blank in providerId' },
  },
  providerSeamsMutant('notice-names-the-payer', ['DPY-05'], 'The wrong participant is named.', {
    notice: (given) => ({ ...notice(given), providerId: '1000003538@sbx' }),
  }),
  providerSeamsMutant('claim-number-missing', ['DPY-05'], 'An empty member is left out.', {
    notice: ({ providerId }) => ({ providerId }),
  }),
  providerSeamsMutant('claim-number-null', ['DPY-05'], 'An empty text is null in the own language.', {
    notice: (given) => ({ ...notice(given), claimNumber: null }),
  }),
];

/** Asks the dummy payer about its health, its policies and the cycle before each of its operations. */
const askingThePayer = interceptRequests(() => async (request, send) => {
  if (request.service === 'dummyPayer') {
    const base = request.url.replace(/(\/v1)?\/(process|paymentNotice)\/.*/, '');
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ providerId: '1000000001@sbx', method: 'Preauth' });
    await send({ service: 'dummyPayer', method: 'GET', url: `${base}/health`, headers: {} });
    await send({ service: 'dummyPayer', method: 'GET', url: `${base}/process/status`, headers: {} });
    await send({ service: 'dummyPayer', method: 'POST', url: `${base}/policies/search`, headers, body });
  }
  return send(request);
});

/** Triggers that differ from the usual ones and are still correct. */
export const harmlessTriggers: readonly HarmlessSubject[] = [
  harmlessIntegrator(
    'triggers-authorized',
    'Every call carries Authorization, and the target says nothing of it.',
    {
      start: startClientWithSeams(authorizing, payerTarget),
    },
  ),
  harmlessIntegrator(
    'payer-asked-about-other-things',
    'The client asks the dummy payer for its health and for a policy before each trigger.',
    { start: startClientWithSeams(askingThePayer, payerTarget) },
  ),
  harmlessIntegrator(
    'accept-in-two-lines',
    'Accept is sent twice, which HTTP allows; the second one is JSON.',
    {
      start: startClientWithSeams(
        editRequests(['dummyPayer'], (request) =>
          withSecondHeader(withHeaders(request, { Accept: '*/*' }), 'Accept', 'application/json'),
        ),
        payerTarget,
      ),
    },
  ),
  harmlessIntegrator(
    'triggers-written-otherwise',
    'The members of triggers are indented, and in another order.',
    {
      start: startClientWithSeams(
        editRequests(['dummyPayer'], (request) =>
          withEditedBody(request, (body) =>
            JSON.stringify(Object.fromEntries(Object.entries(body).reverse()), null, 2),
          ),
        ),
        payerTarget,
      ),
    },
  ),
  harmlessIntegrator('triggers-under-v1', 'Triggers have v1 in front, and the target says nothing of it.', {
    start: startClientWithSeams(versioning, payerTarget),
  }),
  ...(['none', 'v1'] as const).map((choice) =>
    harmlessIntegrator(
      `segment-${choice}-on-triggers`,
      `The segment of the dummy payer is ${choice}, by the target.`,
      {
        start: startClientWithSeams({}, { ...payerTarget, ...targetReadings({ 'payer-segment': choice }) }),
      },
    ),
  ),
  ...(['required', 'absent'] as const).map((choice) =>
    harmlessIntegrator(
      `authorization-${choice}-on-triggers`,
      `Authorization is ${choice} on triggers, by the target.`,
      {
        start: startClientWithSeams(
          {},
          { ...payerTarget, ...targetReadings({ 'trigger-authorization': choice }) },
        ),
      },
    ),
  ),
];
