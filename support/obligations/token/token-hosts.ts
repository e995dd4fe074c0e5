import { keyOfHost } from '../../contract/target-hosts';
import type { Exchange } from '../../exchange/exchange';
import type { ReportText } from '../../exchange/text';
import { reportText } from '../../exchange/text';
import type { RuleContext } from '../judge/judge';

/** The services with operations that need the access token of a session. A target may also name payers. */
const needed = ['gateway', 'identity', 'registry'] as const;

/**
 * Finds out whether recorded traffic may lack a request in which a service refused a token. It may lack all requests at
 * an address. Therefore the traffic is complete only if it has a request at each address that the target names.
 */
export class TokenHosts {
  readonly #context: RuleContext;
  /** The hosts of the target that received no recorded request so far, with the name of their service. */
  readonly #unseen = new Map<string | undefined, string>();

  constructor(context: RuleContext) {
    this.#context = context;
    for (const [service, base] of context.bases ?? []) this.#unseen.set(keyOfHost(base), service);
  }

  observe({ request }: Exchange): void {
    if (this.#unseen.size > 0) this.#unseen.delete(keyOfHost(request.url));
  }

  /** Returns why the recording may lack a refusal; `undefined` if it contains all requests. */
  whyIncomplete(): ReportText | undefined {
    const { playsServices, bases = [] } = this.#context;
    if (playsServices === true) return undefined;
    const named = new Set<string>(bases.map(([service]) => service));
    const may = 'a 401 or 403 that explains the new sessions may be missing in the recording';
    if (!needed.every((service) => named.has(service)))
      return reportText`${may}: it would be complete if the target names gateway, identity and registry, and the recording has requests at each address`;
    const [service] = this.#unseen.values();
    return service === undefined
      ? undefined
      : reportText`${may}: it has no request at the address of the target for ${service}`;
  }
}
