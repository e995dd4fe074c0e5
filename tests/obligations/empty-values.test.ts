import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { contractObligations } from '../../support/obligations';
import { readChange } from '../../support/scenarios/mistakes/change';
import { changedExample } from '../../support/scenarios/mistakes/example-of';
import { judgeExample } from '../../support/scenarios/mistakes/judge-example';
import { tapMessages } from '../../support/scenarios/mistakes/right-messages';
import type { AnswerKind, RequestKind } from '../../support/scenarios/mistakes/scenes';

type Kind = RequestKind | AnswerKind;

/**
 * The ids that break if a header or a member is an empty text, for each message that shows it by itself. The list omits
 * otp and payload, which judges read with keys, and correlationId, which they compare with other messages. It also
 * omits texts that may be empty, such as message and claimNumber.
 */
const broken: readonly (readonly [kind: Kind, name: string, ids: string])[] = [
  ['session request', 'TIMESTAMP', 'SES-04 HDR-06'],
  ['session request', 'X-CM-ID', 'SES-04 HDR-10'],
  ['session request', 'Content-Type', 'SES-04 HDR-11'],
  ['session request', 'REQUEST-ID', 'SES-04 HDR-02'],
  ['session request', 'clientId', 'SES-02'],
  ['session request', 'clientSecret', 'SES-02'],
  ['session request', 'grantType', 'SES-03'],
  ['request after the session', 'TIMESTAMP', 'HDR-06 CRT-04'],
  ['request after the session', 'Authorization', 'HDR-01 CRT-04'],
  ['request after the session', 'REQUEST-ID', 'HDR-02 CRT-04'],
  ['OTP verification', 'Content-Type', 'HDR-11'],
  ['OTP verification', 'txnId', 'OTP-01'],
  ['trigger', 'Accept', 'DPY-01'],
  ['trigger', 'Content-Type', 'HDR-11 DPY-01'],
  ['trigger', 'bearer_auth', 'DPY-01'],
  ['trigger', 'action', 'DPY-02'],
  ['trigger', 'method', 'DPY-02'],
  ['payer request', 'Content-Type', 'HDR-11'],
  ['payment notice request', 'bearer_auth', 'DPY-04'],
  ['payment notice request', 'providerId', 'DPY-05'],
  ['session answer', 'accessToken', 'SES-06'],
  ['session answer', 'refreshToken', 'SES-06'],
  ['session answer', 'expiresIn', 'SES-05'],
  ['session answer', 'refreshExpiresIn', 'SES-05'],
  ['session answer', 'tokenType', 'SES-07'],
  ['OTP answer', 'txnId', 'OTP-04'],
  ['OTP answer', 'authResult', 'OTP-05'],
  ['refusal of wrong credentials', 'error', 'SES-08 SES-09'],
];

const blank = 'the header was sent without a value: what it is filled from was empty';

before(tapMessages);

describe('an empty text is not a missing one', () => {
  for (const [kind, name, ids] of broken)
    it(`${kind}: ${name}`, () => {
      const { right, wrong } = changedExample(kind, readChange(`"${name}" ""`));
      const found = contractObligations.judged.filter((obligation) => {
        const [one, other] = [judgeExample(obligation, right), judgeExample(obligation, wrong)];
        return other.breachCount > one.breachCount;
      });
      assert.equal(found.map(({ id }) => id).join(' '), ids);
      const isHeader = /^[A-Z]/.test(name) && name !== 'Accept';
      for (const obligation of found.filter(({ area }) => isHeader && area === 'headers'))
        assert.equal(judgeExample(obligation, wrong).breaches.at(-1)?.cause, blank);
    });
});
