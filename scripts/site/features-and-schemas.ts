import { contractObligations } from '../../support/obligations';
import { areaTitle } from '../../support/report/areas';
import { features, filesIn, pathOf, readText, schemas } from './documents';
import type { SitePage } from './page';
import { escapeForMarkdown, hrefOf, linkListPage, obligationHref } from './page';

/** Returns one page for each feature and each schema, a list of the features, and a list of the schemas. */
export function featureAndSchemaPages(): SitePage[] {
  const [told, described] = [filesIn(features).map(featurePage), filesIn(schemas).map(schemaPage)];
  return [
    linkListPage(
      { path: 'features/index', title: 'Features' },
      'The features are the specification that people read, and the suite runs them as they stand. ' +
        `Each rule is one [obligation](${hrefOf('obligations/index')}).`,
      told,
    ),
    ...told,
    linkListPage(
      { path: 'schemas/index', title: 'Schemas' },
      'Every file and message that the suite reads or writes has a JSON Schema.',
      described,
    ),
    ...described,
  ];
}

const groups: Readonly<Record<string, string>> = { mistakes: 'Mistakes', vectors: 'Known answers' };

function featurePage(file: string): SitePage {
  const text = readText(file);
  const title = /^Feature: (.+)$/m.exec(text)?.[1] ?? file;
  const [, folder = ''] = file.split('/');
  const ids = [...new Set(text.match(/(?<=@)[A-Z]{2,4}-\d\d\b/g))].filter((id) =>
    contractObligations.has(id),
  );
  return {
    path: pathOf(file),
    title,
    group: groups[folder] ?? areaTitle(folder),
    text: [
      `# ${escapeForMarkdown(title)}`,
      ids.map((id) => `[${id}](${obligationHref(id)})`).join(', '),
      block('gherkin', text),
    ].join('\n\n'),
  };
}

const folders: Readonly<Record<string, string>> = {
  adapter: 'Schemas of the adapter protocol',
  challenge: 'Schemas of challenges',
  contract: 'Schemas of the contract’s messages',
  vectors: 'Schemas of known answers',
};

function schemaPage(file: string): SitePage {
  const text = readText(file);
  const { title = file, description = '' } = JSON.parse(text) as { title?: string; description?: string };
  const [, folder = ''] = /^schemas\/([^/]+)\//.exec(file) ?? [];
  return {
    path: pathOf(file),
    title,
    group: folders[folder] ?? 'Schemas of files',
    text: [
      `# ${escapeForMarkdown(title)}`,
      `\`${file}\``,
      escapeForMarkdown(description),
      block('json', text),
    ].join('\n\n'),
  };
}

/** Returns a Markdown code block with numbered lines, so that links can point to a line. */
function block(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language} numbered\n${text}\n${fence}`;
}
