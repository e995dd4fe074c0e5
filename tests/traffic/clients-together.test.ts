import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkSchema } from '../../support/contract/schemas';
import type { ClientName } from '../../support/exchange/exchange';
import { asValidEvidence } from '../../support/exchange/recording';
import { basisTarget } from '../../support/judging/basis';
import type { Results } from '../../support/judging/results';
import { buildResults } from '../../support/judging/build-results';
import type { Conclusion, ObligationId } from '../../support/obligations';
import { contractObligations } from '../../support/obligations';
import { renderFiles } from '../../support/report/files';
import { reportOf } from '../../support/report/model/report';
import { renderTerminalSummary } from '../../support/report/summary';
import { trafficTarget } from '../../support/targets/traffic-target';
import type { JudgedClient } from '../../support/traffic/clients/combine-clients';
import { combineClients } from '../../support/traffic/clients/combine-clients';
import { trafficResultsInput, trafficBasis } from '../../support/traffic/ended-traffic';
import { makeConclusion } from '../judging/rows';
import { plainTextOrEmpty } from '../plain';
import { auditTexts, harText, interleaved, trafficOf } from './several';

type Seen = Partial<Record<ObligationId, Partial<Conclusion>>>;

/** What clients showed, by their names, and what that comes to together. */
function resultsOn(
  shown: Readonly<Record<string, Seen>>,
  profile: 'audit' | 'rejudge' = 'audit',
  only: readonly string[] = [],
): Results {
  const clients = Object.entries(shown).map(([label, seen]): JudgedClient => {
    const all = Object.entries(seen).map(([id, each]) => [id, makeConclusion(each)] as const);
    return {
      name: { label, by: label === 'unidentified' ? 'nothing' : 'client id' },
      exchanges: 1,
      hosts: [],
      tools: [],
      conclusions: new Map(all),
    };
  });
  const target = basisTarget(trafficTarget);
  const subjects = ['service', 'integrator'] as const;
  const basis = trafficBasis({ profile, target, subjects, only, startedAt: new Date(0), files: [] });
  return buildResults(
    trafficResultsInput(basis, { ...combineClients(clients), count: clients.length, evidence: [] }),
  );
}

function seenIn(...services: readonly string[]): Partial<Conclusion> {
  return { observations: services.length, facets: services.map((name) => ({ name, kept: 1, broken: 0 })) };
}

const rowOf = ({ obligations }: Results, id: string) =>
  obligations.find((row) => row.id === id) ?? assert.fail(id);

describe('an obligation of integrators with two halves, in the traffic of several clients', () => {
  const [identity, registry] = [seenIn('identity'), seenIn('registry')];

  it('does not pass where each client showed one of them', () => {
    const row = rowOf(resultsOn({ SBX_1: { 'ENC-03': identity }, SBX_2: { 'ENC-03': registry } }), 'ENC-03');
    assert.equal(row.verdict, 'not-tested');
    assert.equal(
      plainTextOrEmpty(row.reason),
      'no client showed all; not seen of SBX_1: registry (not exercised)',
    );
    assert.equal(row.observations, 2);
  });

  it('passes where one client showed both, whatever the others did', () => {
    const both = seenIn('identity', 'registry');
    const shown = { SBX_1: { 'ENC-03': identity }, SBX_2: { 'ENC-03': both }, SBX_3: {} };
    const row = rowOf(resultsOn(shown), 'ENC-03');
    assert.equal(row.verdict, 'passed');
    assert.deepEqual(
      row.facets?.map(({ name, verdict }) => [name, verdict]),
      [
        ['identity', 'passed'],
        ['registry', 'passed'],
      ],
    );
  });

  it('fails where one client showed both and another broke one', () => {
    const breach = { exchanges: [7], sent: 'a', expected: 'b', seen: 'c', cause: 'd' };
    const broken = {
      observations: 1,
      breachCount: 1,
      breaches: [breach],
      facets: [{ name: 'registry', kept: 0, broken: 1 }],
    };
    const both = seenIn('identity', 'registry');
    const row = rowOf(resultsOn({ SBX_1: { 'ENC-03': both }, SBX_2: { 'ENC-03': broken } }), 'ENC-03');
    assert.equal(row.verdict, 'failed');
    assert.deepEqual(
      row.facets?.map(({ name, verdict }) => [name, verdict]),
      [
        ['identity', 'passed'],
        ['registry', 'failed'],
      ],
    );
  });

  it('adds up where it is about services, which are the same for all clients', () => {
    const shown = { SBX_1: { 'CRT-03': identity }, SBX_2: { 'CRT-03': registry } } as const;
    assert.equal(rowOf(resultsOn(shown, 'rejudge'), 'CRT-03').verdict, 'passed');
    const half = { SBX_1: { 'CRT-03': identity }, SBX_2: {} } as const;
    assert.equal(rowOf(resultsOn(half, 'rejudge'), 'CRT-03').verdict, 'not-tested');
  });
});

describe('the verdict on the integrators of all traffic', () => {
  const showing = (ids: readonly string[]): Seen =>
    Object.fromEntries(ids.map((id) => [id, seenIn('identity', 'registry')]));
  const all = contractObligations.all
    .filter(({ subject, level, seen }) => subject === 'integrator' && level === 'must' && seen === 'passive')
    .map(({ id }) => id)
    .filter((id) => resultsOn({}).obligations.some((row) => row.id === id && row.verdict === 'not-tested'));
  const on = (shown: Record<string, Seen>): Results => resultsOn(shown, 'audit', all);

  it('is that nothing failed, if nothing failed for each of them', () => {
    const { run, clients } = on({ SBX_1: showing(all), SBX_2: showing(all) });
    assert.equal(run.overall.integrator?.verdict, 'no-failure');
    assert.deepEqual(
      clients?.map(({ overall }) => overall.integrator),
      ['no-failure', 'no-failure'],
    );
  });

  it('takes what names no client for the traffic of none', () => {
    const { run } = on({ SBX_1: showing(all), SBX_2: showing(all), unidentified: {} });
    assert.equal(run.overall.integrator?.verdict, 'no-failure');
  });

  it('conforms for none of them if they showed everything only together', () => {
    assert.ok(all.length > 4);
    const results = on({ SBX_1: showing(all.slice(0, 3)), SBX_2: showing(all.slice(3)) });
    assert.equal(results.run.overall.integrator?.verdict, 'no-failure');
    assert.deepEqual(
      results.clients?.map(({ overall }) => overall.integrator),
      ['no-failure', 'no-failure'],
    );
  });
});

describe('a breach in the traffic of several clients', () => {
  const one = { clientId: 'SBX_1', breaks: [{ id: 'HDR-05' as const, at: 20 }] };
  const name: ClientName = { label: 'SBX_1', by: 'client id' };

  it('names its client beside the exchange, in each report', async () => {
    const { results, recording } = await auditTexts([
      harText(interleaved(trafficOf([one, { clientId: 'SBX_2' }]))),
    ]);
    assert.deepEqual(checkSchema('results', results), []);
    const [breach] = rowOf(results, 'HDR-05').breaches ?? [];
    assert.deepEqual(breach?.client, name);
    const [seq = 0] = breach.exchanges;
    const lines = recording
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => asValidEvidence(JSON.parse(line)));
    const evidence = new Map(
      lines.flatMap((each) => (each === undefined ? [] : [[each.seq, each] as const])),
    );
    assert.deepEqual(evidence.get(seq)?.client, name);
    const at = new Date(evidence.get(seq)?.arrivedAt ?? 0).toISOString();
    const told = `in exchange #${seq} (entry ${seq}, ${at}) of SBX_1 (by client id)`;
    const files = renderFiles({ results, evidence });
    const report = reportOf(results, undefined, evidence);
    assert.ok(renderTerminalSummary(report, 'reports').includes(told));
    assert.ok(files['junit.xml']?.includes(told));
    const inSummary = `in exchange ${seq} \\(entry ${seq}, ${at}\\) of SBX\\_1`;
    assert.ok(files['summary.md']?.includes(inSummary), inSummary);
    assert.match(files['compliance.html'] ?? '', /<dt>Client<\/dt><dd>SBX_1 \(by client id\)<\/dd>/);
  });

  it('names none where all is that of one client', async () => {
    const { results } = await auditTexts([harText(interleaved(trafficOf([one])))]);
    const [breach] = rowOf(results, 'HDR-05').breaches ?? [];
    assert.ok(breach !== undefined && !('client' in breach));
    const evidence = new Map<number, never>();
    const files = renderFiles({ results, evidence });
    assert.ok(!renderTerminalSummary(reportOf(results), 'reports').includes(' of SBX_1 ('));
    assert.ok(!(files['junit.xml'] ?? '').includes(' of SBX_1 ('));
    assert.ok(!(files['compliance.html'] ?? '').includes('<dt>Client</dt>'));
  });
});
