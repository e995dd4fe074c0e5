import type { Exchange } from '../../exchange/exchange';
import type { Breach } from '../../obligations/judges';
import type { Place } from './telling';
import { tellingPlacesOf } from './telling';

/**
 * The places of one exchange that tell about an obligation: those of `tellingPlacesOf`, and where facts or the breach
 * name a member of the body, that member instead of the body around it.
 * @param breach what the exchange is shown for; absent: as evidence
 */
export function tellingIn(id: string, exchange: Exchange, breach?: Breach): readonly Place[] {
  const places = tellingPlacesOf(id);
  const found = leaksIn(id, exchange) ?? exposuresIn(id, exchange);
  if (found !== undefined) return [...found, ...places.filter((place) => /^(fact|text) /.test(place.at))];
  if (!places.some((place) => place.at.startsWith('fact fields/'))) return places;
  const pointer = fieldNamedBy(breach, exchange);
  return pointer === undefined ? [...places, ...fieldsIn(exchange)] : narrowed(places, exchange, pointer);
}

const at = (place: string): Place => ({ at: place, needed: false });

/** A planted value tells where it stands, and the rest of the request does not. */
function leaksIn(id: string, { facts: { leaks } }: Exchange): Place[] | undefined {
  if (id !== 'ENC-09') return undefined;
  // Where in a body it was found is not known: its redacted text tells.
  return leaks?.flatMap(({ place }) =>
    place === 'url' ? at('request line') : place.startsWith('header ') ? at(`request ${place}`) : [],
  );
}

/** What was readable of a key pair or a bundle, by the member that it stands in. */
function exposuresIn(id: string, { facts: { transfer } }: Exchange): Place[] | undefined {
  const exposed = { 'HDT-14': transfer?.privateKeyIn, 'HDT-18': transfer?.bundleIn }[id];
  return exposed?.map(({ place }) => at(`request body${place}`));
}

/** The field that a breach is about, where this exchange has it. */
function fieldNamedBy(breach: Breach | undefined, { facts: { fields } }: Exchange): string | undefined {
  const [, pointer] = /, field (\/.+)$/.exec(breach?.sent ?? '') ?? [];
  if (pointer === undefined || fields === undefined) return pointer;
  return fields.some((field) => field.pointer === pointer) ? pointer : undefined;
}

/** Of several fields the one that was named. */
function narrowed(places: readonly Place[], { facts: { fields = [] } }: Exchange, pointer: string): Place[] {
  const index = fields.findIndex((field) => field.pointer === pointer);
  const others = places.filter(({ at: place }) => !place.startsWith('request body'));
  return [
    at(`request body${pointer}`),
    ...others.map((place) => ({ ...place, at: place.at.replace('fact fields/*', `fact fields/${index}`) })),
  ];
}

/** Every field that carries, or has to carry, a ciphertext. */
function fieldsIn({ facts: { fields = [] } }: Exchange): Place[] {
  return fields
    .filter(({ wanted }) => wanted === 'encrypted')
    .map(({ pointer }) => at(`request body${pointer}`));
}
