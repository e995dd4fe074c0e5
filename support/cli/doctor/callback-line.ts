import { unpaced } from '../../client/pace';
import { createSender } from '../../client/sender';
import { createRecorder } from '../../exchange/recorder';
import { createRecording } from '../../exchange/recording';
import type { Run } from '../../run/run';
import { ownAuthority } from '../../run/run';
import type { Line } from './line';
import { bad, good } from './line';

const maxBytes = 64 * 1024;

/** Whether anything answers where the integrator wants to be called back; what it answers is its own affair. */
export async function callbackLine(run: Run, callbackUrl: string): Promise<Line> {
  const name = 'callbackUrl';
  if (!URL.canParse(callbackUrl))
    return bad(name, `${callbackUrl} is not an address, as in http://127.0.0.1:9000`);
  // No exchange with a service: it stands in no recording.
  const sender = createSender({
    recorder: createRecorder(createRecording(), run.redactor),
    bounds: { deadlineMs: run.target.limits.timeoutMs, maxBytes },
    pace: unpaced,
    ...ownAuthority(run),
  });
  const request = { service: 'provider', method: 'GET', url: `${callbackUrl}/`, headers: {} } as const;
  const { failure } = (await sender.send(request)).exchange;
  if (failure === undefined) return good(name, `${callbackUrl} answers`);
  const hint =
    failure.kind === 'tls'
      ? 'its certificate does not verify: give its authority in tls.ca'
      : 'does the client listen before it answers initialize, and on that port?';
  return bad(name, `${callbackUrl} ${failure.code}: ${hint}`);
}
