'use strict';
/**
 * Checks that Cucumber's language service, which editors use, understands the features and the step files: it
 * finds each step's definition, and it completes steps. The service needs 27 MB and older versions of packages
 * that the suite uses. Therefore, it is not a dependency of the suite. Install it in any folder first:
 *
 *     npm install --prefix FOLDER @cucumber/language-service@1.7.0
 *     node scripts/check-editor.cjs FOLDER
 */
const { globSync, readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join, resolve } = require('node:path');

const root = join(__dirname, '..');
const settings = JSON.parse(readFileSync(join(root, '.vscode/settings.json'), 'utf8'));

const filesOf = (globs) =>
  globs
    .flatMap((glob) => globSync(glob, { cwd: root }))
    .sort()
    .map((uri) => ({ uri, content: readFileSync(join(root, uri), 'utf8') }));

/** Returns the lines of a feature that contain steps, with their line numbers from 0. */
const stepLinesOf = ({ content }) =>
  [...content.split('\n').entries()].filter(([, text]) => /^\s*(?:Given|When|Then|And|But) /.test(text));

/** Returns the labels that an editor offers after `typed`. */
function completionsOf(service, index, typed) {
  const lines = ['Feature: Trial', '  Scenario: Trial', `    ${typed}`];
  const at = { line: 2, character: lines[2].length };
  return service.getGherkinCompletionItems(lines.join('\n'), at, index).map(({ label }) => label);
}

async function check(folder) {
  const load = createRequire(join(resolve(folder), 'package.json'));
  const service = load('@cucumber/language-service');
  const { WasmParserAdapter } = load('@cucumber/language-service/wasm');
  const main = load.resolve('@cucumber/language-service');
  const parser = new WasmParserAdapter(join(main.slice(0, main.lastIndexOf(join('dist', 'cjs'))), 'dist'));
  await parser.init();

  const features = filesOf(settings['cucumber.features']);
  const glue = filesOf(settings['cucumber.glue']).map((file) => ({ ...file, languageName: 'tsx' }));
  const { expressionLinks, parameterTypeLinks, registry, errors } = new service.ExpressionBuilder(
    parser,
  ).build(glue, []);
  const expressions = expressionLinks.map(({ expression }) => expression);
  const faults = errors.map(({ message }) => message);

  const steps = features.flatMap((file) => stepLinesOf(file).map(([line, text]) => ({ file, line, text })));
  for (const { uri, content } of features)
    for (const { message, range } of service.getGherkinDiagnostics(content, expressions))
      faults.push(`${uri}:${range.start.line + 1}: ${message}`);
  let placeholders = 0;
  for (const { file, line, text } of steps) {
    const at = { line, character: text.length };
    const found = service.getStepDefinitionLocationLinks(file.content, at, expressionLinks).length;
    // The service does not fill in the placeholders of a Scenario Outline before it looks for the definition.
    if (found === 0 && text.includes('<')) placeholders += 1;
    else if (found !== 1) faults.push(`${file.uri}:${line + 1}: ${found} definitions: ${text.trim()}`);
  }

  const texts = steps.map(({ text }) => text.trim().replace(/^\w+ /, ''));
  const suggestions = service.buildSuggestions(registry, texts, expressions);
  const index = service.jsSearchIndex(suggestions);
  for (const typed of ['When the suite creates', 'Then it breaks the rule', 'Given a recording of'])
    if (completionsOf(service, index, typed).length === 0) faults.push(`nothing completes "${typed}"`);

  console.log(
    `${parameterTypeLinks.length} parameter types, ${expressions.length} definitions, ${steps.length} steps, ${suggestions.length} suggestions`,
  );
  console.log(`${placeholders} steps have placeholders that hide their definition from the service`);
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder that contains @cucumber/language-service');
void check(folder);
