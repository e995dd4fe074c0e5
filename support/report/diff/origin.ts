import { counted } from '../../contract/counted';
import { isDeepStrictEqual } from 'node:util';
import type { Results } from '../../judging/results';
import type { AnswerChanges } from './answer-differences';

/** What is another thing than it was: who was judged, and who judged. Each as `product Ward 1.9, and Ward 2.0`. */
export interface Changed {
  readonly system: readonly string[];
  readonly suite: readonly string[];
}

/** That the suite, its readings or the product is another one than before: that alone may change a verdict. */
export interface JudgedOtherwise {
  readonly by: 'another suite' | 'other readings';
  readonly product: 'the same' | 'another' | 'not stated';
}

type Fact = readonly [name: string, of: (results: Results) => string];

/** Each fact that is another one, as `name this, and that`. */
export function differing(old: Results, now: Results, facts: readonly Fact[]): string[] {
  return facts.flatMap(([name, of]) => (of(old) === of(now) ? [] : [`${name} ${of(old)}, and ${of(now)}`]));
}

const short = (digest: string): string => digest.slice(0, 'sha256:'.length + 12);

const ofSystem: readonly Fact[] = [
  ['product', ({ run }) => productOf(run) ?? 'not stated'],
  ['target', ({ run }) => run.target.name],
];

const ofSuite: readonly Fact[] = [
  ['suite', ({ suite }) => `${suite.version} (${short(suite.digest)})`],
  ['obligations', ({ run }) => short(run.obligationsDigest ?? 'not stated')],
];

export function changedBetween(old: Results, now: Results, answers?: AnswerChanges): Changed {
  const count = answers?.changed.length ?? 0;
  const readings = readingsChanged(old, now);
  return {
    system: [
      ...differing(old, now, [...ofSystem, ...addresses(old, now)]),
      ...(count > 0 ? [`answers to ${counted(count, 'kind')} of question`] : []),
    ],
    suite: [
      ...differing(old, now, ofSuite),
      ...(readings.length > 0 ? [`readings ${readings.join(', ')}`] : []),
    ],
  };
}

/** Ports of the mock are others each time, and say nothing. */
function addresses(...both: readonly [Results, Results]): Fact[] {
  if (both.every(({ run }) => run.target.embedded)) return [];
  const names = new Set(both.flatMap(({ run }) => Object.keys(run.target.services)));
  return [...names].map((name) => [name, ({ run }) => run.target.services[name] ?? 'none']);
}

/** `undefined` where the same suite judged by the same readings. */
export function judgedOtherwise(old: Results, now: Results): JudgedOtherwise | undefined {
  const product = compareProducts(old.run, now.run);
  if (differing(old, now, ofSuite).length > 0) return { by: 'another suite', product };
  return readingsChanged(old, now).length > 0 ? { by: 'other readings', product } : undefined;
}

/** A name alone does not tell one build from another. */
function compareProducts(old: Results['run'], now: Results['run']): JudgedOtherwise['product'] {
  const isStated = ({ product }: Results['run']): boolean =>
    (product?.version ?? product?.digest) !== undefined;
  if (!isStated(old) || !isStated(now)) return 'not stated';
  return productOf(old) === productOf(now) ? 'the same' : 'another';
}

function productOf({ product }: Results['run']): string | undefined {
  return product === null
    ? undefined
    : [product.name, product.version, product.digest].filter(Boolean).join(' ');
}

/** Readings of both that were chosen otherwise. */
function readingsChanged(old: Results, now: Results): string[] {
  const before = new Map(old.readings.map(({ id, chosen }) => [id, chosen]));
  return now.readings
    .filter(({ id, chosen }) => before.has(id) && !isDeepStrictEqual(before.get(id), chosen))
    .map(({ id }) => id);
}
