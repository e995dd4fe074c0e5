import assert from 'node:assert/strict';
import type { KeyObject } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { before, describe, it } from 'node:test';
import type { Results } from '../../support/judging/results';
import { signingKeyVariable } from '../../support/report/pack/sign';
import type { ReportChanges, CheckedPack, NewSignOff, ReportRow, Review } from '../../support/ui/api';
import { lastingFolder } from '../report/embedded-run';
import { signer, stranger } from '../report/packs';
import { copyCachedRun } from '../runs/kept';
import { earlierRun, hostileHtml, writeEarlier } from './earlier-report';
import type { OpenedUi } from './open';
import { sendUiRequest, openUi } from './open';

type Listed = Extract<ReportRow, { at: string }>;

const isListed = (row: ReportRow): row is Listed => 'at' in row;

const pemOf = (key: KeyObject): string =>
  key.export({ format: 'pem', type: key.type === 'private' ? 'pkcs8' : 'spki' }).toString();

/**
 * A folder with a report, and an earlier one, in which less was in order: it has a hostile name, and one of its
 * verdicts is worse.
 */
const kept = lastingFolder();
before(async () => {
  const { folder } = await copyCachedRun('certificates');
  cpSync(folder, kept, { recursive: true });
  writeEarlier(folder, kept, {
    name: `${hostileHtml}\u202e`,
    more: (results) => ({
      ...results,
      obligations: results.obligations.map((each) =>
        each.id === 'CRT-02' ? { ...each, verdict: 'failed' as const } : each,
      ),
    }),
  });
  const cut = join(kept, 'history/20190101T000000.000Z-11111111');
  mkdirSync(cut);
  writeFileSync(join(cut, 'results.json'), '{"run": ');
});

/** A page on a copy of that folder. */
async function opened(
  t: TestContext,
): Promise<OpenedUi & { readonly reports: string; readonly run: string }> {
  const ui = await openUi(t);
  const reports = join(ui.folder, 'reports');
  cpSync(kept, reports, { recursive: true });
  const { run } = JSON.parse(readFileSync(join(reports, 'results.json'), 'utf8')) as Results;
  return { ...ui, reports, run: run.id };
}

const review = ({ tell }: OpenedUi, run: string) => tell<Review>('GET', `/api/reports/${run}/review`);

const decide = ({ tell }: OpenedUi, run: string, given: Partial<NewSignOff>) =>
  tell<Review>('POST', `/api/reports/${run}/review`, {
    name: 'A. Reviewer',
    decision: 'rejected',
    date: '2099-01-01',
    ...given,
  });

describe('the reports on the page', () => {
  it('are listed once each, the newest first, those that cannot be read last, and what is hostile is a text', async (t) => {
    const ui = await opened(t);
    const { body, text } = await ui.tell<readonly ReportRow[]>('GET', '/api/reports');
    assert.deepEqual(
      body.map(({ run }) => run),
      [ui.run, earlierRun, '2'],
    );
    const [first, second] = body.filter(isListed);
    assert.deepEqual([first?.selfTest, first?.narrowed, first?.hasReport], [true, true, true]);
    assert.match(
      first?.headlines.map((each) => each.text).join() ?? '',
      /^no failure in the 2 of \d+ requirements that were seen$/,
    );
    assert.equal(second?.target, '<img src=x onerror=alert(1)>\ufffd', 'it cannot turn what follows');
    assert.match(text, /"trouble":\{"message":"its results cannot be read"/);
    assert.deepEqual((await (await openUi(t)).tell('GET', '/api/reports')).body, []);
  });

  it('are reached by run or by a name of the history, and by nothing that leads outside', async (t) => {
    const ui = await opened(t);
    cpSync(ui.reports, join(ui.folder, 'etc'), { recursive: true });
    for (const name of ['latest', '1', ui.run, ui.run.slice(0, 8)])
      assert.equal((await review(ui, name)).status, 200, name);
    const asJson = { ...ui.ours, 'content-type': 'application/json' };
    for (const name of [
      '..%2f..%2fetc',
      '%2e%2e',
      '..%2fetc',
      '/etc',
      'a%20b',
      'latest%00',
      'x'.repeat(60),
      '9',
    ])
      for (const [method, path, body] of [
        ['GET', `/api/reports/${name}/review`, ''],
        ['GET', `/api/reports/${name}/changes?since=latest`, ''],
        ['GET', `/api/reports/latest/changes?since=${name}`, ''],
        ['POST', `/api/reports/${name}/pack`, '{}'],
        ['GET', `/report/${name}/pack`, ''],
      ] as const) {
        const { status, text } = await sendUiRequest(ui.at(path), asJson, method, body);
        assert.ok([404, 422].includes(status), `${path}: ${status}`);
        assert.doesNotMatch(text, /digest|CRT-02/, path);
      }
  });

  it('are compared: what became better, who was judged, and what was looked at', async (t) => {
    const ui = await opened(t);
    const { body } = await ui.tell<ReportChanges>('GET', `/api/reports/latest/changes?since=${earlierRun}`);
    assert.equal(body.isRegression, false);
    assert.deepEqual(
      body.groups.map(({ kind, changes }) => [kind, changes.map(({ id }) => id)]),
      [['better', ['CRT-02']]],
    );
    assert.ok(body.unlike.some((line) => line.includes('<img')) && body.compared.length > 0);
    const back = await ui.tell<ReportChanges>('GET', `/api/reports/${earlierRun}/changes?since=latest`);
    assert.deepEqual([back.body.isRegression, back.body.groups[0]?.kind], [true, 'worse']);
    assert.equal((await ui.tell('GET', '/api/reports/latest/changes')).status, 400);
  });

  it('are compared by client: ten are shown, the others a click away, and a client alone can be a regression', async (t) => {
    const ui = await opened(t);
    const give = (place: string, failed: readonly string[]): void => {
      const file = join(ui.reports, place, 'results.json');
      const results = JSON.parse(readFileSync(file, 'utf8')) as Results;
      const obligations = results.obligations.map((each) =>
        each.id === 'HDR-05' ? { ...each, planned: true, verdict: 'failed' as const } : each,
      );
      const broken = failed.map((id) => ({ id, count: 1 }));
      const clients = Array.from({ length: 12 }, (_none, index) => {
        const label = `SBX_${index + 10}`;
        return { label, by: 'client id' as const, exchanges: 1, overall: {}, failed, broken };
      });
      writeFileSync(file, JSON.stringify({ ...results, obligations, clients }));
    };
    give('.', ['HDR-05']);
    give('history/20200101T000000.000Z-00000000', []);
    const { body } = await ui.tell<ReportChanges>('GET', `/api/reports/latest/changes?since=${earlierRun}`);
    assert.deepEqual([body.isRegression, body.clients.areWorse], [true, true]);
    const [group, ...others] = body.clients.groups;
    assert.deepEqual([group?.title, others], ['Clients that newly break something: 12', []]);
    assert.deepEqual([group?.shown.length, group?.folded.length], [10, 2]);
    assert.equal(group?.shown[0], 'SBX_10 (by client id): HDR-05 1×');
    assert.ok(body.compared.includes('Clients compared by name: 12.'));
    const back = await ui.tell<ReportChanges>('GET', `/api/reports/${earlierRun}/changes?since=latest`);
    assert.equal(back.body.clients.areWorse, false);
  });
});

describe('a sign-off', () => {
  it('stands beside the report that was looked at, as the report tells it; the pack is older then', async (t) => {
    const ui = await opened(t);
    const { body } = await review(ui, 'latest');
    assert.deepEqual(
      [body.run, body.standing, body.takesOverruling, body.signOff],
      [ui.run, '', true, undefined],
    );
    assert.ok(body.caveats.length > 0 && body.headlines[0]?.sentence);
    const { digest, today } = body;
    const given = { digest, standing: '', date: today };
    for (const [wrong, status, why] of [
      [{ ...given, digest: 'sha256:0' }, 422, /are not the results that were reviewed/],
      [{ ...given, standing: 'sha256:0' }, 422, /has been written meanwhile/],
      [{ ...given, decision: 'accepted' as const }, 422, /without remarks that say why/],
      [{ ...given, date: '2020-01-01' }, 422, /before the run ended/],
      [
        { ...given, remarks: `Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.${'a'.repeat(43)}` },
        422,
        /holds what shows as a secret/,
      ],
      [{ ...given, decision: 'maybe' as never }, 400, /must be equal to one of/],
      [{ ...given, conditions: ['a'] }, 422, /conditions/],
    ] as const) {
      const refused = await decide(ui, 'latest', wrong);
      assert.equal(refused.status, status, refused.text);
      assert.match(refused.body.error.message, why);
    }
    await ui.tell('PUT', '/api/secrets', { name: 'TYPED', value: 'planted-value' });
    const leaking = await decide(ui, 'latest', { ...given, remarks: 'It is planted-value.' });
    assert.match(leaking.body.error.message, /shows as a secret/);
    assert.ok(!existsSync(join(ui.reports, 'sign-off.json')));

    assert.equal((await ui.tell('POST', '/api/reports/latest/pack', {})).status, 200);
    const decided = await decide(ui, 'latest', {
      ...given,
      decision: 'accepted',
      remarks: `Known: ${hostileHtml}`,
    });
    assert.equal(decided.body.signOff?.told.kind, 'accepted', decided.text);
    assert.deepEqual([decided.body.packIsOlder, decided.body.digest], [true, digest]);
    const again = await decide(ui, 'latest', given);
    assert.match(again.body.error.message, /has been written meanwhile/);
    const html = await sendUiRequest(ui.at('/report/latest'), ui.ours);
    assert.match(html.text, /Accepted by A\. Reviewer/);
    assert.doesNotMatch(html.text, /<img src=x/);
    const rows = await ui.tell<readonly ReportRow[]>('GET', '/api/reports');
    assert.equal(rows.body.find(isListed)?.decision, 'Accepted by A. Reviewer');
  });
});

describe('an evidence pack', () => {
  it('is made of a report, signed where the environment has a key, and verified by key and nonce', async (t) => {
    const ui = await opened(t);
    process.env[signingKeyVariable] = pemOf(signer.privateKey);
    const made = await ui.tell<{ signedBy?: string }>('POST', `/api/reports/${ui.run}/pack`, {});
    Reflect.deleteProperty(process.env, signingKeyVariable);
    assert.ok(made.body.signedBy, made.text);
    const file = readFileSync(join(ui.reports, 'evidence-pack.zip'));
    const got = await sendUiRequest(ui.at(`/report/${ui.run}/pack`), ui.ours);
    assert.equal(got.headers['content-type'], 'application/zip');
    const verify = (more: Record<string, string>, content = file) =>
      ui.hand<CheckedPack>(`/api/packs?${new URLSearchParams({ name: '../mine.zip', ...more })}`, content);
    const key = pemOf(signer.publicKey);
    const right = await verify({ key });
    assert.deepEqual([right.body.sound, right.body.signature, right.body.judgedAgain], [true, 'valid', true]);
    assert.equal((await verify({})).body.signature, 'not-checked');
    const other = await verify({ key: pemOf(stranger.publicKey) });
    assert.deepEqual([other.body.sound, other.body.signature], [false, 'wrong']);
    const late = await verify({ key, nonce: 'another' });
    assert.equal(late.body.sound, false);
    assert.match(late.body.contradictions.join(), /nonce/);
    const noPack = await verify({}, Buffer.from('no zip'));
    assert.deepEqual([noPack.status, noPack.body.error.message.startsWith('../mine.zip: ')], [422, true]);
    const noKey = await verify({ key: 'no key' });
    assert.deepEqual(
      [noKey.status, noKey.body.error.message.startsWith('the key: ')],
      [422, true],
      noKey.text,
    );
  });
});
