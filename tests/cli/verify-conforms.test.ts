import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { targetOf } from '../../mutants/stage';
import type { Results } from '../../support/judging/results';
import { startMock } from '../../support/mock/start-mock';
import { certificateFacts, whyNoCertificate } from '../../support/report/pack/certificate';
import { payerOfMock } from '../../support/run/open-services';
import { finishIn, lastingFolder } from '../report/embedded-run';
import { signer, stranger } from '../report/packs';
import { conform } from './conform';

const pem = signer.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const spki = { format: 'pem', type: 'spki' } as const;
const nonce = 'a1b2c3d4e5f6';
const product = { name: 'Ward@Home', version: '4.2.0' };

let folder = '';
let results: Results;
const pack = () => join(folder, 'evidence-pack.zip');
const keyFile = (name: 'signer' | 'stranger') => join(folder, `${name}.pem`);

before(async () => {
  // Services of another party, as far as a run can tell.
  const mock = await startMock();
  try {
    ({ folder, results } = await finishIn(lastingFolder(), {
      target: { ...targetOf(mock), product },
      seams: { payer: payerOfMock(mock) },
      nonce,
    }));
  } finally {
    await mock.close();
  }
  writeFileSync(keyFile('signer'), signer.publicKey.export(spki));
  writeFileSync(keyFile('stranger'), stranger.publicKey.export(spki));
  const packed = await conform(['report', '--reports', folder, '--pack'], {
    env: { CONFORM_SIGNING_KEY: pem },
  });
  assert.equal(packed.code, 0, packed.stderr);
});

describe('conform verify --conforms', () => {
  it('takes a certificate, and tells what it rests on', async () => {
    const { code, stdout, stderr } = await conform([
      ...[
        'verify',
        pack(),
        '--conforms',
        'service',
        '--key',
        keyFile('stranger'),
        '--key',
        keyFile('signer'),
      ],
      ...['--product', 'Ward@Home@4.2.0', '--max-age', '1', '--nonce', nonce],
    ]);
    assert.deepEqual([code, stderr], [0, ''], stdout);
    assert.match(stdout, /^ {2}product +Ward@Home 4\.2\.0$/m);
    assert.match(stdout, /^ {2}run +\S+, ended 20/m);
    assert.match(stdout, /^ {2}age +0 days$/m);
    assert.match(stdout, /^ {2}nonce +a1b2c3d4e5f6$/m);
    for (const name of ['exceptions', 'declared', 'readings'])
      assert.match(stdout, new RegExp(`^ {2}${name} +none$`, 'm'));
    assert.match(stdout, /^✓ a certificate of what was asked for$/m);
  });

  it('exits with 1 and gives each reason where it is not', async () => {
    const args = ['verify', pack(), '--conforms', 'integrator', '--product', 'Ward@4.2.0'];
    const { code, stdout } = await conform(args);
    assert.equal(code, 1);
    assert.match(stdout, /^✗ no certificate: integrator: not judged, and must conform$/m);
    assert.match(stdout, /^✗ no certificate: the run is of Ward@Home 4\.2\.0, and not of Ward 4\.2\.0$/m);
    const json = JSON.parse((await conform([...args, '--json'])).stdout) as Record<string, unknown>;
    assert.deepEqual([json.sound, json.conforms, (json.unmet as string[]).length], [true, false, 2]);
  });

  it('demands a signature of one of the keys', async () => {
    const { code, stdout } = await conform(['verify', pack(), '--conforms', '--key', keyFile('stranger')]);
    assert.equal(code, 1);
    assert.match(stdout, /^✗ signature wrong/m);
    assert.doesNotMatch(stdout, /✓ a certificate/);
  });

  it('is what --product and --max-age go with, and they are refused where they say nothing', async () => {
    for (const [args, told] of [
      [['--product', 'Ward@4.2.0'], /^error: --product goes with --conforms — /],
      [['--max-age', '3'], /^error: --max-age goes with --conforms — /],
      [['--conforms', '--product', 'Ward'], /a name and a version, as in /],
      [['--conforms', '--max-age', '-1'], /a whole number from 0 /],
      [['--conforms', 'client'], /Allowed choices are service, integrator/],
    ] as const) {
      const { code, stdout, stderr } = await conform(['verify', pack(), ...args]);
      assert.deepEqual([code, stdout, stderr.trim().split('\n').length], [2, '', 1], args.join(' '));
      assert.match(stderr, told);
    }
  });
});

describe('what is no certificate', () => {
  const now = () => new Date(Date.parse(results.run.finishedAt) + 3_600_000);
  const why = (run: Partial<Results['run']>, demand = {}) =>
    whyNoCertificate({ run: { ...results.run, ...run } }, demand, now());
  const [file, note] = [{} as never, 'Recorded traffic, and no run'];

  it('is nothing of a whole run on services of another party', () => {
    assert.deepEqual(why({}), []);
    assert.deepEqual(why({}, { subject: 'service', product, maxAgeDays: 1 }), []);
  });

  for (const [what, run, told] of [
    ['a self-test', { selfTest: true }, /^A self-test /],
    [
      'a run on the mock of the suite',
      { ownSubjects: ['service'] },
      /^The services of this run are the mock /,
    ],
    ['traffic', { traffic: { note, files: [file] } }, /^Recorded traffic, and no run\.$/],
    [
      'a challenge',
      { challenge: { id: '', createdAt: '', items: 1, answers: 1, note } },
      /^Recorded traffic/,
    ],
  ] as const)
    it(`is ${what}`, () => {
      const reasons = why(run);
      assert.equal(reasons.length, 1, reasons.join('; '));
      assert.match(reasons[0] ?? '', told);
    });

  it('is a narrowed run, one from which a setting left something out, and one that does not conform', () => {
    const { service } = results.run.overall;
    assert.ok(service !== undefined);
    const noFailure = { ...service, verdict: 'no-failure' } as const;
    const narrowedBy = ['--only'] as const;
    assert.deepEqual(why({ plan: { ...results.run.plan, narrowedBy }, overall: { service: noFailure } }), [
      'Narrowed by --only: never a certificate.',
      'service: no failure, and must conform',
    ]);
    const leftOut = [{ by: 'limits.otpAttempts: 3', ids: ['ENC-13'] }];
    const held = { ...noFailure, scope: { ...service.scope, leftOut } };
    assert.deepEqual(why({ overall: { service: held } }), [
      'Left out: ENC-13 (limits.otpAttempts: 3).',
      'service: no failure, and must conform',
    ]);
    assert.deepEqual(why({ overall: { service: { ...service, verdict: 'incomplete' } } }), [
      'service: incomplete, and must conform',
    ]);
  });

  it('is a run that ended too long ago', () => {
    const finishedAt = new Date(now().getTime() - 3.5 * 86_400_000).toISOString();
    assert.deepEqual(why({ finishedAt }, { maxAgeDays: 4 }), []);
    assert.deepEqual(why({ finishedAt }, { maxAgeDays: 3 }), [
      'the run ended 3.5 days ago, and may be 3 days old',
    ]);
  });

  it('is a run that ends in the time to come, beyond what clocks may differ', () => {
    const ahead = (minutes: number): string => new Date(now().getTime() + minutes * 60_000).toISOString();
    assert.deepEqual(why({ finishedAt: ahead(4) }, { maxAgeDays: 0 }), []);
    assert.deepEqual(why({ finishedAt: ahead(6) }), [
      `the run ended at ${ahead(6)}, which is in the future here`,
    ]);
    const facts = certificateFacts({ ...results, run: { ...results.run, finishedAt: ahead(4) } }, now());
    assert.deepEqual(facts[0], ['age', '0 days']);
  });

  it('is no matter of the other subject, which the suite may play itself', () => {
    assert.deepEqual(why({ ownSubjects: ['integrator'] }, { subject: 'service' }), []);
  });

  it('is told with exceptions, declarations and readings that were used', () => {
    const waiver = { obligation: 'SES-08', state: 'used', expires: '2027-01-31' } as never;
    const readings = [{ id: 'error-code', chosen: 'ABC', source: 'target' }] as never;
    const obligations = [{ id: 'TOK-08', verdict: 'declared' }] as never;
    const facts = certificateFacts(
      { ...results, readings, obligations, run: { ...results.run, waivers: [waiver] } },
      now(),
    );
    assert.deepEqual(Object.fromEntries(facts), {
      age: '0 days',
      nonce,
      exceptions: 'SES-08 until 2027-01-31',
      'as deployed': 'none',
      'field profile': 'none',
      declared: 'TOK-08',
      readings: 'error-code "ABC"',
    });
  });
});
