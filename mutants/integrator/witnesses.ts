import { conformingSeams } from '../../support/client/integrator';
import { conformingProvider } from '../../support/client/integrator/payer/seams';
import type { Witness } from '../mutant';
import { interceptRequests, editRequests, freshStamp, withHeaders } from './edits';
import { afterLateQuery } from './payer/callbacks.mutants';
import { noted } from './specimens';
import { startClientWithSeams, integratorWith, payerTarget, stageClient } from './stage';

/** A renewal that asks a refresh operation first, and then comes round by a new session. */
const refreshing = interceptRequests(() => {
  let refreshToken: string | undefined;
  return async (request, send) => {
    if (request.operation !== 'session.create') return send(request);
    if (refreshToken !== undefined) {
      const { service, method, headers } = request;
      const url = `${request.url}/refresh`;
      const body = JSON.stringify({ refreshToken });
      await send({ service, method, url, headers: { ...headers, ...freshStamp() }, body });
    }
    const answer = await send(request);
    const members = JSON.parse(answer.body.toString()) as { refreshToken?: string };
    refreshToken = members.refreshToken;
    return answer;
  };
});

const { sessions, retry } = conformingSeams;

/** A 401 is an answer like any other. */
const unrenewed = { sessions: { ...sessions, refused: () => false } };

/** Integrators that behave otherwise where the suite only takes notes. */
export const integratorWitnesses: readonly Witness[] = [
  noted(
    'refresh-operation',
    { 'TOK-05': 'a refresh operation' },
    'A renewal tries a refresh operation first.',
    refreshing,
  ),
  noted(
    'user-level-token',
    { 'TOK-07': 'a user-level token (header X-Token)' },
    'A registration call carries the token of a person.',
    editRequests(['otp'], (request) => withHeaders(request, { 'X-Token': 'Bearer a.b.c' })),
  ),
  noted(
    'late-query-reopens-a-cycle',
    { 'CBK-06': 'approved, then queried' },
    'The last callback is right, whatever was before it.',
    {
      start: startClientWithSeams(
        { payer: { ...conformingProvider, cycles: afterLateQuery('queried') } },
        payerTarget,
      ),
    },
  ),
  noted(
    'token-tried-again',
    { 'TOK-09': 'unexpired token: the same token again' },
    'A 401 is taken for a passing trouble: the call is made again with the same token.',
    {
      ...unrenewed,
      retry: {
        ...retry,
        delayMs: (attempts, outcome) =>
          attempts === 1 && 'answer' in outcome && outcome.answer.status === 401
            ? 0
            : retry.delayMs(attempts, outcome),
      },
    },
  ),
  noted(
    'token-kept-after-401',
    { 'TOK-09': 'nothing by itself; asked again, the same token again' },
    'A 401 is an error for the caller, and the token stays in use.',
    unrenewed,
  ),
  noted(
    'refusal-swallowed',
    { 'TOK-09': 'unexpired token: nothing' },
    'A certificate that did not come is looked for at the next need: the call ends well all the same.',
    {
      start: () =>
        stageClient((log) => {
          const own = integratorWith(unrenewed, log);
          return {
            ...own,
            'certificate.fetch': (params) =>
              Promise.resolve(own['certificate.fetch'](params)).catch(() => null),
          };
        }),
    },
  ),
];
