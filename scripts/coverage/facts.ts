import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { PickleStepType } from '@cucumber/messages';
import { specimens } from '../../mutants/catalogue';
import { suiteRoot } from '../../support/contract/suite-root';
import { contractObligations } from '../../support/obligations';
import { isTaggedWith, mistakesOfObligation, readFeature } from '../../support/report/mistakes';
import { within } from './sentences';

/** One thing that a sentence of the document obliges someone to do. A comment in docs/coverage.yml explains each member. */
export interface Fact {
  readonly says: string;
  readonly obligations?: readonly string[];
  readonly also?: readonly string[];
  readonly then?: string;
  readonly mutants?: readonly string[];
  readonly rows?: readonly string[];
  readonly open?: string;
}

export interface PlacedFact extends Fact {
  readonly clause: string;
  readonly place: string;
}

export const idsOf = ({ obligations = [], also = [] }: Fact): readonly string[] => [...obligations, ...also];

/** A fact is covered if something shows that the suite notices a breach, and if none of the fact is open. */
export function stateOf({ mutants = [], rows = [], open }: Fact): 'covered' | 'partly' | 'silent' {
  if (mutants.length + rows.length === 0) return 'silent';
  return open === undefined ? 'covered' : 'partly';
}

/** A Then of a scenario about an obligation, for example in `session-answer.feature`. */
interface StatedThen {
  readonly file: string;
  readonly text: string;
}

/** Returns the Thens of all scenarios about an obligation, without those of `features/mistakes`. */
function thensOf(id: string): StatedThen[] {
  const area = contractObligations.find(id)?.area;
  if (area === undefined) return [];
  return globSync(`features/${area}/*.feature`, { cwd: suiteRoot }).flatMap((path) =>
    readFeature(path)
      .pickles.filter((pickle) => isTaggedWith(pickle, id))
      .flatMap(({ steps }) => steps.filter(({ type }) => type === PickleStepType.OUTCOME))
      .map(({ text }) => ({ file: basename(path), text })),
  );
}

/**
 * Returns the Then that states a fact: the one that the fact names, or else the only Then about its obligations. Returns
 * `undefined` if no Then states the fact, so that only the judge compares it.
 */
export function thenOf(fact: Fact): StatedThen | undefined {
  const all = idsOf(fact).flatMap(thensOf);
  if (fact.then !== undefined) return all.find(({ text }) => text === fact.then);
  return new Set(all.map(({ text }) => text)).size === 1 ? all[0] : undefined;
}

const brokenBy = new Map<string, readonly string[]>(
  specimens.flatMap((each) => (each.kind === 'mutant' ? [[each.name, each.breaks]] : [])),
);

/** Returns the flaws of the facts, one line each. */
export const factFlaws = (facts: readonly PlacedFact[]): string[] =>
  facts.flatMap((fact) =>
    [...flawsOfWords(fact), ...flawsOfIds(fact), ...flawsOfExamples(fact)].map(
      (flaw) => `${fact.clause}, ${fact.place} (${fact.says}): ${flaw}`,
    ),
  );

function flawsOfWords(fact: PlacedFact): string[] {
  const { says, then, open } = fact;
  const isSentence = (text: string): boolean => /^[A-Za-z0-9].*\.$/.test(text);
  return [
    ...[says, open ?? says].filter((text) => !isSentence(text)).map((text) => `"${text}" is not a sentence`),
    ...(stateOf(fact) === 'silent' && open === undefined
      ? ['no mutant and no row shows it, and open does not say why']
      : []),
    ...(then !== undefined && thenOf(fact) === undefined
      ? [`no scenario about its obligations has the Then "${then}"`]
      : []),
  ];
}

function flawsOfIds(fact: PlacedFact): string[] {
  const ids = idsOf(fact);
  const { clause, obligations = [] } = fact;
  return ids.flatMap((id, at) => {
    const home = contractObligations.find(id);
    if (home === undefined) return [`there is no obligation ${id}`];
    if (ids.indexOf(id) !== at) return [`${id} is listed twice`];
    const isNamed = home.clauses.some((each) => within(clause, each));
    if (obligations.includes(id) !== isNamed)
      return [isNamed ? `${id} names the clause: move it to obligations` : `${id} does not name the clause`];
    const isJudged = home.level !== 'observe' && home.seen !== 'declared';
    return isJudged && !isBroken(id, fact) ? [`no mutant and no row of the fact breaks ${id}`] : [];
  });
}

/** Returns whether one of the fact's mutants or rows breaks an obligation. */
const isBroken = (id: string, { mutants = [], rows = [] }: Fact): boolean =>
  mutants.some((name) => brokenBy.get(name)?.includes(id)) || rows.some((row) => hasRow(id, row));

const hasRow = (id: string, row: string): boolean =>
  mistakesOfObligation(id).some(({ name }) => name === row);

/** Returns a message for each mutant and row that does not exist, or breaks none of the fact's obligations. */
function flawsOfExamples(fact: PlacedFact): string[] {
  const ids = idsOf(fact);
  const { mutants = [], rows = [] } = fact;
  return [
    ...mutants.flatMap((name) => {
      const broken = brokenBy.get(name);
      if (broken === undefined) return [`there is no mutant ${name}`];
      const isMeant = ids.some((id) => broken.includes(id));
      return isMeant ? [] : [`${name} breaks ${broken.join(', ')}, and not ${ids.join(' or ')}`];
    }),
    ...rows
      .filter((row) => !ids.some((id) => hasRow(id, row)))
      .map((row) => `no row of features/mistakes about ${ids.join(' or ')} is called "${row}"`),
  ];
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];

/** As many words in a row as a fact may share with its sentence. */
const mostWordsShared = 6;

/** Returns whether a fact repeats its sentence: whole, or with more words in a row than a name or a value has. */
export function repeats(says: string, sentence: string): boolean {
  const [own, theirs] = [wordsOf(says), ` ${wordsOf(sentence).join(' ')} `];
  const size = Math.min(own.length, mostWordsShared + 1);
  return own.some(
    (_, at) => at + size <= own.length && theirs.includes(` ${own.slice(at, at + size).join(' ')} `),
  );
}
