import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suiteRoot } from '../../support/contract/suite-root';
import { contractObligations } from '../../support/obligations';
import { areaTitle } from '../../support/report/areas';
import { obligationHref } from './obligations/address';
import type { Page, SectionName } from './page';
import { hrefOf } from './page';

interface Shown {
  readonly path: string;
  readonly title: string;
  /** The heading below which it is listed. */
  readonly area: string;
  /** What it stands with in the menu; absent: only the list names it. */
  readonly group?: string;
  readonly body: string;
}

/** The features and the schemas as they stand: a page each, and a list of either. */
export function featuresAndSchemas(): Page[] {
  return [
    ...listed(features(), {
      path: 'features/index',
      title: 'Features',
      section: 'features',
      intro:
        'The features are the specification that people read, and the suite runs them as they stand. ' +
        `Each rule is one [obligation](${hrefOf('obligations/index')}).`,
    }),
    ...listed(schemas(), {
      path: 'reference/schemas/index',
      title: 'Schemas',
      section: 'reference',
      intro: 'Every file and message that the suite reads or writes has a JSON Schema.',
    }),
  ];
}

/** The place of `features/session/session-answer.feature:12` in its page. */
export function featureHref(location: string): string {
  const [file = '', line] = location.replace(/\.feature/, '').split(':');
  return hrefOf(file, line === undefined ? undefined : `L${line}`);
}

function features(): Shown[] {
  return filesIn('features', '**/*.feature').map((file) => {
    const text = readFileSync(join(suiteRoot, file), 'utf8').trimEnd();
    const area = file.split('/')[1] ?? '';
    const group = area === 'vectors' ? 'Known answers' : areaTitle(area);
    const ids = [...new Set(text.match(/(?<=@)[A-Z]{2,4}-\d\d\b/g))].filter((id) =>
      contractObligations.has(id),
    );
    return {
      path: file.replace(/\.feature$/, ''),
      title: /^Feature: (.+)$/m.exec(text)?.[1] ?? file,
      area: group,
      group,
      body: `${ids.map((id) => `[${id}](${obligationHref(id)})`).join(', ')}\n\n${block('gherkin', text)}`,
    };
  });
}

const folders: Readonly<Record<string, string>> = {
  adapter: 'Adapter protocol',
  challenge: 'Challenges',
  contract: 'Messages of the contract',
  vectors: 'Known answers',
};

function schemas(): Shown[] {
  return filesIn('schemas', '**/*.schema.json').map((file) => {
    const text = readFileSync(join(suiteRoot, file), 'utf8').trimEnd();
    const { title = file, description = '' } = JSON.parse(text) as { title?: string; description?: string };
    const [, folder = ''] = /^schemas\/([^/]+)\//.exec(file) ?? [];
    return {
      path: `reference/${file.replace(/\.schema\.json$/, '')}`,
      title,
      area: folders[folder] ?? 'Files',
      ...(folder === '' && { group: 'Schemas' }),
      body: `\`${file}\`\n\n${description.replace(/[<>*_[\]]/g, '\\$&')}\n\n${block('json', text)}`,
    };
  });
}

function filesIn(folder: string, pattern: string): string[] {
  return globSync(`${folder}/${pattern}`, { cwd: suiteRoot })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
}

/** Code whose lines links can name. */
function block(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language} numbered\n${text}\n${fence}`;
}

interface Listing {
  readonly path: string;
  readonly title: string;
  readonly section: SectionName;
  readonly intro: string;
}

function listed(shown: readonly Shown[], { path, title, section, intro }: Listing): Page[] {
  const areas = [...Map.groupBy(shown, ({ area }) => area)];
  const lists = areas.map(([area, members]) =>
    [`## ${area}`, '', ...members.map((each) => `- [${each.title}](${hrefOf(each.path)})`)].join('\n'),
  );
  const pages = shown.map(({ path: own, title: name, group, body }) => ({
    ...{ path: own, title: name, body, wide: true as const },
    ...(group !== undefined && { section, group }),
  }));
  return [
    { path, title, label: `All ${title.toLowerCase()}`, section, body: [intro, ...lists].join('\n\n') },
    ...pages,
  ];
}
