import type { LogLine } from '../../../exchange/evidence';
import type { Run } from '../../../run/run';
import type { Doing } from '../done-by';
import { doneBy } from '../done-by';
import type { LoggedSecret } from './logged-secrets';

/**
 * Tells what logs show, each secret once for each log: of an HIP as evidence. Of an HIU the document demands nothing, and
 * the run warns. The text itself goes nowhere, and is hidden wherever lines of the log are shown.
 */
export function secretTeller(run: Run, doing: () => Doing): (secret: LoggedSecret) => void {
  const told = new Set<string>();
  return ({ side, leak, text }) => {
    if (text !== undefined) run.evidence.secrets.learn('private-key', text, false);
    const { what, place, encoding } = leak;
    const name = [side, what, place].join();
    if (told.has(name)) return;
    told.add(name);
    if (side === 'hiu' || what === 'opened bundle') {
      run.evidence.warnings.push(`${place} shows ${inWords[what]} of the HIU (${encoding}): ${advice}`);
      return;
    }
    const arrival = { arrivedAt: Date.now(), ...doneBy({}, doing()) };
    const transferLeaks = [{ what, place, encoding }];
    run.evidence.recording.append<LogLine>({ kind: 'log line', ...arrival, facts: { transferLeaks } });
  };
}

const inWords: Readonly<Record<LoggedSecret['leak']['what'], string>> = {
  'private key': 'a private key',
  'shared secret': 'a shared secret',
  'derived key': 'a derived key',
  'opened bundle': 'an opened bundle',
};

const advice = 'the document does not forbid it, but who reads the log can read the record';
