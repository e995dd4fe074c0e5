import type { ServiceName } from '../../contract/operations';
import type { Circumstances } from './circumstances';
import type { Facet, Obligation } from './home';

/** The facets of an obligation for one target; none where it is seen in one part alone. */
export function facetsFor(
  { facets, facetsOf }: Pick<Obligation, 'facets' | 'facetsOf'>,
  about: Circumstances,
): readonly Facet[] | undefined {
  if (facetsOf !== undefined) return facetsOf(about);
  return facets === undefined ? [] : combined(...Object.values(facets)).map((name) => ({ name }));
}

/** Each value of an axis with each of the others: `Claim, Approve`. */
export function combined(...axes: readonly (readonly string[])[]): string[] {
  return axes.reduce<string[]>(
    (names, values) =>
      names.flatMap((name) => values.map((value) => (name === '' ? value : `${name}, ${value}`))),
    [''],
  );
}

/** Services of a target: one that it does not name is ruled out. */
export function named(...services: readonly ServiceName[]) {
  return (about: Circumstances): readonly Facet[] =>
    services.map((name) => (about.services[name] === undefined ? without(name, name) : { name }));
}

/** A facet that needs a service which the target does not name. */
export function without(name: string, service: ServiceName): Facet {
  return { name, ruledOut: `the target names no ${service}: set services.${service}` };
}

/** The forms of a transfer key that a client declares, or the one that its target names. */
export function keyForms({ readings, offer }: Circumstances): readonly string[] | undefined {
  const chosen = readings['curve-form'];
  return chosen === 'as-declared' ? offer?.transferKeyForms : [chosen];
}

/** Each key form of the client, with each value of further axes. */
export function eachKeyForm(...axes: readonly (readonly string[])[]) {
  return (about: Circumstances): readonly Facet[] | undefined => {
    const forms = keyForms(about);
    return forms && combined(forms, ...axes).map((name) => ({ name }));
  };
}
