import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { JudgingLoop } from '../../../support/judging/loop';
import { changeEveryStep } from './breaches';
import {
  answerWith,
  edit,
  replaceFacts,
  replaceFieldFact,
  replaceHeader,
  replaceBodyMembers,
  rejectCiphertext,
} from './edits';
import type { JourneyStep } from './exchanges';
import { playSteps, verifyOtp } from './exchanges';
import { plainTextOrEmpty } from '../../plain';
import { defaultRuleContext, journey, judge, ofIntegrator } from './judge';
import { clientSecret } from '../recorded';

/** Everything at once that can be wrong with a request's headers, body and fields. */
const worst = (step: JourneyStep): JourneyStep =>
  edit(
    step,
    replaceHeader('Authorization'),
    replaceHeader('REQUEST-ID', '{X}'),
    replaceHeader('TIMESTAMP', 'now'),
    replaceHeader('Content-Type'),
    replaceHeader('X-CM-ID', 'other'),
    replaceBodyMembers({ grantType: 'password', clientId: '', remarks: clientSecret }),
    replaceFieldFact({ form: 'hex' }),
    replaceFacts({ scheme: 'http', leaks: [{ planted: 'otp-1', place: 'url', encoding: 'raw' }] }),
    answerWith(500),
  );

const twiceRejected = playSteps([edit(verifyOtp(), rejectCiphertext), edit(verifyOtp(), rejectCiphertext)]);

describe('the message of a breach', () => {
  const conclusions = [...judge(playSteps(journey(changeEveryStep(worst)))).values()];
  const breaches = conclusions.flatMap((each) => each.breaches);

  it('says what was sent, expected, seen and likely', () => {
    assert.ok(breaches.length > 20);
    for (const { exchanges, sent, expected, seen, cause } of breaches) {
      assert.ok(exchanges.length > 0);
      for (const [name, text] of Object.entries({ sent, expected, seen, cause }))
        assert.ok(plainTextOrEmpty(text).length > 2, `${name}: ${plainTextOrEmpty(text)}`);
    }
  });

  it('shows no value of a field', () => {
    for (const { sent, seen } of breaches)
      assert.doesNotMatch(`${plainTextOrEmpty(sent)} ${plainTextOrEmpty(seen)}`, /[A-Za-z0-9+/]{100}/);
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
    const recordings = [playSteps(journey()), playSteps(journey(changeEveryStep(worst))), twiceRejected];
    for (const obligation of ofIntegrator) {
      for (const recording of recordings) {
        const loop = new JudgingLoop([obligation], defaultRuleContext);
        for (const each of recording) loop.observe(each);
        assert.deepEqual(loop.conclude(), loop.conclude(), obligation.id);
      }
    }
  });
});
