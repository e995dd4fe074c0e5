import type { LiveExchange, LiveTold, LiveVerdict } from '../../../traffic/live/told';
import type { Hub } from '../hub';

/** A path is shown in a list; the inspector shows all of it. */
const longestPath = 300;
/** How long the table of obligations waits for more, in milliseconds. */
const tableMs = 500;

/** Tells all tabs what goes through the proxy: the hub keeps the newest of it, so that memory does not grow. */
export class LiveEvents {
  readonly #hub: Hub;
  readonly #verdicts = new Map<string, LiveVerdict>();
  #timer: NodeJS.Timeout | undefined;

  constructor(hub: Hub) {
    this.#hub = hub;
  }

  tell({ exchanges, findings, verdicts }: LiveTold): void {
    for (const each of exchanges) this.#hub.tell({ type: 'traffic.exchange', exchange: shortened(each) });
    for (const finding of findings) this.#hub.tell({ type: 'traffic.finding', finding });
    if (verdicts.length === 0) return;
    for (const each of verdicts) this.#verdicts.set(each.obligation, each);
    this.#timer ??= setTimeout(() => {
      this.flush();
    }, tableMs);
  }

  /** Tells the table now, if there is anything new in it. */
  flush(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const verdicts = [...this.#verdicts.values()].sort((one, other) =>
      one.obligation < other.obligation ? -1 : 1,
    );
    this.#hub.latest('traffic.obligations', { type: 'traffic.obligations', verdicts });
  }
}

const shortened = (each: LiveExchange): LiveExchange =>
  each.path.length <= longestPath ? each : { ...each, path: `${each.path.slice(0, longestPath)}…` };
