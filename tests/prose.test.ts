import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findingsIn, proseFiles } from '../scripts/prose';

const placesIn = (file: string, text: string): string[] =>
  findingsIn(file, text).map((finding) => finding.slice(0, finding.indexOf(' ')));

it('the guides, the sources and the examples are searched', () => {
  const files = proseFiles();
  for (const file of ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'docs/glossary.md', 'support/cli.ts'])
    assert.ok(files.includes(file), file);
  for (const folder of ['examples', 'bin', 'features', 'steps', 'mutants', 'vectors/generate'])
    assert.ok(
      files.some((file) => file.startsWith(`${folder}/`)),
      folder,
    );
});

describe('the search for phrases', () => {
  it('names the phrase and what to write instead', () => {
    assert.deepEqual(findingsIn('a.md', 'Here is how to\nmend it.\n'), ['2:1 mend => fix']);
  });

  it('looks at sources as they stand, names too', () => {
    assert.deepEqual(placesIn('a.ts', "const nobody = 'nobody'; // nobody\n"), ['1:7', '1:17', '1:29']);
    assert.deepEqual(placesIn('a.ts', "// Port 0 takes a free one.\nconst a = 'not exercised';\n"), []);
    assert.deepEqual(placesIn('a.yaml', '# nobody\n'), ['1:3']);
  });

  it('finds a phrase that goes on in the next line', () => {
    assert.deepEqual(placesIn('a.ts', '/**\n * It comes as\n * far as here.\n */\n'), ['2:13']);
    assert.deepEqual(placesIn('a.ts', '// It comes as\n// far as here.\n'), ['1:13']);
    assert.deepEqual(placesIn('a.md', '- It comes as\n  far as here.\n'), ['1:12']);
  });

  it('leaves code in Markdown alone', () => {
    assert.deepEqual(placesIn('a.md', 'See `nobody`.\n\n    nobody\n\n```\nnobody\n```\n'), []);
    assert.deepEqual(placesIn('a.md', '| a |\n| - |\n| nobody |\n'), ['3:3']);
  });
});

/** A sentence of so many words, without its full stop. */
const sentence = (words: number): string => `It${' is'.repeat(words - 1)}`;
const long = sentence(26);
const short = sentence(25);
const tooLong = 'a sentence of 26 words => at most 25';

describe('the limit on the words of a sentence', () => {
  it('names the place of a long one, and how long it is', () => {
    assert.deepEqual(findingsIn('README.md', `# A\n\nHere. ${long}.\n`), [`3:7 ${tooLong}`]);
    assert.deepEqual(findingsIn('README.md', `# A\n\nHere. ${short}.\n`), []);
  });

  it('counts across lines, in a list too', () => {
    const wrapped = (text: string): string =>
      `- Here.\n  ${text.replace(' is is', ' is\n  is')}.\n- ${text}.\n`;
    assert.deepEqual(findingsIn('docs/guides/a.md', wrapped(long)), [`2:3 ${tooLong}`, `4:1 ${tooLong}`]);
    assert.deepEqual(findingsIn('docs/guides/a.md', wrapped(short)), []);
  });

  it('sees that a sentence ends behind a number, code, bold text or a bracket', () => {
    for (const end of ['RFC 7748', '`is`', '**is', '(5.2)']) {
      const text = `${sentence(20)} ${end}.${end.startsWith('**') ? '**' : ''} \`It\` ${sentence(20)}.\n`;
      assert.deepEqual(findingsIn('docs/a.md', text), [], end);
      assert.equal(findingsIn('docs/a.md', text.replace(/\.(\**) `/, '$1 `')).length, 1, end);
    }
  });

  it('counts code and quotes as one word each, and no addresses', () => {
    const said = (words: number): string =>
      `${sentence(words - 3)} \`a b c\` "a. B c d" [link](https://a/b).\n`;
    assert.deepEqual(findingsIn('docs/a.md', said(25)), []);
    assert.deepEqual(findingsIn('docs/a.md', said(26)), [`1:1 ${tooLong}`]);
  });

  it('leaves tables, code and block quotes alone', () => {
    for (const text of [`| a |\n| - |\n| ${long} |\n`, `    ${long}\n`, `> ${long}.\n`])
      assert.deepEqual(findingsIn('docs/a.md', text), []);
  });

  it('holds for descriptions and steps of features, and not for their tables', () => {
    const feature = (text: string): string =>
      `Feature: a\n  Here. ${text}.\n\n  @b\n  Example: c\n    Given ${text.slice(3)}\n    Then it\n      | ${long} |\n`;
    assert.deepEqual(findingsIn('features/a.feature', feature(long)), [`2:9 ${tooLong}`, `6:5 ${tooLong}`]);
    assert.deepEqual(findingsIn('features/a.feature', feature(short)), []);
  });

  it('holds for what is read through, and not for decisions, the changelog and sources', () => {
    for (const file of ['CONTRIBUTING.md', 'vectors/README.md', 'docs/glossary.md'])
      assert.deepEqual(findingsIn(file, `${long}.\n`), [`1:1 ${tooLong}`], file);
    for (const file of ['CHANGELOG.md', 'docs/decisions/0001-a.md', 'support/a.ts'])
      assert.deepEqual(findingsIn(file, `// ${long}.\n`), [], file);
  });
});
