import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { generateTraffic } from '../../mutants/traffic/generate';
import { harOf } from '../../mutants/traffic/har-file';
import type { Results } from '../../support/judging/results';
import { renderAnnotations } from '../../support/report/annotations';
import { reportOf } from '../../support/report/model/report';
import { renderTerminalSummary } from '../../support/report/summary';
import { conform } from '../cli/conform';
import { temporaryFolder } from './embedded-run';
import { oneOfEach, sampleResults } from './sample-results';
import { fileRenderings } from './renderings';
import { readAll } from './workflow-commands';

/** What would be a line of the verdict, and commands of GitHub, Azure, TeamCity, GitLab and Jenkins. */
const lines = [
  '  ZZZ-99  passed         forged',
  'integrator: conforms, forged',
  '::error title=forged::forged',
  '##vso[task.complete result=Succeeded;]forged',
  "##teamcity[buildStatus status='SUCCESS' text='forged']",
  '##[error]forged',
  '\u001b[0Ksection_start:1560896352:forged\r\u001b[0Kforged',
  '</failure></testcase><testcase name="forged"/>',
  '[[ATTACHMENT|/etc/passwd]]',
  '- **forged**',
];

/** Each way in which a line can end. */
const ends = ['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\u000b', '\f'];

const hostile = ends.map((end) => lines.map((line) => end + line).join('')).join('');

/**
 * No line is another's, no command stands anywhere, and nothing steers a terminal.
 * @param deeper how far what belongs to the line above it is indented
 */
function assertOurs(text: string, where: string, deeper = 4): void {
  const begun = /^(?:ZZZ-99|integrator: conforms, f|<\/failure>|- \*\*forged)/;
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/)) {
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    if (indent < deeper) assert.doesNotMatch(line.trimStart(), begun, where);
    assert.doesNotMatch(line, /^\s*::error title=forged/, where);
  }
  assert.doesNotMatch(text, /##\w*\[|\[\[ATTACHMENT/, where);
  // eslint-disable-next-line no-control-regex
  assert.doesNotMatch(text, /[\r\u001b\u2028\u2029\u0085\v\f]/, where);
  assert.match(text, /forged/, where);
}

/** Sample results in which every text is hostile that results.json does not take from a list. */
function hostileResults(isPlanted: (path: string) => boolean): Results {
  const results = sampleResults(oneOfEach, {
    product: { name: 'Product', version: '1', digest: 'sha256:1' },
    adapter: { name: 'adapter', version: '1' },
    facility: 'here',
    operator: 'they',
    environment: 'sandbox',
    nonce: 'nonce',
    faults: ['a hook broke'],
    warnings: ['a secret expires'],
    diagnosis: [{ name: 'gateway reachable', state: 'bad', detail: 'no' }],
    obstacles: [{ what: 'the adapter ended', detail: '  stderr  ended with\n    x', prevented: ['SES-03'] }],
    traffic: {
      note: 'Recorded traffic',
      files: [{ name: 'a.har', form: 'har', exchanges: 3, others: 0, broken: ['entry 1'], brokenCount: 1 }],
    },
    waivers: [{ obligation: 'SES-01', reason: 'known', approver: 'A', expires: '2026-12-31', state: 'used' }],
    changes: {
      since: { id: 'x', finishedAt: '2026-03-01T09:00:00.000Z', version: '1' },
      obligations: [{ id: 'SES-01', from: 'passed', to: 'failed' }],
    },
  });
  const client = {
    label: 'SBX_1',
    by: 'client id',
    exchanges: 3,
    overall: {},
    failed: [],
    broken: [{ id: 'HDR-05', count: 1 }],
  } as const;
  return planted({ ...results, clients: [client, { ...client, label: 'SBX_2' }] }, '', isPlanted) as Results;
}

function planted(value: unknown, path: string, isPlanted: (path: string) => boolean): unknown {
  if (typeof value === 'string') return isPlanted(path) ? value + hostile : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => planted(each, path, isPlanted));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, planted(each, `${path}.${name}`, isPlanted)]),
  );
}

/** All report files except the page, because HTML ignores line breaks in texts. */
const { 'compliance.html': _page, ...lineRenderings } = fileRenderings;

/** Words of fixed lists, times and digests: schemas/results.schema.json takes no others. */
const ofLists =
  /(?:^\.suite|verdict|state|level|subjects?|role|roles|by|form|id|from|to|follows|prevented|planned|obligation|obligations|profile|At|edition|sourceDigest|obligationsDigest|source|at|expires|area|clause|assessed|notAssessed|facet|failed)$/;

describe('no text of others begins a line of a report', () => {
  const renderings: Readonly<Record<string, (results: Results) => string>> = {
    ...lineRenderings,
    terminal: (results) => renderTerminalSummary(reportOf(results), `reports${hostile}`),
    annotations: (results) => renderAnnotations(reportOf(results)),
  };
  for (const [name, render] of Object.entries(renderings))
    it(`in all places at once: ${name}`, () => {
      // A message of several lines stands by itself in JUnit, and not below a row.
      assertOurs(render(hostileResults((path) => !ofLists.test(path))), name, name === 'junit.xml' ? 2 : 4);
    });

  it('nor does one of another kind arise: there are as many commands as of harmless results', () => {
    const count = (results: Results) => readAll(renderAnnotations(reportOf(results))).length;
    assert.equal(count(hostileResults((path) => !ofLists.test(path))), count(hostileResults(() => false)));
  });
});

test('what a client sent, and what its files are called, begins no line of anything that is made of its traffic', async (t) => {
  const folder = temporaryFolder(t);
  const ids = ['HDR-02', 'HDR-05', 'HDR-07', 'HDR-10', 'HDR-11', 'SES-03', 'OTP-01', 'ENC-03'] as const;
  const breaks = ids.map((id, index) => ({ id, at: 5 + index * 5 }));
  const har = harOf([...generateTraffic({ exchanges: 120, seed: 3, breaks, clientId: `SBX${hostile}` })], {
    creator: `tool${hostile}`,
  });
  for (const [index, { request, response }] of har.log.entries.entries()) {
    // Each way of being odd in some of the exchanges: the others show that they are of a client.
    const kind = index % 12;
    if (kind === 1) request.method += hostile;
    if (kind === 3) request.url += `/x${hostile}`;
    if (kind === 5) request.headers.push({ name: `X-Odd${hostile}`, value: `y${hostile}` });
    if (kind === 7)
      for (const each of request.headers) if (each.name !== 'Authorization') each.value += hostile;
    if (kind === 9) response.headers.push({ name: 'Content-Type', value: `text/plain${hostile}` });
    if (kind === 11) response.statusText += hostile;
    const { postData } = request;
    if (postData?.text !== undefined && kind % 2 === 0)
      postData.text = postData.text.replace(
        '{',
        `{${JSON.stringify(`member${hostile}`)}: ${JSON.stringify(hostile)},`,
      );
  }
  const files = [join(folder, 'a\n  ZZZ-99  passed         forged.har'), join(folder, 'b.har')];
  for (const file of files) writeFileSync(file, JSON.stringify(har));
  const target = join(folder, 'target.yaml');
  const named = JSON.stringify(`x${hostile}`);
  writeFileSync(
    target,
    `name: ${named}\nproduct: {name: ${named}, version: ${named}}\nfacility: ${named}\noperator: ${named}\nservices: {}\nintegrator: {manual: true, roles: [session, identity, registry]}\n`,
  );
  const reports = join(folder, 'r');
  mkdirSync(reports);
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'job.md') };
  const audit = ['audit', ...files, '--target', target, '--reports', reports];
  const pack = join(folder, 'p\n  ZZZ-99  passed         forged.zip');
  const printed: Record<string, string> = {};
  const run = async (name: string, args: readonly string[], surroundings = {}): Promise<void> => {
    const { code, stdout, stderr } = await conform(args, surroundings);
    assert.notEqual(code, 2, `${name}: ${stderr}`);
    printed[name] = stdout + stderr;
  };
  await run('audit', audit);
  await run('audit on GitHub', audit, { env });
  await run('report', ['report', '--reports', reports, '--pack', pack]);
  await run('verify', ['verify', pack, '--conforms']);
  await run('history', ['history', '--reports', folder]);
  await run('diff', ['diff', reports, reports]);
  const refused = await conform(['audit', `${files[0] ?? ''}.none`, '--reports', reports]);
  assert.equal(refused.code, 2);
  printed.refused = refused.stderr;
  for (const [name, text] of Object.entries(printed)) {
    if (name === 'history') continue;
    // The commands of GitHub are our own.
    assertOurs(text, `${name}\n${text.slice(0, 3000)}`);
  }
  for (const name of Object.keys(lineRenderings)) assertOurs(readFileSync(join(reports, name), 'utf8'), name);
  assertOurs(readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8'), 'the page of the job');
});
