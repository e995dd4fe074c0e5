import { examineTarget } from '../../cli/doctor';
import type { DoctorLine } from '../../cli/doctor/line';
import { EnvironmentError } from '../../contract/outcome';
import { printable } from '../../contract/printable';
import { Budget } from '../../run/budget';
import { loadTargetText } from '../../run/targets';
import type { DoctorState } from '../api';
import { inPageTerms } from '../page-words';
import { ConflictError, messageForPage } from './errors';
import type { EventHub } from './event-hub';
import type { TypedVariables } from './typed-variables';
import type { EditedTarget } from './target';

interface DoctorParts {
  readonly hub: EventHub;
  readonly secrets: TypedVariables;
  readonly target: EditedTarget;
}

/**
 * Runs the checks of `conform doctor` and sends each result line to all pages. Only one check runs at a time.
 */
export class Doctor {
  readonly #parts: DoctorParts;
  #current: { readonly budget: Budget; readonly ended: Promise<void> } | undefined;

  constructor(parts: DoctorParts) {
    this.#parts = parts;
  }

  /**
   * Starts to check the target. Throws a ConfigurationError if a run would refuse the target. Throws a
   * `ConflictError` if the doctor is already running.
   */
  begin(): void {
    if (this.#current !== undefined)
      throw new ConflictError('the doctor is at work already', 'stop it, or wait for its last line');
    const { hub, secrets, target } = this.#parts;
    const budget = new Budget();
    const lines: DoctorLine[] = [];
    const { revision } = target.state;
    const stand = (now: Pick<DoctorState, 'state' | 'trouble'>): void => {
      hub.latest('doctor', { type: 'doctor', revision, lines: [...lines], ...now });
    };
    const examined = examineTarget(loadTargetText(target.text, target.file, secrets.environment()), {
      budget,
      tell: (line) => {
        // Ignore lines after a stop: they would report the interruption instead of the target's state.
        if (budget.stopped.aborted) return;
        lines.push({ ...line, detail: inPageTerms(printable(secrets.hide(line.detail))) });
        stand({ state: 'at-work' });
      },
    });
    stand({ state: 'at-work' });
    const isGivenUp = (): boolean => budget.stopped.aborted;
    const ended = examined
      .then(
        () => ({ state: isGivenUp() ? 'stopped' : 'done' }) as const,
        (error: unknown) =>
          isGivenUp() && error instanceof EnvironmentError
            ? ({ state: 'stopped' } as const)
            : ({ state: 'done', trouble: messageForPage(error, secrets) } as const),
      )
      .then((state) => {
        this.#current = undefined;
        stand(state);
      });
    this.#current = { budget, ended };
  }

  /** Stops the doctor, and resolves when it has ended. The checks soon stop waiting for responses. */
  async stop(): Promise<void> {
    this.#current?.budget.stop();
    await this.#current?.ended;
  }
}
