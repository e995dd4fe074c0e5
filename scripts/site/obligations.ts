import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { mistakesOf } from '../../mutants/mutants-of';
import { deliberateMistakesOf } from '../../support/contract/deliberate-mistakes';
import { sourceDocument } from '../../support/contract/source';
import { suiteRoot } from '../../support/contract/suite-root';
import type { Level, ObservationKind } from '../../support/contract/words';
import { readExampleFile } from '../../support/explain/examples';
import { breaksInTrafficText, scenariosOf } from '../../support/explain/explanation';
import { keptRowsOfObligation, mistakesOfObligation, rowShowing } from '../../support/report/mistakes';
import { rerunCommand } from '../../support/judging/explain';
import type { Obligation } from '../../support/obligations';
import { contractObligations } from '../../support/obligations';
import { areaTitle } from '../../support/report/areas';
import { exampleSection } from './examples';
import type { SitePage } from './page';
import { escapeForMarkdown, hrefOf, listOf, obligationHref, obligationPath, table } from './page';
import { departureSection } from './profiles';

interface Advice {
  /** The change that a client or service must make to keep the obligation. */
  readonly fix: string;
  /** Mistakes that were seen in deployed clients and services. */
  readonly met?: readonly string[];
}

/** Reads docs/site/obligations.yml. Returns the advice by obligation id. */
export function readAdvice(): Readonly<Record<string, Advice>> {
  const file = join(suiteRoot, 'docs/site/obligations.yml');
  return parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Advice>>;
}

/**
 * Returns two lists of all obligations, by area and by clause, and then one page for each obligation in the
 * order of the contract. Throws if the advice for an obligation is missing.
 */
export function obligationPages(): SitePage[] {
  const advice = readAdvice();
  const { all } = contractObligations;
  const recorded = readExampleFile()?.examples ?? {};
  const pages = all.map((obligation) => {
    const { id, area } = obligation;
    const own = advice[id];
    if (own === undefined) throw new Error(`docs/site/obligations.yml does not say how to fix ${id}`);
    const title = `${id} ${obligation.title}`;
    const text = [
      `# ${escapeForMarkdown(title)}`,
      ...demand(obligation),
      ...exampleSection(obligation, recorded[id]),
      '## How to fix it',
      escapeForMarkdown(own.fix),
      ...gotWrong(obligation, own),
      ...alsoRight(obligation),
      ...departureSection(obligation),
      ...shownBy(obligation),
    ];
    return { path: obligationPath(id), title, group: areaTitle(area), text: text.join('\n\n') };
  });
  return [byArea(all), byClause(all), ...pages];
}

const levels: Readonly<Record<Level, string>> = {
  must: 'must (breaking it prevents conformance)',
  should: 'should (breaking it is a warning)',
  observe: 'observe (what is seen is noted and not judged)',
};

const sights: Readonly<Record<ObservationKind, string>> = {
  passive: 'recorded traffic alone',
  active: 'what follows after the suite has done something',
  adapter: 'what the client’s own code returns through its adapter',
  declared: 'nothing from outside; the target declares it',
};

/** Returns the paragraphs with the quote, the rule, the subject, the level, and the facets of an obligation. */
function demand(obligation: Obligation): string[] {
  const { quote, clauses, rule, subject, roles, level, seen, area, facets = {}, follows = [] } = obligation;
  const named = clauses.map((each) => `[clause ${each}](${hrefOf('obligations/by-clause', clauseId(each))})`);
  const parts = Object.entries(facets).map(
    ([name, values]) => `**${name}**: ${escapeForMarkdown(values.join('; '))}`,
  );
  return [
    `> ${escapeForMarkdown(quote)}\n>\n> The source document, ${named.join(', ')}`,
    escapeForMarkdown(rule),
    listOf([
      `**Binds**: the ${subject}, as ${roles.join(' or ')}`,
      `**Level**: ${levels[level]}`,
      `**Shown by**: ${sights[seen]}${breaksInTrafficText(obligation)}`,
      `**Area**: [${areaTitle(area)}](${hrefOf('obligations/index', area)})`,
    ]),
    ...below('It passes only if it was seen in each of these facets:', parts),
    ...below(
      'Its failure may be a mere consequence of these. Look there first:',
      follows.map(
        (id) => `[${id}](${obligationHref(id)}) ${escapeForMarkdown(contractObligations.get(id).title)}`,
      ),
    ),
  ];
}

/** Returns the introduction `before` and a list of the items; an empty array if `items` is empty. */
const below = (before: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [before, listOf(items)];

/**
 * Returns the section on known mistakes: those seen in deployed products, those that the suite's mutants
 * make, and the wrong examples in the features.
 */
function gotWrong({ id }: Obligation, { met = [] }: Advice): string[] {
  const broken = mistakesOf({ id });
  const examples = mistakesOfObligation(id).map(({ name, location, cause }) => {
    return [linkToRow(name, location), escapeForMarkdown(cause)];
  });
  const tried =
    'The suite is tried on clients and services with these mistakes, and has to find each of them:';
  const parts = [
    ...below('### Seen in the field', met.map(escapeForMarkdown)),
    ...below(`### Broken on purpose\n\n${tried}`, broken.map(escapeForMarkdown)),
    ...(examples.length === 0
      ? []
      : ['### Examples that break it', table(['example', 'likely cause'], examples)]),
  ];
  return parts.length === 0 ? [] : ['## What others got wrong', ...parts];
}

/**
 * Returns the section on other behaviour that keeps the obligation, with a link to the row that shows it. Returns the
 * reason if the home lists a reason instead.
 */
function alsoRight({ id, latitude }: Obligation): string[] {
  if (typeof latitude === 'string')
    return ['## Also right', `Nothing is listed: ${escapeForMarkdown(latitude)}.`];
  const rows = keptRowsOfObligation(id);
  const behaviours = Object.keys(latitude).map((behaviour) => {
    const row = rowShowing(behaviour, rows);
    return row === undefined ? escapeForMarkdown(behaviour) : linkToRow(behaviour, row.location);
  });
  return ['## Also right', 'These keep it, too:', listOf(behaviours)];
}

/** Returns a link to a line of a feature. `location` looks like `features/mistakes/session.feature:12`. */
function linkToRow(text: string, location: string): string {
  const [file = '', line = ''] = location.split('.feature:');
  return `[${escapeForMarkdown(text)}](${hrefOf(file, `L${line}`)})`;
}

/**
 * Returns the section with the scenarios that test an obligation, and the command that runs only this
 * obligation.
 */
function shownBy({ id, seen, level }: Obligation): string[] {
  if (seen === 'declared')
    return [
      '## How it is declared {#how-it-is-shown}',
      'Nothing is run. A person who is responsible for the product states it in the target file:',
      `\`\`\`yaml\ndeclarations:\n  ${id}: { by: "A. Person", date: 2026-11-01, statement: "…" }\n\`\`\``,
    ];
  const scenarios = scenariosOf(id).map(({ name, location, rows }) => {
    const counted = rows === undefined ? '' : `, ${rows} ${rows === 1 ? 'row' : 'rows'}`;
    return `${linkToRow(name, location)}${counted}`;
  });
  const sent = Object.entries(deliberateMistakesOf(id)).map(([name, mistake]) =>
    escapeForMarkdown(`${name}: ${mistake}`),
  );
  return [
    '## How the suite shows it {#how-it-is-shown}',
    listOf(scenarios),
    ...below(level === 'observe' ? 'Sent, and noted:' : 'Sent wrong on purpose:', sent),
    'Run just this:',
    `\`\`\`sh\n${rerunCommand(id, { targetFile: 'target.yaml' })}\n\`\`\``,
  ];
}

function byArea(all: readonly Obligation[]): SitePage {
  const areas = [...Map.groupBy(all, ({ area }) => area)];
  const clauses = `[By clause](${hrefOf('obligations/by-clause')})`;
  return indexPage(
    { path: 'obligations/index', title: 'Obligations by area' },
    `The contract holds ${all.length} obligations. ${clauses} lists them in the order of the source document.`,
    areas.map(([area, members]) => ({ name: areaTitle(area), anchor: area, members })),
  );
}

function byClause(all: readonly Obligation[]): SitePage {
  const pairs = all.flatMap((each) => each.clauses.map((clause) => ({ clause, each })));
  const clauses = [...Map.groupBy(pairs, ({ clause }) => clause)].sort(([one], [other]) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  return indexPage(
    { path: 'obligations/by-clause', title: 'Obligations by clause' },
    `Clauses are those of “${sourceDocument.title}”, \`${sourceDocument.digest}\`.`,
    clauses.map(([clause, members]) => ({
      name: `Clause ${clause}`,
      anchor: clauseId(clause),
      members: members.map(({ each }) => each),
    })),
  );
}

const clauseId = (clause: string): string => `clause-${clause.replaceAll('.', '-')}`;

interface Group {
  readonly name: string;
  readonly anchor: string;
  readonly members: readonly Obligation[];
}

/** Returns a page with one table for each group, preceded by links to the tables. */
function indexPage(about: Omit<SitePage, 'text'>, intro: string, groups: readonly Group[]): SitePage {
  const jumps = groups.map(({ name, anchor }) => `[${name.replace('Clause ', '')}](#${anchor})`).join(' · ');
  const tables = groups.flatMap(({ name, anchor, members }) => [`## ${name} {#${anchor}}`, tableOf(members)]);
  return { ...about, text: [`# ${about.title}`, intro, jumps, ...tables].join('\n\n') };
}

const tableOf = (obligations: readonly Obligation[]): string =>
  table(
    ['id', 'obligation', 'level', 'binds', 'clause'],
    obligations.map(({ id, title, level, subject, roles, clauses }) => [
      `[${id}](${obligationHref(id)})`,
      escapeForMarkdown(title),
      level,
      `${subject}, ${roles.join(' or ')}`,
      clauses.join(', '),
    ]),
  );
