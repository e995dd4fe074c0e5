import { isDeepStrictEqual } from 'node:util';
import type { Results } from '../../judging/results';
import type { Manifest, PackPredicate } from './statement';
import { predicateOf } from './statement';

/** Where a manifest differs from results.json; one sentence each. */
export function contradictionsIn(manifest: Manifest, results: Results): string[] {
  const { predicate } = manifest;
  const { review, packedAt, signer, ...stated } = predicate;
  // As JSON has it: without members that are undefined.
  const wanted = asJson(predicateOf(results, new Date(packedAt))) as PackPredicate;
  const names = Object.keys({ ...stated, ...wanted }).filter(
    (name) => name !== 'packedAt',
  ) as (keyof typeof stated)[];
  return names
    .filter((name) => !isDeepStrictEqual(stated[name], wanted[name]))
    .map(
      (name) =>
        `${name}: the manifest says ${shown(stated[name], wanted[name])}, and results.json ${shown(wanted[name], stated[name])}`,
    );
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

/** Of what has many members, those that differ from the other. */
function shown(value: unknown, other: unknown): string {
  if (typeof value !== 'object' || value === null || typeof other !== 'object' || other === null)
    return value === undefined ? 'nothing' : JSON.stringify(value);
  const differing = Object.entries(value).filter(
    ([name, each]) => !isDeepStrictEqual(each, (other as Readonly<Record<string, unknown>>)[name]),
  );
  return JSON.stringify(Object.fromEntries(differing)).slice(0, 200);
}
