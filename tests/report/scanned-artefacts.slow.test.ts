import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { generateTraffic } from '../../mutants/traffic/generate';
import { harOf } from '../../mutants/traffic/har-file';
import { writeAllureResults } from '../../support/report/allure/results';
import { conform } from '../cli/conform';
import { foundByScanner, scannable } from '../exchange/scanner';
import type { Artefacts } from './artefacts';
import { artefactsIn } from './artefacts';
import { copyCachedRun } from '../runs/kept';
import { temporaryFolder } from './embedded-run';

/** `place: text` for each text in which a scanner that is not ours sees a secret. */
async function scanned(artefacts: Artefacts): Promise<string[]> {
  const found: string[] = [];
  for (const [place, text] of artefacts)
    found.push(...(await foundByScanner(text)).map((part) => `${place}: ${part}`));
  return found;
}

const partOf = (found: string): string => found.slice(found.indexOf(': ') + 2);

const root = join(__dirname, '../..');
const features = globSync('features/**/*.feature', { cwd: root })
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

/** Packs a report with a signature. */
async function packed(folder: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const { code, stderr } = await conform(['report', '--reports', folder, '--pack', '--json'], {
    env: { CONFORM_SIGNING_KEY: key },
  });
  assert.equal(code, 0, stderr);
}

const ofEveryKind = [
  /^results\.json$/,
  /^recording\.jsonl$/,
  /^compliance\.html$/,
  /^junit\.xml$/,
  /^summary\.md$/,
  /^evidence-pack\.zip\/results\.json$/,
  /^evidence-pack\.zip\/manifest\.dsse\.json$/,
];

test('a scanner that is not ours finds nothing in any artefact of a run', async (t) => {
  const { folder } = await copyCachedRun('service', t);
  await packed(folder);
  await writeAllureResults(folder);
  const artefacts = await artefactsIn(folder);
  for (const kind of [...ofEveryKind, /^messages\.ndjson$/, /^allure-results\/.*-result\.json$/])
    assert.ok(
      [...artefacts.keys()].some((place) => kind.test(place)),
      `no ${kind.source}`,
    );
  // The features are published: what stands in their examples is no secret.
  const leaking = (await scanned(artefacts)).filter((found) => !features.includes(partOf(found)));
  assert.deepEqual(leaking, []);
});

test('a scanner that is not ours finds none of the secrets of audited traffic in any artefact', async (t) => {
  const folder = temporaryFolder(t);
  const [file, reports] = [join(folder, 'a.har'), join(folder, 'reports')];
  const secrets = await scannable();
  const har = harOf([...generateTraffic({ exchanges: 20, seed: 5 })], { creator: 'generated' });
  const entries = har.log.entries.map((entry, index) => {
    const secret = Object.values(secrets)[index % Object.keys(secrets).length] ?? '';
    const text = JSON.stringify({ remark: secret, error: { message: `refused: ${secret}` } });
    return {
      ...entry,
      request: {
        ...entry.request,
        url: `${entry.request.url}?remark=${encodeURIComponent(secret)}`,
        headers: [...entry.request.headers, { name: 'X-Note', value: secret.replaceAll('\n', ' ') }],
        postData: { mimeType: 'application/json', text },
      },
      response: { ...entry.response, content: { size: text.length, mimeType: 'application/json', text } },
    };
  });
  writeFileSync(file, JSON.stringify({ log: { ...har.log, entries } }));
  for (const [name, secret] of Object.entries(secrets)) {
    const seen = await foundByScanner(JSON.stringify({ remark: secret }));
    assert.notDeepEqual(seen, [], `the scanner is blind to ${name}`);
  }
  const { stderr } = await conform(['audit', file, '--reports', reports]);
  assert.equal(stderr, '');
  await packed(reports);
  const artefacts = await artefactsIn(reports);
  for (const kind of ofEveryKind)
    assert.ok(
      [...artefacts.keys()].some((place) => kind.test(place)),
      `no ${kind.source}`,
    );
  // A stand-in has the form of a secret, and nothing of its content.
  const leaking = (await scanned(artefacts)).filter((found) => {
    const part = partOf(found);
    return Object.values(secrets).some((secret) => secret.includes(part) || part.includes(secret));
  });
  assert.deepEqual(leaking, []);
});
