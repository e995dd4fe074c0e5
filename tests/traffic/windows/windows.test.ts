import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { seededRandom } from '../../../mutants/traffic/seeded';
import { contractObligations } from '../../../support/obligations';
import { contradictionsOf, isBroken, judgeDay, rowsOf, shrinkWindow } from './judge-window';
import { choiceOf, drawWindows, requireAgreement } from './property';
import { exchangesOf, formatWindow, hostsOf, parseWindow, wholeWindow } from './window';

const { WINDOW: chosen } = process.env;

if (chosen !== undefined)
  test('the window in WINDOW agrees with its day', async () => {
    const window = parseWindow(chosen);
    await requireAgreement(await judgeDay(window), [window]);
  });

/** Obligations that generated days cannot show: no reading enables them, or a key would be needed to see them. */
const never = ['HDR-12', 'CBK-07', 'ENC-08'];
/** Obligations about payment notices. Not every day has one. */
const onSomeDays = ['DPY-04', 'DPY-05'];
/** Obligations that a day can leave inconclusive, because two processes of a client look like one. */
const ofProcesses = ['TOK-01', 'CRT-07'];

describe('generated days', () => {
  for (let seed = 1; seed <= 10; seed += 1)
    it(`day ${seed}: nothing is broken, and no window says so`, async () => {
      const judged = await judgeDay(choiceOf(seed));
      assert.deepEqual(judged.rows.filter(isBroken), []);
      const shown = new Set(
        judged.rows.filter(({ verdict }) => /passed|observed/.test(verdict)).map(({ id }) => id),
      );
      const missing = contractObligations.all
        .filter(({ id, seen }) => seen === 'passive' && !shown.has(id))
        .map(({ id }) => id)
        .filter((id) => ![...never, ...onSomeDays, ...ofProcesses].includes(id));
      assert.deepEqual(missing, []);
      await requireAgreement(judged, drawWindows(judged, seededRandom(seed), 3));
    });
});

describe('a window on a generated day', () => {
  const judging = judgeDay(choiceOf(1));

  it('may begin after the session that issued the first token', async () => {
    const judged = await judging;
    const { day, choice } = judged;
    const session = day.exchanges.findIndex(({ wire }) => wire.request.url.endsWith('/sessions'));
    const from = session + 2;
    await requireAgreement(judged, [{ ...wholeWindow(day, choice), from, to: from + 12 }]);
  });

  it('may end with a request whose answer is missing', async () => {
    const judged = await judging;
    const whole = wholeWindow(judged.day, judged.choice);
    const ends = [1, 2, 3, 5, 9, 20].map((to) => ({ ...whole, to, unanswered: true }));
    await requireAgreement(judged, ends);
  });

  it('may show one host', async () => {
    const judged = await judging;
    const whole = wholeWindow(judged.day, judged.choice);
    const hosts = hostsOf(judged.day);
    assert.ok(hosts.length > 5);
    await requireAgreement(
      judged,
      hosts.map((host) => ({ ...whole, hosts: [host] })),
    );
  });

  for (const form of ['har', 'log', 'recording'] as const)
    it(`may be in two files (${form}) that are given in the wrong order`, async () => {
      const { day, rows } = await judgeDay(choiceOf(2, { form }));
      const swapped = await rowsOf(day, { ...wholeWindow(day, choiceOf(2, { form })), swapped: true });
      const verdicts = (of: typeof rows) => of.map(({ id, verdict }) => `${id} ${verdict}`);
      assert.deepEqual(verdicts(swapped), verdicts(rows));
    });
});

describe('a generated day with a fault', () => {
  for (const [index, id] of (['HDR-01', 'HDR-04', 'OTP-01', 'ENC-03'] as const).entries())
    it(`${id}: the day breaks it, and no window breaks another one or passes it`, async () => {
      const judged = await judgeDay(choiceOf(20 + index, { fault: { id, at: 1 } }));
      assert.deepEqual(
        judged.rows.filter(isBroken).map((row) => row.id),
        [id],
      );
      await requireAgreement(judged, drawWindows(judged, seededRandom(index), 3));
    });

  it("HDR-05 due in a client's first request: the next request that can repeat an id breaks it", async () => {
    const { rows } = await judgeDay(choiceOf(964_225_757, { fault: { id: 'HDR-05', at: 2 } }));
    assert.deepEqual(
      rows.filter(isBroken).map(({ id }) => id),
      ['HDR-05'],
    );
  });
});

describe('a window that contradicts its day', () => {
  const fault = { id: 'HDR-04', at: 1 } as const;

  it('shrinks to the exchange with the fault', async () => {
    // The verdicts are those of the same day without the fault.
    const right = await judgeDay(choiceOf(5));
    const faulty = { ...right, day: (await judgeDay(choiceOf(5, { fault }))).day };
    const whole = wholeWindow(faulty.day, { ...faulty.choice, fault });
    const [contradiction = '', ...others] = await contradictionsOf(faulty, whole);
    assert.match(contradiction, /^HDR-04 failed: /);
    assert.deepEqual(others, []);
    const smallest = await shrinkWindow(faulty, whole, contradiction);
    const left = exchangesOf(faulty.day, smallest);
    assert.deepEqual(
      left.map(({ isBreach }) => isBreach),
      [true],
    );
    assert.deepEqual(smallest.hosts, ['identity.example']);
  });

  it('is written as a line from which it is read again', async () => {
    const { day, choice } = await judgeDay(choiceOf(5, { fault, rules: 'every' }));
    for (const change of [{}, { from: 3, to: 9, unanswered: true }, { swapped: true, clients: [0] }]) {
      const window = { ...wholeWindow(day, choice), ...change };
      assert.deepEqual(parseWindow(formatWindow(window)), window);
    }
  });
});
