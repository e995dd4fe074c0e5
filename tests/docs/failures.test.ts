import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { suiteRoot } from '../../support/contract/suite-root';
import { contractObligations } from '../../support/obligations';

/** A failure as terminals print it, cut down to what an obligation decides: its first line and the likely cause. */
const printed =
  /^ *(?<id>[A-Z]{3}-\d{2}) \[(?<level>\w+), clause (?<clauses>[^\]]+)\] (?<title>.+)\n(?:.+\n)*? +likely +(?<cause>.+)$/gm;

const texts = globSync(['README.md', 'docs/**/*.md'], { cwd: suiteRoot }).map((file) => ({
  file: file.replaceAll('\\', '/'),
  text: readFileSync(join(suiteRoot, file), 'utf8'),
}));
const samples = texts.flatMap(({ file, text }) =>
  [...text.matchAll(printed)].map(({ groups = {} }) => ({ file, ...groups })),
);

describe('a failure that a document shows', () => {
  it('is read wherever a document shows one, in the README and in a guide', () => {
    const causes = texts.flatMap(({ text }) => text.match(/^ +likely +/gm) ?? []);
    assert.equal(samples.length, causes.length);
    assert.ok(samples.some(({ file }) => file === 'README.md'));
    assert.ok(samples.some(({ file }) => file.startsWith('docs/guides/')));
  });

  for (const { file, ...told } of samples as ({ file: string } & Record<string, string>)[])
    it(`names a rule and a cause that the suite has: ${told.id ?? ''} in ${file}`, () => {
      const { level, clauses, title, causes = [] } = contractObligations.get(told.id ?? '');
      assert.deepEqual(
        { level: told.level, clauses: told.clauses, title: told.title },
        { level, clauses: clauses.join(', '), title },
      );
      assert.ok(causes.includes(told.cause ?? ''), `no cause of ${told.id ?? ''}: ${told.cause ?? ''}`);
    });
});
