import { RefusalError } from '../../adapter/handlers';
import type { Params, Result } from '../../adapter/protocol';
import { membersOf } from './answers';
import type { Connection } from './connection';
import { expectSuccess } from './connection';
import { UnreadableAnswerError } from './failures';
import type { IntegratorSeams } from './seams';

/** `otp.verify` (clauses 2.5, 4.3). */
export async function verifyOtp(
  seams: IntegratorSeams,
  { composing, caller, sealer }: Connection,
  given: Params<'otp.verify'>,
): Promise<Result<'otp.verify'>> {
  const answer = await sealer.send('registry', 'otp.verify', (seal) =>
    caller.send('otp.verify', async (token) => {
      const body = await seams.bodies.otp(given, seal);
      return seams.requests.otp(composing, await token(), body, given);
    }),
  );
  const { txnId, authResult, message } = membersOf(expectSuccess('otp.verify', answer).body);
  if (typeof txnId !== 'string' || typeof authResult !== 'string' || typeof message !== 'string')
    throw new UnreadableAnswerError('the answer to otp.verify lacks txnId, authResult or message');
  return { txnId, authResult, message };
}

/** `fields.send`: several fields in one body, to the path that is named. */
export async function sendFields(
  seams: IntegratorSeams,
  { params, composing, caller, sealer }: Connection,
  given: Params<'fields.send'>,
): Promise<void> {
  const { service, path, fields } = given;
  const always = ['otp', 'loginId', params.readings['national-id-field']];
  const answer = await sealer.send(service, path, (seal) =>
    caller.send('fields.send', async (token) => {
      const body = await seams.bodies.fields(fields, seal, always);
      return seams.requests.fields(composing, await token(), body, given);
    }),
  );
  expectSuccess('fields.send', answer);
}

/** `eligibility.check` (clause 4.7.2), in the envelope `json`. */
export async function checkEligibility(
  seams: IntegratorSeams,
  connection: Connection,
): Promise<Result<'eligibility.check'>> {
  const { params, composing, caller, cycles } = connection;
  if (!offersEligibility(connection))
    throw new RefusalError(
      'eligibility.check needs a provider base, the json envelope and a header for its id',
    );
  const correlationId = seams.ids.correlationId();
  const { provider, payer } = params.participants;
  const workflowId = seams.ids.payerId();
  // Before it is sent: the callback can be faster than the answer.
  cycles.open(correlationId);
  try {
    const answer = await caller.send('eligibility.check', async (token) => {
      const timestamp = seams.timestamps(seams.clock.now());
      const body = seams.bodies.eligibility({ correlationId, provider, payer, created: timestamp });
      const message = {
        senderCode: provider,
        recipientCode: payer,
        correlationId,
        apiCallId: seams.ids.payerId(),
        requestId: seams.ids.payerId(),
        workflowId,
        timestamp,
      };
      return seams.requests.eligibility(composing, await token(), message, body);
    });
    expectSuccess('eligibility.check', answer);
  } catch (error) {
    cycles.drop(correlationId);
    throw error;
  }
  return { correlationId };
}

/** Whether the connection is one in which an eligibility check can be made. */
export function offersEligibility({ params }: Connection): boolean {
  const { services, envelope, readings } = params;
  return (
    services.provider !== undefined && envelope === 'json' && readings['correlation-id'].where !== 'body'
  );
}
