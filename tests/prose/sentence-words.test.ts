import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lintProse } from '../../scripts/prose/lint';

/** A sentence of so many words, without its full stop. */
const sentence = (words: number): string => `It${' is'.repeat(words - 1)}`;
const long = sentence(26);
const short = sentence(25);

const foundIn = async (file: string, text: string): Promise<string[]> =>
  (await lintProse(file, text)).map(({ line, column, message }) => `${line}:${column} ${message}`);
const tooLong = 'a sentence of 26 words => at most 25';

describe('the limit on the words of a sentence', () => {
  it('names the place of a long one, and how long it is', async () => {
    assert.deepEqual(await foundIn('README.md', `# A\n\nHere. ${long}.\n`), [`3:7 ${tooLong}`]);
    assert.deepEqual(await foundIn('README.md', `# A\n\nHere. ${short}.\n`), []);
  });

  it('counts across lines, in a list too', async () => {
    const wrapped = (text: string): string => `- Here.\n  ${text.replace(' is is', ' is\n  is')}.\n`;
    assert.deepEqual(await foundIn('docs/guides/a.md', wrapped(long)), [`2:3 ${tooLong}`]);
    assert.deepEqual(await foundIn('docs/guides/a.md', wrapped(short)), []);
  });

  it('sees that a sentence ends behind a number, code, bold text or a bracket', async () => {
    for (const end of ['RFC 7748', '`is`', '**is', '(5.2)']) {
      const text = `${sentence(20)} ${end}.${end.startsWith('**') ? '**' : ''} \`It\` ${sentence(20)}.\n`;
      assert.deepEqual(await foundIn('docs/a.md', text), [], end);
      assert.equal((await foundIn('docs/a.md', text.replace(/\.(\**) `/, '$1 `'))).length, 1, end);
    }
  });

  it('counts code and quotes as one word each, and no addresses', async () => {
    const said = (words: number): string =>
      `${sentence(words - 3)} \`a b c\` "a. B c d" [link](https://a/b).\n`;
    assert.deepEqual(await foundIn('docs/a.md', said(25)), []);
    assert.deepEqual(await foundIn('docs/a.md', said(26)), [`1:1 ${tooLong}`]);
  });

  it('leaves tables, code and block quotes alone', async () => {
    for (const text of [`| a |\n| - |\n| ${long} |\n`, `    ${long}\n`, `> ${long}.\n`])
      assert.deepEqual(await foundIn('docs/a.md', text), []);
  });

  it('holds for descriptions and steps of features, and not for their tables', async () => {
    const feature = (text: string): string =>
      `Feature: a\n  Here. ${text}.\n\n  @b\n  Example: c\n    Given ${text.slice(3)}\n      | ${long} |\n`;
    assert.deepEqual(await foundIn('features/a.feature', feature(long)), [
      `2:9 ${tooLong}`,
      `6:5 ${tooLong}`,
    ]);
    assert.deepEqual(await foundIn('features/a.feature', feature(short)), []);
  });

  it('holds for what is read through, and not for decisions, the changelog and sources', async () => {
    for (const file of ['CONTRIBUTING.md', 'vectors/README.md', 'docs/glossary.md'])
      assert.deepEqual(await foundIn(file, `${long}.\n`), [`1:1 ${tooLong}`], file);
    for (const file of ['CHANGELOG.md', 'docs/decisions/0001-a.md'])
      assert.deepEqual(await foundIn(file, `${long}.\n`), [], file);
    assert.deepEqual(await foundIn('support/a.ts', `// ${long}.\n`), []);
  });
});
