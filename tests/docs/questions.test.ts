import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { contractObligations } from '../../support/obligations';

const docs = join(__dirname, '../../docs');

/** The cells of each row with a question, without the lines that begin a table. */
const rows = readFileSync(join(docs, 'twenty-questions.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\| (?:-|question)/.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  );

const idsIn = (text: string): string[] => text.match(/\b[A-Z]{3}-\d{2}\b/g) ?? [];

describe('the questions about the contract', () => {
  it('are twice twenty, each asked once, with an answer', () => {
    assert.equal(rows.length, 40);
    assert.equal(new Set(rows.map(([question]) => question)).size, 40);
    for (const cells of rows) {
      assert.equal(cells.length, 4, cells.join(' | '));
      assert.match(cells[0] ?? '', /\?$/);
      assert.match(cells[1] ?? '', /^\S.*\.$/);
    }
  });

  it('name Rules that exist, in the linked features', () => {
    for (const [question = '', , rules = '', last = ''] of rows) {
      const ids = idsIn(rules);
      assert.ok(ids.length > 0, question);
      for (const id of ids) assert.ok(contractObligations.has(id), `${question} ${id}`);
      const links = [...last.matchAll(/\]\((\.\.\/features\/[^)]+)\)/g)].map(([, link = '']) =>
        join(docs, link),
      );
      for (const link of links) assert.ok(existsSync(link), `${question} ${link}`);
      const linked = links.map((link) => readFileSync(link, 'utf8'));
      if (links.length > 0)
        for (const id of ids)
          assert.ok(
            linked.some((text) => text.includes(`@${id}`)),
            `${question} ${id}`,
          );
    }
  });
});
