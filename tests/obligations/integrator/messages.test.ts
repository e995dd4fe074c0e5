import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { JudgingLoop } from '../../../support/judging/loop';
import { everywhere } from './breaches';
import { answer, edit, facts, field, header, members, rejected } from './edits';
import type { Step } from './exchanges';
import { play, verifyOtp } from './exchanges';
import { plain } from '../../plain';
import { context, journey, judge, ofIntegrator } from './judge';
import { clientSecret } from '../recorded';

/** Everything at once that can be wrong with a request's headers, body and fields. */
const worst = (step: Step): Step =>
  edit(
    step,
    header('Authorization'),
    header('REQUEST-ID', '{X}'),
    header('TIMESTAMP', 'now'),
    header('Content-Type'),
    header('X-CM-ID', 'other'),
    members({ grantType: 'password', clientId: '', remarks: clientSecret }),
    field({ form: 'hex' }),
    facts({ scheme: 'http', leaks: [{ planted: 'otp-1', place: 'url', encoding: 'raw' }] }),
    answer(500),
  );

const twiceRejected = play([edit(verifyOtp(), rejected), edit(verifyOtp(), rejected)]);

describe('the message of a breach', () => {
  const conclusions = [...judge(play(journey(everywhere(worst)))).values()];
  const breaches = conclusions.flatMap((each) => each.breaches);

  it('says what was sent, expected, seen and likely', () => {
    assert.ok(breaches.length > 20);
    for (const { exchanges, sent, expected, seen, cause } of breaches) {
      assert.ok(exchanges.length > 0);
      for (const [name, text] of Object.entries({ sent, expected, seen, cause }))
        assert.ok(plain(text).length > 2, `${name}: ${plain(text)}`);
    }
  });

  it('shows no value of a field', () => {
    for (const { sent, seen } of breaches)
      assert.doesNotMatch(`${plain(sent)} ${plain(seen)}`, /[A-Za-z0-9+/]{100}/);
  });
});

describe('every rule', () => {
  it('concludes under the id of its obligation', () => {
    assert.deepEqual(
      [...judge([]).keys()],
      ofIntegrator.map(({ id }) => id),
    );
  });

  it('comes to the same conclusion each time it is asked for', () => {
    const recordings = [play(journey()), play(journey(everywhere(worst))), twiceRejected];
    for (const obligation of ofIntegrator) {
      for (const recording of recordings) {
        const loop = new JudgingLoop([obligation], context);
        for (const each of recording) loop.observe(each);
        assert.deepEqual(loop.conclude(), loop.conclude(), obligation.id);
      }
    }
  });
});
