import type { TransferSide } from '../../adapter/key-forms';
import { formsAllowedByReading, formsOfSide } from '../../adapter/key-forms';
import type { ServiceName } from '../../contract/operations';
import type { Circumstances, Facet, Obligation } from './home';

/** The facets of an obligation for one target; none where it is seen in one part alone. */
export function facetsFor(
  { facets, facetsOf }: Pick<Obligation, 'facets' | 'facetsOf'>,
  about: Circumstances,
): readonly Facet[] | undefined {
  if (facetsOf !== undefined) return facetsOf(about);
  return facets === undefined ? [] : combineFacetNames(...Object.values(facets)).map((name) => ({ name }));
}

/** Each value of an axis with each of the others: `Claim, Approve`. */
export function combineFacetNames(...axes: readonly (readonly string[])[]): string[] {
  return axes.reduce<string[]>(
    (names, values) =>
      names.flatMap((name) => values.map((value) => (name === '' ? value : `${name}, ${value}`))),
    [''],
  );
}

/** Services of a target: one that it does not name is ruled out. */
export function eachNamed(...services: readonly ServiceName[]) {
  return (about: Circumstances): readonly Facet[] =>
    services.map((name) => (about.services[name] === undefined ? without(name, name) : { name }));
}

/** A facet that needs a service which the target does not name. */
export function without(name: string, service: ServiceName): Facet {
  return { name, ruledOut: `the target names no ${service}: set services.${service}` };
}

/**
 * The forms of a transfer key that a client takes on one side, as declared or found, or the one that its target names.
 */
export function keyForms(
  side: TransferSide,
  { readings, offer }: Circumstances,
): readonly string[] | undefined {
  const chosen = readings['curve-form'];
  const { takes } = formsOfSide(offer?.transferKeyForms, side);
  const left = takes && formsAllowedByReading(takes, chosen);
  if (chosen === 'as-declared') return left;
  return left === undefined || left.length === 0 ? [chosen] : left;
}

/** Each key form that a client takes on one side, with each value of further axes. */
export function keyFormFacets(side: TransferSide, ...axes: readonly (readonly string[])[]) {
  return (about: Circumstances): readonly Facet[] | undefined => {
    const forms = keyForms(side, about);
    return forms && combineFacetNames(forms, ...axes).map((name) => ({ name }));
  };
}
