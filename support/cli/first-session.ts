import { errorCodes } from '../adapter/protocol';
import { counted } from '../contract/counted';
import { intended } from '../exchange/exchange';
import type { Run } from '../run/run';
import type { AdapterSession } from '../scenarios/integrator/adapter-session';
import { shortened } from '../scenarios/integrator/record-call';

/** What came of the first session that an adapter was asked for. */
export interface FirstSession {
  /** Whether a session request reached the suite, at whatever path. */
  readonly sent: boolean;
  readonly succeeded: boolean;
  /** `result`, or what the adapter said instead. */
  readonly answer: string;
  /** `1 session request reached the gateway, on an old path` */
  readonly arrived: string;
}

/** Asks an adapter for a session, and looks at what reaches the gateway that the suite plays. */
export async function tryFirstSession(run: Run, adapter: AdapterSession): Promise<FirstSession> {
  const before = run.recording.exchanges.length;
  const outcome = await adapter.act('session.create', {});
  const requests = run.recording.exchanges
    .slice(before)
    .filter((each) => each.sender === 'integrator' && intended(each) === 'session.create');
  const astray = requests.some(({ operation }) => operation === undefined) ? ', on an old path' : '';
  return {
    sent: requests.length > 0,
    succeeded: outcome.kind === 'result',
    answer: outcome.kind === 'refused' ? refusal(run, outcome) : outcome.kind,
    arrived: `${counted(requests.length, 'session request')} reached the gateway${astray}`,
  };
}

function refusal(
  { redactor }: Run,
  { code, message }: { readonly code: number; readonly message: string },
): string {
  return `${code === errorCodes.refused ? 'refused' : 'an error'}: ${redactor.text(shortened(message, redactor))}`;
}
