import type { ClientName } from '../../exchange/exchange';
import type { Evidence } from '../../exchange/evidence';
import { cycleIdOf } from '../../obligations/cycles/messages';
import { targetContext } from '../../judging/target-context';
import { ClientJudges } from '../clients/client-judges';
import { ClueFinder } from '../clients/finder';
import type { Form } from '../sources';
import { spillInto } from '../spill-file';
import { takeItem } from '../taker';
import type { Answers, Beginning, Entry, Found, Line, Work } from './messages';
import { Slices, itemOf } from './slices';

/** What one worker does: it finds clues in texts, and judges those clients whose entries come here. */
export class Workbench {
  readonly #finder: ClueFinder;
  readonly #judges: ClientJudges;
  readonly #slices: Slices;
  #names: readonly ClientName[] = [];
  #lines: Line[] = [];

  constructor({ target, everyRule, key, folder }: Beginning) {
    this.#finder = new ClueFinder(target);
    this.#slices = new Slices({ target, key });
    const write = (seq: number, line: string, evidence?: Evidence): void => {
      this.#lines.push([seq, line, evidence !== undefined && cycleIdOf(evidence) !== undefined]);
    };
    this.#judges = new ClientJudges({
      target,
      everyRule,
      key: Buffer.from(key),
      context: { ...targetContext(target), spill: spillInto(folder) },
      recording: { write },
    });
  }

  do(work: Work): Answers[Work['kind']] {
    if (work.kind === 'read') return this.#slices.read(work);
    if (work.kind === 'record') return this.#slices.record(work);
    if (work.kind === 'clues') return this.#clues(work.form, work.entries);
    if (work.kind === 'judge') return this.#judge(work.form, work.entries);
    if (work.kind === 'conclude') return this.#judges.conclude();
    if (work.kind === 'clients') this.#names = work.names;
    else this.#judges.endRecording();
    return undefined;
  }

  #clues(form: Form, entries: readonly Entry[]): string {
    return JSON.stringify(entries.map((entry) => cluesIn(form, entry.text, this.#finder) ?? null));
  }

  #judge(form: Form, entries: readonly Entry[]): Answers['judge'] {
    const taken = entries.map((entry) => {
      const { seq, client = 0 } = entry;
      const name = this.#names[client];
      if (name === undefined) throw new Error(`entry ${seq} is that of no client`);
      return takeItem(form, itemOf(entry), this.#judges.takerOf(name, seq));
    });
    const lines = this.#lines;
    this.#lines = [];
    return { taken, lines };
  }
}

/** What an entry tells of its client; `undefined` for what is no exchange. */
export function cluesIn(form: Form, text: string, finder: ClueFinder): Found | undefined {
  let found: Found | undefined;
  const item = { number: 0, text };
  takeItem(form, item, {
    take(raw) {
      found = finder.inRaw(raw);
    },
    takeRecorded(evidence) {
      found = finder.inRecorded(evidence);
    },
  });
  return found;
}
