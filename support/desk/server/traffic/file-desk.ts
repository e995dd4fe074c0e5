import { rm } from 'node:fs/promises';
import type { FileState } from '../../wire/traffic';
import { Busy } from '../busy';
import type { DeskContext } from '../context';
import { receive } from '../received-file';
import { judgeFile } from './judge-file';
import { outcomeOf, toldOf } from './outcome';

/** The largest file that is taken, in bytes. */
export const mostBytes = 2 * 1024 ** 3;
const limit = { mostBytes, ifLarger: 'judge it where it is: npx conform audit FILE' };

/** A name is shown, and no longer than this. */
const longestName = 200;

/** Files that are handed over to be judged: one at a time. */
export class FileDesk {
  readonly #desk: DeskContext;
  #state: FileState = { state: 'none' };
  #isTaking = false;
  #judged: Promise<void> = Promise.resolve();

  constructor(desk: DeskContext) {
    this.#desk = desk;
  }

  /** Takes a file, and resolves once it is here; an event brings its verdicts. Throws a ConfigurationError. */
  async take(upload: unknown, given: string, byTarget: boolean): Promise<void> {
    if (this.#isTaking) throw new Busy('a file is being judged', 'wait for its verdicts');
    this.#isTaking = true;
    const name = given.slice(0, longestName);
    try {
      const file = await receive(upload, { folder: this.#desk.folder, name, ...limit });
      this.#tell({ state: 'judging', name, share: 0 });
      this.#judged = this.#judge(file, name, byTarget).finally(() => (this.#isTaking = false));
    } catch (error) {
      this.#isTaking = false;
      throw error;
    }
  }

  /** Tells again how it stands: what was told of the area does not hold any more. */
  tellAgain(): void {
    this.#tell(this.#state);
  }

  /** Waits for the report of a file that is being judged. */
  async close(): Promise<void> {
    await this.#judged;
  }

  async #judge(file: string, name: string, byTarget: boolean): Promise<void> {
    const { reports, secrets, targetFile } = this.#desk;
    try {
      const { form, results } = await judgeFile({
        ...{ file, name, root: reports },
        ...(byTarget && { target: targetFile, environment: secrets.environment() }),
        tell: (share) => {
          this.#tell({ state: 'judging', name, share });
        },
      });
      this.#tell({ state: 'judged', name, form, outcome: outcomeOf(results) });
    } catch (error) {
      this.#tell({ state: 'refused', name, error: toldOf(error) });
    } finally {
      await rm(file, { force: true });
    }
  }

  #tell(state: FileState): void {
    this.#state = state;
    this.#desk.hub.latest('traffic.file', { type: 'traffic.file', file: state });
  }
}
