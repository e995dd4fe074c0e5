import type { AdapterChannel, CallOutcome } from '../../../adapter/channel';
import type { LogText } from '../../../adapter/kept-log';
import { noLog } from '../../../adapter/kept-log';
import type { Method, Params } from '../../../adapter/protocol';
import { errorCodes, protocolVersion } from '../../../adapter/protocol';
import { EnvironmentError, NotTestedError } from '../../../contract/outcome';
import type { Observation } from '../../../mock/observation';
import type { ManualDesk } from './desk';
import type { Instruction, ManualMethod } from './instructions';
import { instruct, isManual, manualMethods } from './instructions';
import type { Answered } from '../../../run/manual-progress';

/** A row of calls to one process of the client. */
export interface JourneyPlan {
  /** As in `main`; progress is kept under it. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** How many calls it makes at most that a person can be asked for. */
  readonly calls: number;
  /** Whether it can be taken up in its middle: not so where the state of a client matters. */
  readonly piecewise: boolean;
}

/** The message of a call that a person skipped. */
export const skippedByHand = 'skipped by hand';

/** How a call ended, now or in the run that this one goes on from. */
type Known = Answered & { readonly recalled?: true };

/** How long a client that was refused may try again before the refusal counts, in milliseconds. */
const secondTryMs = 1500;

/** The way to an integrator through a person: tells them what to do, and waits for the traffic. */
export class ManualChannel implements AdapterChannel {
  readonly #desk: ManualDesk;
  readonly #plan: JourneyPlan;
  readonly #limitMs: number;
  #count = 0;
  #begun = false;
  #whole = true;
  #closed = false;

  /** @param limitMs how long one call may take */
  constructor(desk: ManualDesk, plan: JourneyPlan, limitMs: number) {
    this.#desk = desk;
    this.#plan = plan;
    this.#limitMs = limitMs;
  }

  get ended(): boolean {
    return this.#closed;
  }

  log(): LogText {
    return noLog;
  }

  async call<M extends Method>(method: M, params: Params<M>): Promise<CallOutcome<M>> {
    if (isManual(method)) return toOutcome(method, await this.#ask(method, params as Params<ManualMethod>));
    if (method === 'initialize' || method === 'shutdown') return { kind: 'result', value: about };
    return { kind: 'not-offered', message: `${method} cannot be done by hand` };
  }

  close(): Promise<void> {
    if (!this.#closed && this.#whole && this.#count > 0) this.#desk.progress.end(this.#plan.name);
    this.#closed = true;
    return Promise.resolve();
  }

  async #ask(method: ManualMethod, params: Params<ManualMethod>): Promise<Known> {
    const { progress, terminal, played } = this.#desk;
    const instruction = instruct(method, params, played.mock);
    this.#count += 1;
    const label = [this.#count, method, ...(instruction.service ? [instruction.service] : [])].join(' ');
    const earlier = progress.answered(this.#plan, label);
    if (earlier !== undefined) return { ...earlier, recalled: true };
    if (!this.#begun) this.#desk.begin(this.#plan.title);
    this.#begun = true;
    terminal.say(
      `[${this.#count} of ${this.#plan.calls}] ${instruction.text}${terminal.interactive ? '   (Enter: skip)' : ''}`,
    );
    const answered = await this.#wait(instruction, label).catch((error: unknown) => {
      this.#whole = false;
      throw error;
    });
    if (answered.message === skippedByHand) this.#skip(label);
    else progress.note(this.#plan.name, label, answered);
    return answered;
  }

  /** A journey that goes from step to step is left with what is skipped; another goes on to the next call. */
  #skip(label: string): void {
    this.#whole = false;
    this.#desk.terminal.say(`      ${skippedByHand}`);
    if (!this.#plan.piecewise)
      throw new NotTestedError(`${skippedByHand}: ${label} of "${this.#plan.title}"`);
  }

  /** Resolves as soon as what was asked for was accepted, refused for good, or skipped; rejects at the limit. */
  #wait(wanted: Instruction, label: string): Promise<Answered> {
    const { played, terminal } = this.#desk;
    return new Promise<Answered>((resolve, reject) => {
      let secondTry: NodeJS.Timeout | undefined;
      const end = (settle: () => void): void => {
        clearTimeout(limit);
        clearTimeout(secondTry);
        forget();
        silence();
        settle();
      };
      const limit = setTimeout(() => {
        end(() => {
          reject(this.#tooLate(label));
        });
      }, this.#limitMs);
      const answer = (answered: Answered): void => {
        end(() => {
          resolve(answered);
        });
      };
      const forget = played.onSeen((seen) => {
        if (seen.operation !== wanted.operation) return;
        clearTimeout(secondTry);
        if (isAccepted(seen)) answer({ kind: 'result' });
        else secondTry = setTimeout(answer, secondTryMs, refusal(seen));
      });
      const silence = terminal.listen((line) => {
        if (/^\s*s?\s*$/i.test(line)) answer({ kind: 'refused', message: skippedByHand });
        else terminal.say('      Enter alone skips this; nothing else need be typed');
      });
    });
  }

  #tooLate(label: string): EnvironmentError {
    return new EnvironmentError(
      `nothing that was accepted arrived for ${label} of "${this.#plan.title}" within ${this.#limitMs} ms: ` +
        'is your system set to the addresses shown, was the request another than the one asked for? ' +
        'limits.callMs allows more time; the same command with --resume goes on from here',
    );
  }
}

const about = {
  protocolVersion,
  implementation: { name: 'a person', version: 'by hand' },
  capabilities: manualMethods,
};

const isAccepted = ({ response }: Observation): boolean =>
  response !== undefined && response.status >= 200 && response.status < 300;

const refusal = ({ response }: Observation): Answered => ({
  kind: 'refused',
  message: response === undefined ? 'the request broke off' : `answered ${response.status}`,
});

function toOutcome<M extends Method>(method: M, { kind, message = '', ...known }: Known): CallOutcome<M> {
  if (kind === 'refused') return { kind, code: errorCodes.failed, message, ...known };
  // Who asks looks at whether there is a result; what it holds is in the recording.
  const value = method === 'otp.verify' ? { txnId: '', authResult: '', message: '' } : {};
  return { kind, value, ...known };
}
