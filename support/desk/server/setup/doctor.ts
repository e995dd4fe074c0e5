import { examineTarget } from '../../../cli/doctor/examine-target';
import { printable } from '../../../contract/printable';
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
  #current: Promise<void> | undefined;

  constructor(desk: DeskContext) {
    this.#desk = desk;
    // What it has begun goes on until its own time limits end it.
    desk.defer(async () => {
      await this.#current;
    });
  }

  /** Begins to look at a target. Throws a ConfigurationError for one that a run would refuse, and a `Busy` while it is at work. */
  begin({ text, file, textRevision }: Examined): void {
    if (this.#current !== undefined)
      throw new Busy('the doctor is at work already', 'wait for its last line');
    const { hub, secrets } = this.#desk;
    const target = loadTargetText(text, file, secrets.environment());
    hub.begin('setup');
    hub.tell({ type: 'setup.doctor-begun', textRevision });
    const tell = (event: SetupEvent): void => {
      hub.tell(event);
    };
    this.#current = examineTarget(target, {
      tell: (line) => {
        tell({ type: 'setup.doctor-line', line: { ...line, detail: printable(line.detail) } });
      },
    })
      .then(
        () => {
          tell({ type: 'setup.doctor-ended' });
        },
        (error: unknown) => {
          tell({ type: 'setup.doctor-ended', trouble: troubleOf(error) });
        },
      )
      .finally(() => {
        this.#current = undefined;
      });
  }
}

function troubleOf(error: unknown): { readonly message: string; readonly hint?: string } {
  if (error instanceof ConfigurationError) return { message: printable(error.message), hint: error.hint };
  return {
    message: `fault of the suite: ${printable(error instanceof Error ? error.message : String(error))}`,
  };
}
