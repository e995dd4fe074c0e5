import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lintProse } from '../../scripts/prose/lint';

const placesIn = async (file: string, text: string): Promise<string[]> =>
  (await lintProse(file, text)).map(({ line, column }) => `${line}:${column}`);

describe('the search for phrases', () => {
  it('names the phrase and what to write instead', async () => {
    const [finding] = await lintProse('a.md', 'Here is how to\nmend it.\n');
    assert.deepEqual(finding, { file: 'a.md', line: 2, column: 1, message: 'mend => fix' });
  });

  it('looks at strings, templates, comments and JSX, and at no names', async () => {
    const text = [
      "import { nobody } from './nobody';",
      "const nobody = 'nobody'; // nobody",
      '/** Of nobody. */',
      'const told = `${nobody} and nobody ${told} nobody`;',
      'const page = <p title="nobody">nobody</p>;',
    ].join('\n');
    assert.deepEqual(await placesIn('a.tsx', text), [
      ...['2:17', '2:29', '3:8', '4:29', '4:44', '5:24', '5:32'],
    ]);
  });

  it('finds a phrase that goes on in the next line of a comment', async () => {
    assert.deepEqual(await placesIn('a.ts', '/**\n * It comes as\n * far as here.\n */\n'), ['2:13']);
    assert.deepEqual(await placesIn('a.ts', '// It comes as\n// far as here.\n'), ['1:13']);
    assert.deepEqual(await placesIn('a.md', '- It comes as\n  far as here.\n'), ['1:12']);
  });

  it('leaves code in Markdown alone', async () => {
    assert.deepEqual(await placesIn('a.md', 'See `nobody`.\n\n    nobody\n'), []);
    assert.deepEqual(await placesIn('a.md', '| a |\n| - |\n| nobody |\n'), ['3:3']);
  });

  it('reads features and examples as they stand', async () => {
    const feature = 'Feature: Nobody is told\n  Nobody\n\n  Example: a\n    Given nobody\n      | nobody |\n';
    assert.deepEqual(await placesIn('features/a.feature', feature), ['1:10', '2:3', '5:11', '6:9']);
    assert.deepEqual(await placesIn('a.yaml', '# nobody\n'), ['1:3']);
  });

  it('finds nothing in what is written plainly', async () => {
    assert.deepEqual(await placesIn('a.ts', "// Port 0 takes a free one.\nconst a = 'not exercised';\n"), []);
  });
});
