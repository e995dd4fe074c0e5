import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profilePages, departureSection, linkReadingsToProfiles } from '../../scripts/site/profiles';
import { isDeparture } from '../../support/contract/field-profile';
import { readings } from '../../support/contract/readings';
import { departuresFrom } from '../../support/explain/departures';
import type { Explanation } from '../../support/explain/explanation';
import { contractObligations } from '../../support/obligations';
import { shippedProfiles } from '../../support/targets/field-profiles';
import { conform } from '../cli/conform';

const { all } = contractObligations;

async function explained(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await conform(['explain', ...args]);
  assert.deepEqual([code, stderr], [0, ''], stderr);
  return stdout;
}

test('each departure of a shipped profile is named by an explanation, and nothing else is', async () => {
  const told = JSON.parse(await explained('--json', ...all.map(({ id }) => id))) as Explanation[];
  assert.equal(told.length, all.length);
  const named = told.flatMap(({ departures = [] }) =>
    departures.flatMap(({ id, profiles }) =>
      profiles.map((each) => JSON.stringify([each.name, id, each.value, each.source])),
    ),
  );
  const shipped = shippedProfiles().flatMap(({ name, departures }) =>
    departures.map(({ id, value, source }) => JSON.stringify([name, id, value, source])),
  );
  assert.ok(shipped.length > 0);
  assert.deepEqual([...new Set(named)].sort(), shipped.sort());
});

test('each departure of the contract is in the home of an obligation, and only departures are', () => {
  const inHomes = new Set(all.flatMap(({ departures = [] }) => departures));
  assert.deepEqual(
    [...inHomes].sort(),
    readings
      .map(({ id }) => id)
      .filter(isDeparture)
      .sort(),
  );
});

test('a departure of one service is not named for another', () => {
  const profilesOf = (id: 'CRT-01' | 'CRT-02') =>
    departuresFrom(contractObligations.get(id), shippedProfiles()).map((each) => [
      each.id,
      each.profiles.map(({ name, value }) => [name, value]),
    ]);
  assert.deepEqual(profilesOf('CRT-01'), [
    ['key-bits', [['identity-and-gateway-2026-11', { identity: 4096 }]]],
    ['certificate-form', [['identity-and-gateway-2026-11', { identity: 'json' }]]],
  ]);
  assert.deepEqual(profilesOf('CRT-02'), [
    ['key-bits', []],
    ['certificate-form', []],
  ]);
});

test('an explanation states the words of the document, the value, the profile and its source', async () => {
  const text = (await explained('SES-05')).replace(/\s+/g, ' ');
  const row =
    ' departure session-status (the document states status 200): 202 in claims-exchange-2026-09 ' +
    '(The OpenAPI description of the exchange, published by its operator, September 2026) ';
  assert.ok(text.includes(row), text);
  assert.match(
    await explained('CRT-02'),
    /^ {2}departure key-bits \(.* 2048 bits\): no shipped profile has it$/m,
  );
  assert.doesNotMatch(await explained('SES-08'), /^ {2}departure /m);
});

test('the site has a page for each profile with all settings, sources and notes', () => {
  const pages = profilePages();
  for (const { name, readings: own, departures, notes = [] } of shippedProfiles()) {
    const text = pages.find(({ path }) => path === `profiles/${name}`)?.text ?? assert.fail(name);
    const plain = text.replace(/\\(?=[!-/:-@[-`{-~])/g, '');
    for (const { id, source } of [...own, ...departures]) {
      assert.ok(plain.includes(`| \`${id}\` | `), id);
      assert.ok(plain.includes(source), source);
    }
    assert.ok(notes.length > 0);
    for (const note of notes) assert.ok(plain.includes(`- ${note.text} (${note.source})`), note.text);
  }
});

test('the pages of obligations and readings link to the profiles', () => {
  const link = '[claims-exchange-2026-09](/profiles/claims-exchange-2026-09.html)';
  for (const each of all) {
    const isLinked = departureSection(each).join('\n').includes(link);
    assert.equal(isLinked, each.departures?.includes('session-status') === true, each.id);
  }
  const rows = linkReadingsToProfiles('| `envelope`   | 4.6 |\n| `aad` | 6.2.6 |');
  assert.equal(rows, `| \`envelope\` (set by ${link}) | 4.6 |\n| \`aad\` | 6.2.6 |`);
});
