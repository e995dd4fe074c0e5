import type { Evidence } from '../../support/exchange/evidence';
import type { HeaderList } from '../../support/exchange/exchange';
import { toPlainText } from '../../support/exchange/text';
import { JudgingLoop } from '../../support/judging/loop';
import type { Conclusion, Obligation, RuleContext } from '../../support/obligations';
import { contractObligations } from '../../support/obligations';
import { fewest } from './shrink';

/** Headers of the connection, which no obligation is about. */
const noise = /^(host|connection|keep-alive|content-length|accept-encoding|user-agent|transfer-encoding)$/i;

type Judged = ReadonlyMap<string, Conclusion>;

/** The least evidence, and the least of each piece, by which every judge still finds what `wanted` asks for. */
export function tellingPart(
  evidence: readonly Evidence[],
  context: RuleContext,
  wanted: (judged: Judged, whole: Judged) => boolean,
): readonly Evidence[] | undefined {
  const whole = judgeAll(evidence, context);
  const holds = (some: readonly Evidence[]): boolean => wanted(judgeAll(some, context), whole);
  if (!holds(evidence)) return undefined;
  const few = fewest(evidence, holds).map((each, index) => ({ ...each, seq: index + 1 }));
  return holds(few) ? few.reduce(lessOf(holds), few) : undefined;
}

/** What all judges make of some evidence. */
export function judgeAll(evidence: readonly Evidence[], context: RuleContext): Judged {
  const loop = new JudgingLoop(contractObligations.judged, context);
  for (const each of evidence) loop.observe(each);
  return loop.conclude();
}

export function brokenIn(judged: Judged): string[] {
  return [...judged].filter(([, { breachCount }]) => breachCount > 0).map(([id]) => id);
}

/** It was seen and kept, and nothing else in the same exchanges was broken. What is noted is noted of the whole, too. */
export const isKept =
  ({ id, level }: Obligation) =>
  (judged: Judged, whole: Judged): boolean => {
    const found = judged.get(id);
    if (found === undefined || found.observations === 0 || found.unjudged.length > 0) return false;
    if (brokenIn(judged).length > 0) return false;
    const notes = wordsOf(whole.get(id));
    return level !== 'observe' || wordsOf(found).some((each) => notes.includes(each));
  };

/** Its notes without the numbers of exchanges, which are other ones in a part. */
const wordsOf = (found: Conclusion | undefined): string[] =>
  (found?.notes ?? []).map((each) => toPlainText(each).replaceAll(/#\d+/g, '#'));

/** It was broken, and nothing else in the same exchanges was but what comes along with it. */
export const isBroken =
  ({ id }: Obligation, alongside: readonly string[]) =>
  (judged: Judged): boolean => {
    const broken = brokenIn(judged);
    return broken.includes(id) && broken.every((each) => each === id || alongside.includes(each));
  };

type Holds = (some: readonly Evidence[]) => boolean;

/** Leaves out of one piece what nothing depends on; what a person reads in it stays. */
function lessOf(holds: Holds) {
  return (all: readonly Evidence[], _each: Evidence, index: number): readonly Evidence[] => {
    const lesser = [
      withoutOccasion,
      withoutNoise,
      ...factPaths(all[index] ?? { facts: {} }).map(withoutFact),
    ];
    return lesser.reduce((current, change) => {
      const changed = current.map((each, place) => (place === index ? change(each) : each));
      return holds(changed) ? changed : current;
    }, all);
  };
}

function withoutOccasion(evidence: Evidence): Evidence {
  const { scenario: _scenario, clientInstance: _client, ...rest } = evidence;
  if (rest.kind !== undefined) return rest;
  const { call: _call, ...unasked } = rest;
  return unasked;
}

function withoutNoise(evidence: Evidence): Evidence {
  if (evidence.kind !== undefined) return evidence;
  const { request, response } = evidence;
  return {
    ...evidence,
    request: { ...request, headers: quiet(request.headers) },
    ...(response && { response: { ...response, headers: quiet(response.headers) } }),
  };
}

const quiet = (headers: HeaderList): HeaderList => headers.filter(([name]) => !noise.test(name));

/** How the connection was made, and what a cycle is followed by. */
const shownAlways: readonly string[] = ['tls', 'scheme', 'payer', 'cycle', 'callbackToken'];

/** Facts by their paths, those with members before their members. */
function factPaths({ facts }: Pick<Evidence, 'facts'>): string[][] {
  return Object.entries(facts).flatMap(([name, value]) => [
    ...(shownAlways.includes(name) ? [] : [[name]]),
    ...membersOf(name, value).map((member) => [name, member]),
  ]);
}

/** Facts whose members judges can do without, but for these; the others are whole or not there. */
const divisible: Readonly<Record<string, readonly string[]>> = {
  tokens: [],
  payer: [
    ...['envelope', 'correlationId', 'resources', 'providerId', 'policyNumber', 'documents'],
    ...['final', 'decision', 'flaw'],
  ],
};

function membersOf(name: string, value: unknown): string[] {
  const needed = divisible[name];
  return needed === undefined ? [] : Object.keys(value as object).filter((each) => !needed.includes(each));
}

const withoutFact =
  (path: readonly string[]) =>
  (evidence: Evidence): Evidence =>
    ({ ...evidence, facts: without(evidence.facts, path) }) as Evidence;

function without(value: object, [name = '', ...below]: readonly string[]): object {
  const members = Object.entries(value) as [string, unknown][];
  if (below.length === 0) return Object.fromEntries(members.filter(([each]) => each !== name));
  return Object.fromEntries(
    members.map(([each, inner]) => [each, each === name ? without(inner as object, below) : inner]),
  );
}
