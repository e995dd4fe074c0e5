import type { Exchange } from '../../exchange/exchange';
import type { ReportText } from '../../exchange/text';
import type { RuleContext } from '../judge/judge';
import { isInWindow } from '../judge/window';

const otherService: Readonly<Record<string, 'identity' | 'registry'>> = {
  identity: 'registry',
  registry: 'identity',
};

/**
 * Finds out whether a recording contains the requests to the other service that publishes a key. If that service rejects
 * a value, a careful client fetches the certificates of both services again.
 */
export class OtherServices {
  readonly #context: RuleContext;
  readonly #seen = new Set<string | undefined>();
  #isInWindow = false;

  constructor(context: RuleContext) {
    this.#context = context;
  }

  observe(exchange: Exchange): void {
    this.#seen.add(exchange.service);
    this.#isInWindow ||= isInWindow(exchange, this.#context);
  }

  /** Returns why errors of the service other than this one may be missing; `undefined` if none is missing. */
  whyUnseen(service: string | undefined): ReportText | undefined {
    const other = otherService[service ?? ''];
    if (other === undefined || !this.#isInWindow || this.#seen.has(other)) return undefined;
    const { bases = [] } = this.#context;
    const named = new Set<string>(bases.map(([name]) => name));
    // A client of a target that names only the one service does not send values to the other service.
    if (service !== undefined && named.has(service) && !named.has(other)) return undefined;
    return `the certificate was fetched again, and no request to ${other} is recorded: an error of ${other} may be the reason`;
  }
}
