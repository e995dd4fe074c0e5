import { leftOutOfHar, wantedInLogs } from '../exchange/masks';
import type { Form, Item, TrafficSource } from './sources';
import { takeItem } from './items';

/** Finds the headers that no request of a file carries: the file cannot show whether they were sent. */
export class HeaderWatch {
  readonly #form: Form;
  readonly #unseen: Set<string>;
  /** Texts without any of the names need not be read. */
  readonly #names: RegExp;

  constructor({ form, keepsHeaders }: Pick<TrafficSource, 'form' | 'keepsHeaders'>) {
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
