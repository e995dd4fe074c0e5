import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Observed } from '../../../support/judging/observed';
import type { Results } from '../../../support/judging/results';
import { reportOf } from '../../../support/report/model/report';
import { sampleResults, sampleTarget } from '../sample-results';

const services = { gateway: 'https://gw.example', registry: 'https://reg.example' };

const gateway = {
  address: 'https://gw.example',
  owner: 'target',
  services: ['gateway'],
  exchanges: 9,
} as const;

const observed: Observed = {
  hosts: [gateway],
  exchanges: { target: 9, other: 0, integrator: 0, suite: 0, unknown: 0 },
  files: [],
  clients: 1,
  tools: [],
};

const traffic = { note: 'Recorded traffic', files: [] };

function reported(run: Partial<Results['run']>) {
  const target = { ...sampleTarget, services };
  const report = reportOf(sampleResults({}, { target, subjects: ['service'], ...run }));
  const factOf = (term: string) => report.facts.find((each) => each.term === term)?.value;
  return { against: factOf('Against'), observed: factOf('Observed'), caveats: report.caveats };
}

describe('what a report says it was against', () => {
  it('is the services that were reached, in a run and in traffic', () => {
    assert.equal(reported({ observed }).against, 'gateway https://gw.example');
    assert.equal(
      reported({ observed, traffic, profile: 'audit' }).against,
      'recorded traffic with gateway https://gw.example',
    );
  });

  it('is no service of the target if none was reached', () => {
    const none = { ...observed, hosts: [], exchanges: { ...observed.exchanges, target: 0 } };
    assert.equal(reported({ observed: none }).against, 'no service, because none was reached');
    assert.equal(reported({ observed: none, traffic, profile: 'audit' }).against, 'recorded traffic');
  });

  it('is all services of the target in results of earlier versions, which do not state it', () => {
    assert.equal(reported({}).against, 'gateway https://gw.example, registry https://reg.example');
  });
});

describe('what a report says it observed', () => {
  it('is hosts, times, clients, tools and files', () => {
    const seen: Observed = {
      ...observed,
      hosts: [gateway, { address: 'http://127.0.0.1:1', owner: 'unknown', exchanges: 2 }],
      furtherHosts: 3,
      files: ['a.har', 'b.har', 'c', 'd', 'e', 'f'],
      from: '2026-01-01T10:00:00.000Z',
      to: '2026-01-01T10:30:00.000Z',
      clients: 2,
      tools: [
        { name: 'Postman', exchanges: 8 },
        { name: 'curl', exchanges: 1 },
      ],
    };
    assert.equal(
      reported({ observed: seen, traffic }).observed,
      'https://gw.example (9), http://127.0.0.1:1 (2); 3 exchanges with further hosts; ' +
        '2026-01-01 10:00:00 UTC to 2026-01-01 10:30:00 UTC; 2 clients; requests made by Postman (8), curl (1); ' +
        'in a.har, b.har, c, d, e and 1 more',
    );
    const tools = [{ name: 'Postman', exchanges: 8 }];
    assert.match(
      reported({ observed: { ...observed, tools }, traffic }).observed ?? '',
      /requests made by Postman$/,
    );
    assert.equal(reported({ observed }).observed, undefined, 'a run says it with its target');
  });

  it('names what of an audit did not go to the target, and nothing of the kind in other traffic', () => {
    const stray: Observed = {
      ...observed,
      hosts: [
        { address: 'https://gw.elsewhere.example', owner: 'other', exchanges: 2 },
        { address: 'http://127.0.0.1:1', owner: 'unknown', exchanges: 1 },
      ],
      exchanges: { ...observed.exchanges, target: 0, other: 2, unknown: 1 },
    };
    const notes = (profile: string) =>
      reported({ observed: stray, traffic, profile }).caveats.filter((each) => each.includes('went to'));
    for (const profile of ['audit', 'rejudge'])
      assert.deepEqual(notes(profile), [
        '2 of 3 exchanges went to hosts that the target does not name: https://gw.elsewhere.example (2).',
        '1 of 3 exchanges went to addresses that do not show which system answered: http://127.0.0.1:1 (1).',
        'No exchange shows that it went to a service of the target.',
      ]);
    for (const profile of ['mock', 'proxy']) assert.deepEqual(notes(profile), []);
  });
});
