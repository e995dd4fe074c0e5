import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { currentEdition } from '../../support/contract/source';
import type { Edition } from '../../support/editions/edition';
import { findEdition, knownEditions } from '../../support/editions/known';
import { whyNotPinned } from '../../support/editions/pin';
import { ConfigurationError } from '../../support/targets/errors';
import { temporaryFolder } from '../report/embedded-run';
import { first, grown, second, secondName, without } from './second';

/** What a suite says to a pin that judges by the last of these editions. */
const saysTo = (pinned: string, ...all: [Edition, ...Edition[]]) =>
  whyNotPinned(pinned, { all, current: all.at(-1) ?? all[0] })?.join(' — ');

describe('a target may pin', () => {
  it('the edition of the suite', () => {
    assert.equal(saysTo(first.name, first), undefined);
    assert.equal(saysTo(secondName, first, second), undefined);
  });

  it('an earlier edition to which obligations were only added', () => {
    assert.equal(saysTo(first.name, first, grown), undefined);
  });
});

describe('a target may not pin', () => {
  it('an edition that the suite does not know', () => {
    const told = saysTo('2025-01-01-0123456789ab', first);
    assert.match(
      told ?? '',
      /^names an edition that this suite does not know — npx conform contract lists them/,
    );
    assert.ok(told?.includes(first.name));
  });

  it('an edition whose operations, headers, readings or schemas are others', () => {
    assert.match(saysTo(first.name, first, second) ?? '', /differs in its operations — .*--diff 2026-11-20-/);
    for (const part of ['operations', 'headers', 'readings', 'schemas'] as const) {
      const [name = ''] = Object.keys(first[part]);
      const fewer = { ...first, [part]: without(first[part], name) };
      assert.match(saysTo(first.name, fewer, grown) ?? '', new RegExp(`differs in its ${part} —`));
      assert.match(
        saysTo(first.name, first, { ...grown, [part]: fewer[part] }) ?? '',
        new RegExp(`in its ${part} —`),
      );
    }
  });

  it('an edition whose obligations were removed or changed since', () => {
    const removed = { ...grown, obligations: without(grown.obligations, 'HDR-05') };
    assert.match(saysTo(first.name, first, removed) ?? '', /differs in its obligations/);
    const weaker = { ...grown.obligations, 'HDR-05': { ...grown.obligations['HDR-05'], level: 'should' } };
    assert.match(
      saysTo(first.name, first, { ...grown, obligations: weaker }) ?? '',
      /differs in its obligations/,
    );
  });

  it('an edition that is newer than that of the suite', () => {
    const told = whyNotPinned(secondName, { all: [first, grown], current: first });
    assert.match(told?.join() ?? '', /is newer than the edition of this suite/);
  });
});

describe('the editions that a suite knows', () => {
  it('are its own alone where it keeps none', (t) => {
    const { all, current } = knownEditions(join(temporaryFolder(t), 'none'));
    assert.deepEqual([all.map(({ name }) => name), current.name], [[currentEdition], currentEdition]);
  });

  it('are those of its folder besides, the oldest first, each found by name or file', (t) => {
    const folder = temporaryFolder(t);
    const file = join(folder, 'first.json');
    writeFileSync(file, JSON.stringify(first));
    const known = knownEditions(folder, second);
    assert.deepEqual(
      known.all.map(({ name }) => name),
      [first.name, secondName],
    );
    assert.equal(known.current.name, secondName);
    assert.deepEqual(findEdition(first.name, known), first);
    assert.deepEqual(findEdition(file, known), first);
  });

  it('are none that cannot be read: a line names the file and says why', (t) => {
    const folder = temporaryFolder(t);
    const known = knownEditions(folder);
    const told = (text: string): string => {
      try {
        findEdition(text, known);
        return 'found';
      } catch (error) {
        assert.ok(error instanceof ConfigurationError);
        return error.line;
      }
    };
    const file = join(folder, 'bad.json');
    writeFileSync(file, JSON.stringify({ ...first, name: 'newest' }));
    assert.match(told(file), /bad\.json: is no edition: \/name must match/);
    assert.match(told(join(folder, 'none.json')), /none\.json: cannot be read \(ENOENT\)/);
    assert.match(told('newest'), /--diff newest is no edition that this suite knows — there is 2026-11-20-/);
    assert.throws(() => knownEditions(folder), /is no edition/);
  });
});
