import pc from 'picocolors';

import { printableLine } from '../../contract/printable';
import type { Exchange } from '../../exchange/exchange';
import { readAddress } from '../../exchange/address';
import type { Conclusion } from '../../obligations';

/** How long lines wait for each other, in milliseconds: rules conclude once for all of them. */
const togetherMs = 100;

/** A line for each exchange as it comes, with what it breaks. */
export class LiveLines {
  readonly #conclude: () => ReadonlyMap<string, Conclusion>;
  readonly #print: (lines: string) => void;
  readonly #red: (text: string) => string;
  readonly #counts = new Map<string, number>();
  #waiting: Exchange[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param colours whether the terminal shows them; another thread cannot tell */
  constructor(
    conclude: () => ReadonlyMap<string, Conclusion>,
    print: (lines: string) => void,
    colours = pc.isColorSupported,
  ) {
    this.#conclude = conclude;
    this.#print = print;
    this.#red = pc.createColors(colours).red;
  }

  add(exchange: Exchange): void {
    this.#waiting.push(exchange);
    this.#timer ??= setTimeout(() => {
      this.flush();
    }, togetherMs);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length === 0) return;
    const broken = this.#news();
    // All at once: a terminal is slow to take them one by one.
    this.#print(waiting.map((each) => this.#lineOf(each, broken.get(each.seq) ?? [])).join('\n'));
  }

  /** What was broken since the last time, by exchange. */
  #news(): Map<number, string[]> {
    const news = new Map<number, string[]>();
    for (const [id, { breaches, breachCount }] of this.#conclude()) {
      // Once a second client shows, each is judged from there on by itself.
      const counted = this.#counts.get(id) ?? 0;
      const known = counted > breachCount ? 0 : counted;
      this.#counts.set(id, breachCount);
      for (const { exchanges } of breaches.slice(known)) {
        const last = Math.max(...exchanges);
        news.set(last, [...(news.get(last) ?? []), id]);
      }
    }
    return news;
  }

  #lineOf(
    { seq, request, response, failure, arrivedAt, answeredAt, service }: Exchange,
    broken: readonly string[],
  ): string {
    const { pathname } = readAddress(request.url);
    const outcome = response === undefined ? (failure?.code ?? 'no answer') : String(response.status);
    const found = broken.length === 0 ? '' : `  ${this.#red(broken.map((id) => `✗ ${id}`).join(' '))}`;
    const line = printableLine(`${request.method} ${pathname} ${outcome}`);
    return `${`#${seq}`.padStart(6)}  ${(service ?? 'other').padEnd(10)} ${line} ${answeredAt - arrivedAt} ms${found}`;
  }
}
