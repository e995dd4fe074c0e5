import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { defaultReadings } from '../../support/contract/readings';
import type { Evidence } from '../../support/exchange/evidence';
import { subjectOfEvidence } from '../../support/exchange/evidence';
import type { Exchange } from '../../support/exchange/exchange';
import { JudgingLoop, judgeRecordingBy } from '../../support/judging/loop';
import type { Conclusion, Obligation } from '../../support/obligations';
import { contractObligations } from '../../support/obligations';
import { copyCachedRun } from '../runs/kept';
import { makeExchange, sessionExchange, withoutAsked } from '../obligations/exchanges';
import { plainTextOrEmpty } from '../plain';
import { evidenceIn } from '../recorded-lines';

const { judged } = contractObligations;
const context = { readings: defaultReadings };

/** What both subjects said to each other in a whole run. */
async function recorded(): Promise<Evidence[]> {
  const { folder } = await copyCachedRun('self-test');
  return evidenceIn(join(folder, 'recording.jsonl'));
}

/** Whether evidence is of the side that an obligation looks at, whatever it is about. */
function isOfItsSide({ subject, bothSides }: Obligation, about: Evidence): boolean {
  const own = subject === 'integrator' ? 'integrator' : 'suite';
  const sender = about.kind === undefined ? about.sender : 'integrator';
  return subjectOfEvidence(about) === subject && (bothSides === true || sender === own);
}

/** What an obligation is to name if it is to see a piece of evidence. */
function namesOf(about: Evidence): readonly (string | undefined)[] {
  if (about.kind !== undefined) return [about.kind === 'log line' ? 'log' : 'adapter'];
  return ['wire', about.service, about.operation, about.meant];
}

/** An obligation that keeps the numbers of all that it is shown. */
function watched(obligation: Obligation): { readonly spy: Obligation; readonly shown: Set<number> } {
  const shown = new Set<number>();
  const nothing = { observations: 0, evidence: [], breaches: [], breachCount: 0, notes: [], unjudged: [] };
  const rule = { observe: ({ seq }: Evidence) => shown.add(seq), conclude: (): Conclusion => nothing };
  return { spy: { ...obligation, judge: () => rule }, shown };
}

describe('over the recording of a whole run', () => {
  it('what an obligation is not shown would change nothing about it', async () => {
    const exchanges = await recorded();
    const loop = new JudgingLoop(judged, context);
    for (const each of exchanges) loop.observe(each);
    const concluded = loop.conclude();
    assert.deepEqual(
      [...concluded.keys()],
      judged.map(({ id }) => id),
    );
    for (const obligation of judged) {
      const { id, on = [], judge } = obligation;
      const rule = judge?.(context) ?? assert.fail(id);
      // What never crossed the wire has no say where only the wire counts.
      const isWireAlone = !on.includes('adapter') && !on.includes('log');
      for (const each of exchanges)
        if (isOfItsSide(obligation, each) && !(isWireAlone && each.kind !== undefined)) rule.observe(each);
      assert.deepEqual(concluded.get(id), rule.conclude(), id);
    }
  });

  it('an obligation is shown what it names, of its side, and nothing else', async () => {
    const exchanges = await recorded();
    const all = judged.map((each) => ({ obligation: each, ...watched(each) }));
    const loop = new JudgingLoop(
      all.map(({ spy }) => spy),
      context,
    );
    for (const each of exchanges) loop.observe(each);
    for (const { obligation, shown } of all) {
      const { id, on = ['wire'] } = obligation;
      const wanted = exchanges.filter(
        (each) => isOfItsSide(obligation, each) && on.some((source) => namesOf(each).includes(source)),
      );
      assert.deepEqual(
        [...shown],
        wanted.map(({ seq }) => seq),
        id,
      );
      assert.ok(shown.size > 0, `${id} is shown nothing`);
    }
  });

  it('one obligation alone comes to what it comes to among all others', async () => {
    const exchanges = await recorded();
    const loop = new JudgingLoop(judged, context);
    for (const each of exchanges) loop.observe(each);
    const concluded = loop.conclude();
    for (const id of ['SES-05', 'HDR-05', 'ENC-09', 'HDT-08', 'FLW-04', 'CBK-01'])
      assert.deepEqual(
        judgeRecordingBy(contractObligations.get(id), exchanges, context),
        concluded.get(id),
        id,
      );
  });

  it('may be judged as far as it has come, and goes on from there', async () => {
    const exchanges = await recorded();
    const [asked, left] = [new JudgingLoop(judged, context), new JudgingLoop(judged, context)];
    for (const each of exchanges) {
      asked.observe(each);
      left.observe(each);
      if (each.seq % 10 === 0) asked.conclude();
    }
    assert.deepEqual(asked.conclude(), left.conclude());
  });
});

test('an obligation without a judge is left out, and judged alone has no conclusion', () => {
  const { contradicts: _contradicts, ...unjudged } = contractObligations.get('TOK-08');
  assert.equal(new JudgingLoop([unjudged], context).conclude().size, 0);
  assert.equal(judgeRecordingBy(unjudged, [], context), undefined);
});

describe('unrequested traffic', () => {
  const answered = withoutAsked({ ...sessionExchange(), seq: 1, sender: 'integrator' });
  const shape = contractObligations.get('SES-05');
  const observations = (about: Exchange, ofOthers: boolean): number => {
    const loop = new JudgingLoop([shape], context, ofOthers);
    loop.observe(about);
    return loop.conclude().get(shape.id)?.observations ?? 0;
  };

  it('shows the service too, by its answers to an integrator', () => {
    assert.deepEqual([observations(answered, true), observations(answered, false)], [1, 0]);
  });

  it('is not what a process of the integrator sent in a run', () => {
    assert.equal(observations({ ...answered, clientInstance: 'process-1' }, true), 0);
    assert.equal(observations({ ...answered, subject: 'integrator' }, true), 0);
  });
});

describe('a body that was not kept', () => {
  const unkept = (seq: number): Exchange => ({
    ...makeExchange({ seq, sender: 'integrator', service: 'gateway', operation: 'session.create' }),
    request: {
      method: 'POST',
      url: 'https://g.example/s',
      headers: [],
      body: { text: '', bytes: 9, absent: true },
    },
  });
  const body = contractObligations.get('SES-02');

  it('leaves open what it would have said, once, and tells how to have it kept', () => {
    const { observations, unjudged } =
      judgeRecordingBy(body, [unkept(4), unkept(5)], context) ?? assert.fail();
    assert.equal(observations, 0);
    assert.equal(unjudged.length, 1);
    assert.match(
      plainTextOrEmpty(unjudged[0]),
      /^the recording keeps no body of #4 \(POST \/s\): export it with bodies/,
    );
  });

  it('is no matter where the obligation reads something else of it', () => {
    const { observations, unjudged } =
      judgeRecordingBy(contractObligations.get('SES-04'), [unkept(4)], context) ?? assert.fail();
    assert.deepEqual([observations, unjudged], [1, []]);
  });
});

test('a preflight of a browser is the request of no client', () => {
  const headers = [
    ['Origin', 'https://portal.example'],
    ['Access-Control-Request-Method', 'POST'],
  ] as const;
  const url = 'https://g.example/api/hiecm/gateway/v3/sessions';
  const asked = (...shown: readonly (readonly [string, string])[]): Exchange => ({
    ...makeExchange({ seq: 1, sender: 'integrator', service: 'gateway' }),
    request: { method: 'OPTIONS', url, headers: shown },
  });
  const failing = (of: Exchange): string[] =>
    judged
      .filter((each) => (judgeRecordingBy(each, [of], context)?.breachCount ?? 0) > 0)
      .map(({ id }) => id);
  assert.ok(failing(asked(headers[0])).includes('HDR-02'));
  assert.deepEqual(failing(asked(...headers)), []);
});

test('an answer of which only the beginning is kept is not judged, whatever its request holds', () => {
  const session = sessionExchange();
  const { response } = session;
  const cut: Exchange = {
    ...session,
    facts: { ...session.facts, secretIn: ['body'] },
    ...(response && { response: { ...response, body: { text: '‹json, 60›', bytes: 1068, cut: true } } }),
  };
  const { observations, breachCount, unjudged } =
    judgeRecordingBy(contractObligations.get('SES-05'), [withoutAsked(cut)], context) ?? assert.fail();
  assert.deepEqual([observations, breachCount], [0, 0]);
  assert.match(plainTextOrEmpty(unjudged[0]), /keeps only the beginning of a body/);
});
