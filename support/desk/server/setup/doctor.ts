import { examineTarget } from '../../../cli/doctor/examine-target';
import { EnvironmentError } from '../../../contract/outcome';
import { printable } from '../../../contract/printable';
import { Halt } from '../../../run/allowance';
import { loadTargetText } from '../../../run/targets';
import { ConfigurationError } from '../../../targets/errors';
import { Busy } from '../busy';
import type { DeskContext } from '../context';
import type { SetupEvent } from '../../wire/setup';

interface Examined {
  readonly text: string;
  readonly file: string;
  readonly textRevision: number;
}

/** The doctor of the desk: one at a time, told line by line. */
export class Doctor {
  readonly #desk: DeskContext;
  #current: { readonly halt: Halt; readonly ended: Promise<void> } | undefined;

  constructor(desk: DeskContext) {
    this.#desk = desk;
    desk.defer(async () => {
      const ended = this.#current?.ended;
      this.stop();
      await ended;
    });
  }

  /** Ends its work soon: it waits for no answer any more. */
  stop(): void {
    this.#current?.halt.stop();
  }

  /** Begins to look at a target. Throws a ConfigurationError for one that a run would refuse, and a `Busy` while it is at work. */
  begin({ text, file, textRevision }: Examined): void {
    if (this.#current !== undefined)
      throw new Busy('the doctor is at work already', 'stop it, or wait for its last line');
    const { hub, secrets } = this.#desk;
    const target = loadTargetText(text, file, secrets.environment());
    hub.begin('setup');
    hub.tell({ type: 'setup.doctor-begun', textRevision });
    const tell = (event: SetupEvent): void => {
      hub.tell(event);
    };
    const halt = new Halt();
    const ended = examineTarget(target, {
      halt,
      tell: (line) => {
        // What is given up says nothing of the target.
        if (halt.stopped.aborted) return;
        tell({ type: 'setup.doctor-line', line: { ...line, detail: printable(line.detail) } });
      },
    })
      .catch((error: unknown) => {
        // What was waited for when it was stopped.
        if (halt.stopped.aborted && error instanceof EnvironmentError) return undefined;
        return { trouble: troubleOf(error) };
      })
      .then((trouble) => {
        const isStopped = trouble === undefined && halt.stopped.aborted;
        tell({ type: 'setup.doctor-ended', ...trouble, ...(isStopped && { isStopped }) });
      })
      .finally(() => {
        this.#current = undefined;
      });
    this.#current = { halt, ended };
  }
}

function troubleOf(error: unknown): { readonly message: string; readonly hint?: string } {
  if (error instanceof ConfigurationError) return { message: printable(error.message), hint: error.hint };
  return {
    message: `fault of the suite: ${printable(error instanceof Error ? error.message : String(error))}`,
  };
}
