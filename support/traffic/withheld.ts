import { CutError } from '../exchange/har/read-har';
import { leftOutOfHar, wantedInLogs } from '../exchange/withheld';
import type { Form, Item, Source } from './sources';
import { SharedValues, unshared } from './shared-values';
import { takeItem } from './taker';

/** Finds the headers that no request of a file carries: the file cannot show whether they were sent. */
export class HeaderWatch {
  readonly #form: Form;
  readonly #unseen: Set<string>;
  /** Texts without any of the names need not be read. */
  readonly #names: RegExp;

  constructor({ form, keepsHeaders }: Pick<Source, 'form' | 'keepsHeaders'>) {
    this.#form = form;
    const mayLack = form === 'log' ? wantedInLogs : form === 'har' ? leftOutOfHar : [];
    this.#unseen = new Set(keepsHeaders === true ? [] : mayLack);
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

/** What a file leaves out: headers that no request of it carries, and texts that it has in place of all values. */
interface LeftOut {
  readonly unseen: readonly string[];
  readonly shared: readonly string[];
}

const nothing: LeftOut = { unseen: [], shared: [] };

/** Opens inputs whose items tell what their file leaves out; all are read once for that. */
export async function withUnseen(open: Open): Promise<Open> {
  const found: LeftOut[] = [];
  for (const source of await open()) found.push(await leftOutOf(source));
  return async () =>
    (await open()).map((source, at) => ({ ...source, items: marked(source, found[at] ?? nothing) }));
}

async function leftOutOf(source: Source): Promise<LeftOut> {
  const { form, items } = source;
  const [watch, values] = [new HeaderWatch(source), new SharedValues(form)];
  try {
    for await (const item of items) {
      watch.note(item);
      values.note(item);
      // Leaving it closes the file.
      if (watch.unseen.length === 0 && values.isDecided) break;
    }
  } catch (error) {
    // Where it breaks off is reported once it is judged.
    if (!(error instanceof CutError)) throw error;
  }
  return { unseen: watch.unseen, shared: values.values };
}

async function* marked({ items }: Source, { unseen, shared }: LeftOut): AsyncGenerator<Item> {
  for await (const item of items) {
    const shown = 'text' in item && shared.length > 0 ? { ...item, text: unshared(item.text, shared) } : item;
    yield unseen.length === 0 ? shown : { ...shown, unseen };
  }
}
