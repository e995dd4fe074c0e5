import { EnvironmentError } from '../../contract/outcome';
import type { Check } from '../../judging/results';
import type { Run } from '../../run/run';
import { callbackCheck, hasPayer } from '../../scenarios/service/diagnosis';
import { requirePayerKey } from '../../scenarios/service/payer/messages';
import type { Line } from './line';
import { warning } from './line';

/** A check, with the doubt that no check of this moment shows: an address that holds now may be another one in each run. */
export function withDoubt(run: Run, check: Check): Line {
  if (check.name !== callbackCheck || check.state !== 'good' || !isPassing(run)) return check;
  return warning(
    check.name,
    `${check.detail} now, but its port changes with each run, and the payer must be told it: set callback.listen to a fixed port, as in 127.0.0.1:9000, and give that address to the payer`,
  );
}

/** Whether the payer is told nothing by the suite, and could be told nothing that lasts. */
function isPassing({ target: { callback }, payer }: Run): boolean {
  const isTold = payer?.tell !== undefined || payer?.callbacks !== undefined;
  return !isTold && callback.publicUrl === undefined && callback.listen.port === 0;
}

/** Keys without which no message to the payer can be made, as a run would say. */
export function payerLines(run: Run): Line[] {
  if (!hasPayer(run)) return [];
  try {
    requirePayerKey(run);
    return [];
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return [warning('payer messages', `${error.message}; the payer flows stay inconclusive`)];
  }
}
