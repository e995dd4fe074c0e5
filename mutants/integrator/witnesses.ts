import { contractPayer } from '../../support/client/integrator/payer/seams';
import type { Witness } from '../mutant';
import { between, editing, freshStamp, withHeaders } from './edits';
import { afterLateQuery } from './payer/callbacks.mutants';
import { noted } from './specimens';
import { payerTarget } from './stage';

/** A renewal that asks a refresh operation first, and then comes round by a new session. */
const refreshing = between(() => {
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
    editing(['otp'], (request) => withHeaders(request, { 'X-Token': 'Bearer a.b.c' })),
  ),
  noted(
    'late-query-reopens-a-cycle',
    { 'CBK-06': 'approved, then queried' },
    'The last callback is right, whatever was before it.',
    { payer: { ...contractPayer, cycles: afterLateQuery('queried') } },
    payerTarget,
  ),
];
