import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import type { ClientTraffic } from '../traffic/several';
import { interleaved, trafficOf } from '../traffic/several';
import { harOf } from '../../mutants/traffic/har-file';
import { trafficLogOf } from '../../mutants/traffic/traffic-log';
import type { WireRecord } from '../../support/exchange/raw-exchange';
import { reportOf } from '../../support/report/model/report';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { conform } from './conform';

/** The hosts of the generated traffic, as the services of a target. */
const services = {
  gateway: 'https://gateway.example',
  identity: 'https://identity.example',
  registry: 'https://registry.example',
};

const seen = (clients: readonly ClientTraffic[] = [{ clientId: 'SBX_1', exchanges: 12 }]): WireRecord[] =>
  interleaved(trafficOf(clients));

/** Returns the exchanges with other addresses, and the same paths. */
const moved = (all: readonly WireRecord[], move: (url: URL, at: number) => string): WireRecord[] =>
  all.map((each, at) => {
    const { pathname, search } = new URL(each.request.url);
    const url = `${move(new URL(each.request.url), at)}${pathname}${search}`;
    return { ...each, request: { ...each.request, url } };
  });

const elsewhere = ({ hostname }: URL): string =>
  `https://${hostname.replace('.example', '.elsewhere.example')}`;

const har = (all: readonly WireRecord[]): string => JSON.stringify(harOf(all, { creator: 'generated' }));

/** A callback that reaches the integrator. */
const callback: WireRecord = {
  arrivedAt: Date.UTC(2026, 10, 21),
  answeredAt: Date.UTC(2026, 10, 21),
  request: {
    method: 'POST',
    url: 'https://clinic.example/hcx/v1/coverageeligibility/on_check',
    headers: [['Content-Type', 'application/json']],
    body: Buffer.from('{"payload":"a.b.c.d.e"}'),
  },
  response: { status: 202, headers: [], body: Buffer.from('{}') },
};

interface Audited {
  readonly addresses?: Readonly<Record<string, string>>;
  readonly options?: readonly string[];
  readonly name?: string;
}

/** Audits traffic with a target that has these addresses. */
async function auditWithTarget(
  t: TestContext,
  content: string,
  { addresses = services, options = [], name = 'traffic.har' }: Audited = {},
) {
  const folder = temporaryFolder(t);
  const [file, target, reports] = [name, 'target.yaml', 'reports'].map((each) => join(folder, each));
  assert.ok(file && target && reports);
  writeFileSync(file, content);
  writeFileSync(target, JSON.stringify({ name: 'ours', environment: 'sandbox', services: addresses }));
  const ended = await conform(['audit', file, '--target', target, '--reports', reports, ...options]);
  return { ...ended, reports, target, folder, file };
}

const observedIn = (folder: string) => {
  const { observed } = readResults(folder).run;
  assert.ok(observed);
  return observed;
};

/** Returns the rows of the requests that were not judged, as in `host https://gateway.example 2`. */
const unjudgedIn = (folder: string): readonly string[] =>
  (readResults(folder).run.traffic?.files ?? []).flatMap(({ unjudged }) =>
    (unjudged?.rows ?? []).map(({ why, host, count }) => `${why} ${host} ${count}`),
  );

const notesIn = (folder: string): readonly string[] =>
  reportOf(readResults(folder)).caveats.filter((each) => each.includes(' went to '));

const factIn = (folder: string, term: string): string | undefined =>
  reportOf(readResults(folder)).facts.find((each) => each.term === term)?.value;

describe('conform audit --target', () => {
  it('refuses traffic of another system in one line, with the hosts and the way on', async (t) => {
    for (const options of [[], ['--jobs', '2'], ['--shard', '1/2']]) {
      const all = moved(seen([{ clientId: 'SBX_1' }, { clientId: 'SBX_2' }]), elsewhere);
      const { code, stdout, stderr, target, reports } = await auditWithTarget(t, har(all), { options });
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(
        stderr,
        /^error: \S+: services names none of the hosts that the traffic went to: https:\/\/\w+\.elsewhere\.example \(\d+ exchanges\), [^\n]+ — add them if they belong to the target, or leave --target out to judge the traffic without a target\n$/,
      );
      assert.ok(stderr.includes(target));
      for (const host of ['gateway', 'identity', 'registry'])
        assert.ok(stderr.includes(`https://${host}.elsewhere.example (`), stderr);
      assert.ok(!existsSync(join(reports, 'results.json')), 'there is no report in the name of the target');
    }
  });

  it('judges the same traffic without a target, and names the system that was observed', async (t) => {
    const folder = temporaryFolder(t);
    const file = join(folder, 'traffic.har');
    const all = moved(seen(), elsewhere).map(({ request, ...each }) => ({
      ...each,
      request: {
        ...request,
        headers: [...request.headers, ['User-Agent', 'PostmanRuntime/7.36.0'] as const],
      },
    }));
    writeFileSync(file, har(all));
    const reports = join(folder, 'reports');
    const { code, stdout } = await conform(['audit', file, '--reports', reports]);
    assert.notEqual(code, 2);
    const observed = observedIn(reports);
    assert.deepEqual(observed.exchanges, { target: 0, other: 0, integrator: 0, suite: 0, unknown: 12 });
    assert.deepEqual(
      observed.hosts.map(({ address, owner }) => [address, owner]).sort(),
      ['gateway', 'identity', 'registry'].map((each) => [`https://${each}.elsewhere.example`, 'unknown']),
    );
    assert.deepEqual([observed.files, observed.clients], [[file], 1]);
    assert.deepEqual(observed.tools, [{ name: 'Postman', exchanges: 12 }]);
    const times = all.map(({ arrivedAt }) => arrivedAt);
    assert.deepEqual(
      [observed.from, observed.to].map((each) => Date.parse(each ?? '')),
      [Math.min(...times), Math.max(...times)],
    );
    assert.match(stdout, /^Observed: https:.* \(\d+\), .*; 1 client; requests made by Postman; in \S+$/m);
    assert.match(
      factIn(reports, 'Against') ?? '',
      /^recorded traffic with https:\/\/\w+\.elsewhere\.example,/,
    );
    assert.deepEqual(notesIn(reports), [], 'without a target there is nothing to compare with');
  });

  it('counts and names the requests to other systems if some went to the target, and judges none of them', async (t) => {
    const all = moved(seen(), ({ origin }, at) => (at === 4 ? 'https://gw.elsewhere.example' : origin));
    const { reports, stdout } = await auditWithTarget(t, har(all));
    const { exchanges, hosts } = observedIn(reports);
    assert.deepEqual([exchanges.target, exchanges.other], [11, 0]);
    assert.deepEqual(
      hosts.filter(({ owner }) => owner === 'other'),
      [],
    );
    assert.deepEqual(unjudgedIn(reports), ['host https://gw.elsewhere.example 1']);
    assert.match(
      stdout,
      /1 request to 1 unknown host was not judged: .*https:\/\/gw\.elsewhere\.example \(1\)/,
    );
  });

  it('says against what it was judged with the services alone that were reached', async (t) => {
    const all = seen().filter(({ request }) => !request.url.startsWith(services.registry));
    assert.ok(all.length > 0);
    const { reports } = await auditWithTarget(t, har(all));
    assert.equal(
      factIn(reports, 'Against'),
      `recorded traffic with gateway ${services.gateway}, identity ${services.identity}`,
    );
    assert.deepEqual(notesIn(reports), []);
  });

  it("refuses no other spelling of the target's addresses", async (t) => {
    const spellings: ((url: URL) => string)[] = [
      ({ hostname }) => `https://${hostname.toUpperCase()}`,
      ({ hostname }) => `https://${hostname}.`,
      ({ hostname }) => `https://${hostname}:443`,
      ({ hostname }) => `http://${hostname}`,
      ({ origin }) => `${origin}/another/base`,
    ];
    for (const spell of spellings) {
      const { code, stderr, reports } = await auditWithTarget(t, har(moved(seen(), spell)));
      assert.notEqual(code, 2, stderr);
      assert.equal(observedIn(reports).exchanges.target, 12, String(spell));
    }
  });

  it('refuses no traffic whose hosts do not show which system answered, and says so', async (t) => {
    const local = [
      'http://127.0.0.1:18200',
      'http://localhost:9000',
      'https://10.1.2.3',
      'http://gateway:8080',
    ];
    for (const address of [...local, 'https://gateway.example:9443']) {
      const { code, stderr, reports } = await auditWithTarget(t, har(moved(seen(), () => address)));
      assert.notEqual(code, 2, stderr);
      assert.deepEqual(notesIn(reports), [
        `12 of 12 exchanges went to addresses that do not show which system answered: ${address} (12).`,
        'No exchange shows that it went to a service of the target.',
      ]);
      assert.equal(factIn(reports, 'Against'), `recorded traffic with ${address}`);
    }
    const log = trafficLogOf(moved(seen(), () => 'https://unknown.invalid'));
    const { code, stderr } = await auditWithTarget(t, log, { name: 'traffic.jsonl' });
    assert.notEqual(code, 2, stderr);
  });

  it('refuses no other system beside an address that may be the target', async (t) => {
    const all = moved(seen(), (url, at) => (at === 0 ? 'http://127.0.0.1:18200' : elsewhere(url)));
    const { code, stderr } = await auditWithTarget(t, har(all));
    assert.notEqual(code, 2, stderr);
  });

  it('does not compare callbacks with the target, since they go to the integrator', async (t) => {
    const { code, stderr, reports } = await auditWithTarget(t, har([callback]));
    assert.notEqual(code, 2, stderr);
    assert.deepEqual(observedIn(reports).hosts, [
      { address: 'https://clinic.example', owner: 'integrator', exchanges: 1 },
    ]);
    assert.deepEqual(notesIn(reports), []);
    const both = await auditWithTarget(t, har([callback, ...moved(seen(), elsewhere)]));
    assert.equal(both.code, 2, 'a callback shows nothing of the services');
    assert.ok(!both.stderr.includes('clinic.example'), both.stderr);
  });

  it('compares with nothing if the target names no services', async (t) => {
    const { code, stderr } = await auditWithTarget(t, har(seen()), { addresses: {} });
    assert.notEqual(code, 2, stderr);
  });

  it('writes no secret that stands in a host into the message', async (t) => {
    const secret = 'k7Qz9xVbT2mR4w';
    const all = moved(seen(), () => `https://${secret}.elsewhere.example`);
    const { code, stderr } = await auditWithTarget(t, har(all));
    assert.equal(code, 2);
    assert.ok(!stderr.toLowerCase().includes(secret.toLowerCase()), stderr);
  });

  it('finds the same in shards, and from the recording and what is noted beside it', async (t) => {
    const clients = [
      { clientId: 'SBX_1', exchanges: 12 },
      { clientId: 'SBX_2', exchanges: 8 },
    ];
    const all = moved(seen(clients), ({ origin }, at) =>
      at % 5 === 4 ? 'https://gw.elsewhere.example' : origin,
    );
    const { reports, folder, file, target } = await auditWithTarget(t, har(all));
    const parts = [1, 2].map((number) => join(folder, 'parts', String(number)));
    for (const [at, part] of parts.entries()) {
      const args = ['audit', file, '--target', target, '--shard', `${at + 1}/2`, '--reports', part];
      assert.equal((await conform(args)).code, 0);
    }
    const merged = join(folder, 'merged');
    await conform(['merge', ...parts, '--reports', merged]);
    assert.deepEqual(observedIn(merged), observedIn(reports));
    assert.deepEqual([observedIn(merged).clients, observedIn(merged).exchanges.target], [2, 16]);
    assert.deepEqual(unjudgedIn(merged), unjudgedIn(reports));
    assert.equal(
      unjudgedIn(merged)
        .map((row) => Number(row.split(' ')[2]))
        .reduce((sum, count) => sum + count),
      4,
    );
    const pack = join(folder, 'pack.zip');
    assert.equal((await conform(['report', merged, '--pack', pack])).code, 0);
    const verified = await conform(['verify', pack]);
    assert.equal(verified.code, 0, verified.stdout + verified.stderr);
  });
});
