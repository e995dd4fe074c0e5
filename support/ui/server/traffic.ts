import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { audit } from '../../cli/audit';
import { processWithEnv } from '../../cli/surroundings';
import { printableIn } from '../../contract/printable';
import type { Results } from '../../judging/results';
import { reportOf } from '../../report/model/report';
import { whyNoExchange } from '../../report/no-exchange';
import type { Form } from '../../traffic/sources';
import { openSource } from '../../traffic/sources';
import type { FileState, TrafficOutcome } from '../api';
import { ConflictError, messageForPage } from './errors';
import type { EventHub } from './event-hub';
import { receiveUpload } from './received-file';
import type { TypedVariables } from './typed-variables';
import type { EditedTarget } from './target';
import { exceptionsBeside } from './target-file';

export interface TrafficParts {
  readonly hub: EventHub;
  readonly secrets: TypedVariables;
  readonly target: EditedTarget;
  /** Folder of the reports and their history */
  readonly reports: string;
  /** Temporary folder for uploaded files */
  readonly folder: string;
}

const limit = { mostBytes: 2 * 1024 ** 3, ifLarger: 'judge it where it is: npx conform audit FILE' };

/** Judges uploaded traffic files, one at a time, as `conform audit` does. */
export class Traffic {
  readonly #parts: TrafficParts;
  #isTaking = false;
  #judged: Promise<void> = Promise.resolve();

  constructor(parts: TrafficParts) {
    this.#parts = parts;
  }

  /**
   * Receives a file; resolves when it is complete. The outcome follows as an event. Throws a `ConflictError`
   * while another file is being judged, or if `by` is `target` and the target file has unsaved changes.
   * @param by basis for judging. `target`: the addresses, readings and secrets of the open target; `alone`:
   * the defaults
   */
  async take(body: IncomingMessage, name: string, by: 'alone' | 'target'): Promise<void> {
    if (this.#isTaking) throw new ConflictError('a file is being judged', 'wait for its verdicts');
    const judging = by === 'target' ? judgingBy(this.#parts) : {};
    this.#isTaking = true;
    try {
      const file = await receiveUpload(body, { folder: this.#parts.folder, name, ...limit });
      this.#tell({ state: 'judging', name });
      this.#judged = this.#judge(file, name, judging).then((state) => {
        // Clear `#isTaking` before sending the outcome: a page may send the next file as soon as it receives
        // the outcome.
        this.#isTaking = false;
        this.#tell(state);
      });
    } catch (error) {
      this.#isTaking = false;
      throw error;
    }
  }

  /** Waits until the current file is judged. */
  async close(): Promise<void> {
    await this.#judged;
  }

  async #judge(file: string, name: string, judging: object): Promise<FileState> {
    try {
      const form = await formIn(file, name);
      let judged: Results | undefined;
      await audit(
        [file],
        {
          ...judging,
          ...{ shown: name, root: this.#parts.reports, take: (results) => (judged = results) },
          // Judge a recording by all rules. It may come from a run, and can then show more than other
          // traffic.
          ...(form === 'recording' && { rejudge: true }),
          // Do not show progress in the server's terminal.
          watch: (_source, act) => act(() => undefined),
        },
        processWithEnv(this.#parts.secrets.environment()),
      );
      if (judged === undefined) throw new Error('the traffic was judged without results');
      return { state: 'judged', name, form, outcome: summarizeTraffic(judged) };
    } catch (error) {
      return { state: 'refused', name, words: messageForPage(error, this.#parts.secrets) };
    } finally {
      await rm(file, { force: true });
    }
  }

  #tell(file: FileState): void {
    this.#parts.hub.latest('file', { type: 'file', file: printableIn(file) });
  }
}

/** Detects the format of a file by its content. Throws a ConfigurationError if it is not traffic. */
async function formIn(file: string, shown: string): Promise<Form> {
  const input = createReadStream(file);
  try {
    return (await openSource(file, input, { shown })).form;
  } finally {
    input.destroy();
  }
}

/**
 * Returns the path of the open target file, and the path of `waivers.yaml` next to it, if that exists. Throws
 * a `ConflictError` if the target file has unsaved changes.
 */
export function judgingBy({ target }: Pick<TrafficParts, 'target'>) {
  target.requireSaved();
  const { file } = target;
  return { target: file, ...exceptionsBeside(file) };
}

/** Summarizes the results of traffic for the page. The report has the details. */
export function summarizeTraffic(results: Results): TrafficOutcome {
  const { planned, counts, headlines, run, exchanges } = reportOf(results);
  return printableIn({
    ...{ run: run.id, exchanges, headlines, counts },
    failed: planned.filter(({ verdict }) => verdict === 'failed').map(({ id, title }) => ({ id, title })),
    missing: (run.traffic?.files ?? []).flatMap((file) => [
      ...[whyNoExchange(file) ?? []].flat(),
      ...[file.cut ?? []].flat(),
      ...file.broken,
    ]),
  });
}
