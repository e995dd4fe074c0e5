import { CutError } from '../exchange/har/read-har';
import { leftOutOfHar, wantedInLogs } from '../exchange/withheld';
import type { Form, Item, Source } from './sources';
import { takeItem } from './taker';

/** Finds the headers that no request of a file carries: the file cannot show whether they were sent. */
export class HeaderWatch {
  readonly #form: Form;
  readonly #unseen: Set<string>;
  /** Texts without any of the names need not be read. */
  readonly #names: RegExp;

  constructor(form: Form) {
    this.#form = form;
    this.#unseen = new Set(form === 'recording' ? [] : form === 'har' ? leftOutOfHar : wantedInLogs);
    this.#names = new RegExp(`"(${[...this.#unseen].join('|')})"`, 'gi');
  }

  /** In lowercase. */
  get unseen(): readonly string[] {
    return [...this.#unseen];
  }

  note(item: Item): void {
    if (this.#unseen.size === 0 || !('text' in item) || !this.#mayTell(item.text)) return;
    takeItem(this.#form, item, {
      take: ({ request }) => {
        for (const [name, value] of request.headers)
          if (value.trim() !== '') this.#unseen.delete(name.toLowerCase());
        // A mask stands in place of a value.
        for (const [name, why] of Object.entries(request.withheld ?? {}))
          if (why === 'mask') this.#unseen.delete(name);
      },
      takeRecorded: () => undefined,
    });
  }

  #mayTell(text: string): boolean {
    for (const [, name = ''] of text.matchAll(this.#names))
      if (this.#unseen.has(name.toLowerCase())) return true;
    return false;
  }
}

type Open = () => Promise<readonly Source[]>;

/** Opens inputs whose items tell which headers no request of their file carries; all are read once for that. */
export async function withUnseen(open: Open): Promise<Open> {
  const found: (readonly string[])[] = [];
  for (const source of await open()) found.push(await unseenIn(source));
  return async () =>
    (await open()).map((source, at) => ({ ...source, items: marked(source, found[at] ?? []) }));
}

async function unseenIn({ form, items }: Source): Promise<readonly string[]> {
  const watch = new HeaderWatch(form);
  try {
    for await (const item of items) {
      watch.note(item);
      // Leaving it closes the file.
      if (watch.unseen.length === 0) break;
    }
  } catch (error) {
    // Where it breaks off is reported once it is judged.
    if (!(error instanceof CutError)) throw error;
  }
  return watch.unseen;
}

async function* marked({ items }: Source, unseen: readonly string[]): AsyncGenerator<Item> {
  for await (const item of items) yield unseen.length === 0 ? item : { ...item, unseen };
}
