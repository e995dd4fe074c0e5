import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { audit } from '../../cli/audit';
import { processWith } from '../../cli/surroundings';
import { printableIn } from '../../contract/printable';
import type { Results } from '../../judging/results';
import { reportOf } from '../../report/model/report';
import { whyNoExchange } from '../../report/no-exchange';
import type { Form } from '../../traffic/sources';
import { openSource } from '../../traffic/sources';
import type { FileState, TrafficOutcome } from '../api';
import { Busy, wordsOf } from './errors';
import type { Hub } from './hub';
import { receive } from './received-file';
import type { TypedVariables } from './typed-variables';
import type { EditedTarget } from './target';
import { exceptionsBeside } from './target-file';

/** What traffic is judged with. */
export interface TrafficParts {
  readonly hub: Hub;
  readonly secrets: TypedVariables;
  readonly target: EditedTarget;
  /** Folder of the reports and their history. */
  readonly reports: string;
  /** For what a page hands over. */
  readonly folder: string;
}

const limit = { mostBytes: 2 * 1024 ** 3, ifLarger: 'judge it where it is: npx conform audit FILE' };

/** Files of traffic that are handed over: judged one at a time, as `conform audit` does. */
export class Traffic {
  readonly #parts: TrafficParts;
  #isTaking = false;
  #judged: Promise<void> = Promise.resolve();

  constructor(parts: TrafficParts) {
    this.#parts = parts;
  }

  /**
   * Takes a file, and resolves once it is here; events bring the rest.
   * @param by whether the open target's addresses, readings and secrets are those of the traffic, or the defaults are
   */
  async take(body: IncomingMessage, name: string, by: 'alone' | 'target'): Promise<void> {
    if (this.#isTaking) throw new Busy('a file is being judged', 'wait for its verdicts');
    const judging = by === 'target' ? judgingBy(this.#parts) : {};
    this.#isTaking = true;
    try {
      const file = await receive(body, { folder: this.#parts.folder, name, ...limit });
      this.#tell({ state: 'judging', name });
      this.#judged = this.#judge(file, name, judging).then((state) => {
        // Who hears of it may hand over the next.
        this.#isTaking = false;
        this.#tell(state);
      });
    } catch (error) {
      this.#isTaking = false;
      throw error;
    }
  }

  /** Waits for the report of a file that is being judged. */
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
          // Other forms know nothing of what the suite had asked for.
          ...(form === 'recording' && { rejudge: true }),
          // Nothing is drawn in the terminal of the server.
          watch: (_source, act) => act(() => undefined),
        },
        processWith(this.#parts.secrets.environment()),
      );
      if (judged === undefined) throw new Error('the traffic was judged without results');
      return { state: 'judged', name, form, outcome: trafficOutcomeOf(judged) };
    } catch (error) {
      return { state: 'refused', name, words: wordsOf(error, this.#parts.secrets) };
    } finally {
      await rm(file, { force: true });
    }
  }

  #tell(file: FileState): void {
    this.#parts.hub.latest('file', { type: 'file', file: printableIn(file) });
  }
}

/** What a file holds, by its content alone. Throws a ConfigurationError for what is no traffic. */
async function formIn(file: string, shown: string): Promise<Form> {
  const input = createReadStream(file);
  try {
    return (await openSource(file, input, { shown })).form;
  } finally {
    input.destroy();
  }
}

/** The open target and the exceptions beside it. Throws a `Busy` where it is not saved. */
export function judgingBy({ target }: Pick<TrafficParts, 'target'>) {
  target.requireSaved();
  const { file } = target;
  return { target: file, ...exceptionsBeside(file) };
}

/** Results of traffic in short; their report tells the rest. */
export function trafficOutcomeOf(results: Results): TrafficOutcome {
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
