import type { AdapterMethod } from './protocol';
import type { AdapterOffer } from './roles';

/** The facts that decide which cycles a client can begin. */
export interface BegunBy {
  /** The methods that the adapter offers; `undefined` if they are unknown. */
  readonly offer?: Pick<AdapterOffer, 'capabilities'> | undefined;
  /** Maps each method that the client refused on purpose (error -32001) to the reason that the client gave. */
  readonly refusals?: ReadonlyMap<string, string>;
}

/**
 * Returns why a client can begin no cycle by any of these methods: it refused each on purpose, or its adapter does not
 * offer it. Returns `undefined` if it can begin one, or if the list is empty.
 */
export function whyNotBegun(
  methods: readonly AdapterMethod[],
  { refusals, offer }: BegunBy,
): string | undefined {
  const missing = methods.filter((each) => offer?.capabilities.includes(each) === false);
  const refused = methods.filter((each) => refusals?.has(each) === true && !missing.includes(each));
  if (methods.length === 0 || missing.length + refused.length < methods.length) return undefined;
  const reasons = refused.map((each) => refusals?.get(each) ?? '');
  return [
    ...(missing.length > 0 ? [`the adapter does not offer ${missing.join(' and ')}`] : []),
    ...(refused.length > 0 ? [`the client refuses ${refused.join(' and ')}: ${reasons.join('; ')}`] : []),
  ].join('; ');
}
