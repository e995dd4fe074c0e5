import { toolNamedIn } from '../contract/http-tools';
import type { ServiceName } from '../contract/operations';
import { partsOfAddress, readAddress } from '../exchange/address';
import type { Evidence } from '../exchange/evidence';
import { fitsIsoDate } from '../exchange/evidence';
import type { Exchange } from '../exchange/exchange';
import { headerValue } from '../exchange/exchange';

/** The exchanges with one host that belong to one service and have one direction. */
export interface SeenHost {
  /** Scheme, host and port, as in `https://gateway.example:8443`; the host as the recording keeps it. */
  readonly address: string;
  /** The service that the exchanges belong to, whether or not the target names it at this host. */
  readonly service?: ServiceName;
  /** `integrator`: the host receives callbacks. `suite`: the suite played the services. */
  readonly owner?: 'integrator' | 'suite';
  readonly exchanges: number;
}

/** The requests in which User-Agent names a known tool. */
export interface SeenTool {
  readonly name: string;
  readonly exchanges: number;
}

/** The amount, the times and the hosts of a client's traffic. */
export interface ClientTrafficSpan {
  readonly exchanges: number;
  /** The lowest number of its exchanges; `undefined` if it has not sent or received any. */
  readonly firstExchange?: number;
  /** In epoch milliseconds; `undefined` if no exchange has a time that a calendar can express. */
  readonly firstAt?: number;
  readonly lastAt?: number;
  readonly hosts: readonly SeenHost[];
  /** Number of exchanges with hosts that `hosts` does not list, because there were too many. */
  readonly furtherHosts?: number;
  readonly tools: readonly SeenTool[];
}

/** The properties of an exchange that show its host and the owner of the host. */
type Placed = Pick<Exchange, 'sender' | 'service' | 'subject' | 'scenario'> & { readonly url: string };

/** Most hosts of one client that are counted separately. Real systems have a few; a hostile file has thousands. */
const mostHosts = 200;

/** Counts exchanges by host. */
export class HostCounter {
  readonly #hosts = new Map<string, { -readonly [Name in keyof SeenHost]: SeenHost[Name] }>();
  #further = 0;

  add(placed: Placed): void {
    const { url, service } = placed;
    const address = originOf(url);
    const owner = ownerOf(placed);
    const key = `${address} ${service ?? ''} ${owner ?? ''}`;
    const known = this.#hosts.get(key);
    if (known !== undefined) known.exchanges += 1;
    else if (this.#hosts.size >= mostHosts) this.#further += 1;
    else
      this.#hosts.set(key, { address, ...(service && { service }), ...(owner && { owner }), exchanges: 1 });
  }

  /** Sorted, so that the order of the exchanges does not matter. */
  get hosts(): readonly SeenHost[] {
    return [...this.#hosts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, host]) => host);
  }

  /** Number of exchanges with hosts that `hosts` does not list. */
  get further(): number {
    return this.#further;
  }
}

/**
 * Returns the owner that the sender determines: callbacks go to the integrator. During a scenario, the integrator's
 * requests go to the services that the suite plays.
 */
function ownerOf({ sender, subject, scenario }: Placed): SeenHost['owner'] {
  if (sender === 'service' || (sender === 'suite' && subject === 'integrator')) return 'integrator';
  return sender === 'integrator' && scenario !== undefined ? 'suite' : undefined;
}

/** Returns scheme, host and port. A form that replaces the host stays as it is, so that its mark can be found. */
function originOf(url: string): string {
  const { protocol, host } = readAddress(url);
  const written = partsOfAddress(url);
  return written.host.startsWith('(') ? `${written.scheme}${written.host}` : `${protocol}//${host}`;
}

/** Counts a client's exchanges. The result does not depend on their order. */
export class TrafficCounter {
  #exchanges = 0;
  #firstExchange = Infinity;
  #firstAt = Infinity;
  #lastAt = -Infinity;
  readonly #hosts = new HostCounter();
  readonly #tools = new Map<string, number>();

  add(evidence: Evidence): void {
    const { seq, arrivedAt } = evidence;
    this.#exchanges += 1;
    if (seq < this.#firstExchange) this.#firstExchange = seq;
    if (evidence.kind === undefined) this.#addParties(evidence);
    if (!fitsIsoDate(arrivedAt)) return;
    if (arrivedAt < this.#firstAt) this.#firstAt = arrivedAt;
    if (arrivedAt > this.#lastAt) this.#lastAt = arrivedAt;
  }

  #addParties(exchange: Exchange): void {
    // Skip a host if no connection could be opened: it was not observed.
    if (exchange.failure?.kind !== 'unreachable') this.#hosts.add({ ...exchange, url: exchange.request.url });
    if (exchange.sender !== 'integrator') return;
    const tool = toolNamedIn(headerValue(exchange.request.headers, 'User-Agent') ?? '');
    if (tool !== undefined) this.#tools.set(tool, (this.#tools.get(tool) ?? 0) + 1);
  }

  get all(): ClientTrafficSpan {
    const { hosts, further } = this.#hosts;
    return {
      exchanges: this.#exchanges,
      ...(this.#exchanges > 0 && { firstExchange: this.#firstExchange }),
      ...(this.#firstAt <= this.#lastAt && { firstAt: this.#firstAt, lastAt: this.#lastAt }),
      hosts,
      ...(further > 0 && { furtherHosts: further }),
      tools: [...this.#tools]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, exchanges]) => ({ name, exchanges })),
    };
  }
}
