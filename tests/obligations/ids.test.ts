import { test } from 'node:test';
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractObligations } from '../../support/obligations';

const root = join(__dirname, '../..');
const prefixes = [...new Set(contractObligations.all.map(({ id }) => id.slice(0, 3)))];
const anyId = new RegExp(`\\b(?:${prefixes.join('|')})-\\d{2}\\b`, 'g');

/** Where ids stand, as `file:line: text`, each but those that `allowed` lets pass. */
function standing(allowed: (file: string, line: string, id: string) => boolean): string[] {
  const files = globSync(['support/**/*', 'steps/**/*'], { cwd: root }).filter((file) => /\.\w+$/.test(file));
  return files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(anyId)]
          .filter(([id]) => !allowed(file.replaceAll('\\', '/'), line.trim(), id))
          .map(() => `${file}:${index + 1}: ${line.trim()}`),
      ),
  );
}

const isHome = (file: string, line: string, id: string): boolean =>
  file.startsWith('support/obligations/') && line === `id: '${id}',`;

/** A judge looks up what is sent wrong to show its obligation, in the file of its home. */
const isLookup = (file: string, line: string, id: string): boolean =>
  (line.includes(`deliberateMistakes['${id}']`) || line.includes(`deliberateMistakesOf('${id}')`)) &&
  readFileSync(join(root, file), 'utf8').includes(`id: '${id}',`);

/** What a recording shows nothing of under other readings, and what is sent wrong to show an obligation. */
const isTable = (file: string): boolean =>
  ['support/judging/keeping.ts', 'support/contract/deliberate-mistakes.ts'].includes(file);

test('an id stands in its home, in what another home follows or needs, and in two tables', () => {
  const elsewhere = standing(
    (file, line, id) =>
      isHome(file, line, id) ||
      isTable(file) ||
      (file.startsWith('support/obligations/') &&
        (/^(?:follows|needs): \[/.test(line) || isLookup(file, line, id))),
  );
  assert.deepEqual(elsewhere, []);
});

test('each obligation has one home', () => {
  const homes = standing((file, line, id) => !isHome(file, line, id)).map((place) => place.slice(-8, -2));
  assert.deepEqual(homes.sort(), contractObligations.all.map(({ id }) => id).sort());
});

test('a home stands in the folder of its area', () => {
  const folderOf = (id: string): string => `support/obligations/${contractObligations.get(id).area}/`;
  const strange = standing((file, line, id) => !isHome(file, line, id) || file.startsWith(folderOf(id)));
  assert.deepEqual(strange, []);
});
