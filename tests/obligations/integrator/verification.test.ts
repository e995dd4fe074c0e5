import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toPlainText } from '../../../support/exchange/text';
import { embeddedTarget } from '../../../support/run/targets';
import { plainTextOrEmpty } from '../../plain';
import { whyExcluded } from '../../../support/judging/scope';
import { contractObligations } from '../../../support/obligations';
import type { UnnumberedExchange, JourneyStep } from './exchanges';
import { requestCertificate, playSteps, session } from './exchanges';
import { brokenIds, concludeFromEvidence } from './judge';

const id = 'SEC-03';

/** While the services show a certificate that cannot be verified. */
const foreign =
  (step: JourneyStep, changes: Partial<UnnumberedExchange> = {}): JourneyStep =>
  (at, n) => ({ ...step(at, n), stimulus: 'foreign-certificate', ...changes });

/** The end of a connection that asked for nothing. */
const left = (code: string): JourneyStep =>
  foreign((at, n) => {
    const { response: _response, operation: _operation, ...draft } = session()(at, n);
    const request = { method: 'UNKNOWN', url: 'https://gateway.example/', headers: [] };
    return { ...draft, request: { ...request, flaw: { kind: 'unreadable', code } } };
  });

const refused: JourneyStep = (at, n) => ({ ...session()(at, n), response: { status: 401, headers: [] } });
const inClear = (step: JourneyStep): JourneyStep =>
  foreign(step, { facts: { scheme: 'http', loopback: true, inClear: true } });
const ofProcess =
  (clientInstance: string, step: JourneyStep): JourneyStep =>
  (at, n) => ({ ...step(at, n), clientInstance });

const concluded = (...steps: readonly JourneyStep[]) => {
  const { observations, breachCount, unjudged } = concludeFromEvidence(id, playSteps(steps));
  return { observations, breachCount, unjudged: unjudged.map(({ text }) => toPlainText(text)) };
};

describe('a client that is shown a certificate that it cannot verify', () => {
  for (const code of [
    'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
    'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
    'ERR_TLS_LEFT',
  ])
    it(`refuses it by ${code}`, () => {
      assert.deepEqual(concluded(session(), left(code)), { observations: 1, breachCount: 0, unjudged: [] });
    });

  it('breaks this and nothing else where it goes on, though it refused at first', () => {
    const recording = playSteps([session(), left('ERR_TLS_LEFT'), foreign(session())]);
    assert.deepEqual(brokenIds(recording), [id]);
    const { breaches, evidence } = concludeFromEvidence(id, recording);
    assert.deepEqual(evidence, [2, 1, 3]);
    const [{ seen, cause } = assert.fail()] = breaches;
    assert.match(toPlainText(seen), /#1/);
    assert.match(toPlainText(cause), /client does not verify.*; or .*proxy/s);
  });

  for (const [what, ...before] of [
    ['was never served under the right one'],
    ['was refused under the right one', refused],
    ['was served in another process alone', ofProcess('process-1', session())],
    ['was served by another service alone', requestCertificate('identity')],
  ] as const)
    it(`is not judged where it ${what}`, () => {
      for (const attempt of [left('ERR_TLS_LEFT'), foreign(session())]) {
        const { observations, unjudged } = concluded(...before, ofProcess('process-2', attempt));
        assert.equal(observations, 0);
        assert.match(unjudged.join(), /has no valid twin/);
      }
    });

  it('is not judged by what it sends in clear: no certificate is shown there', () => {
    const { observations, unjudged } = concluded(session(), inClear(session()));
    assert.equal(observations, 0);
    assert.match(unjudged.join(), /in clear/);
    assert.equal(concluded(session(), left('ERR_SSL_HTTP_REQUEST')).observations, 0);
  });

  it('shows nothing by what ended before, or by bytes that could not be read', () => {
    const nothing = { observations: 0, breachCount: 0, unjudged: [] };
    const before: JourneyStep = (at, n) => {
      const { stimulus: _stimulus, ...draft } = left('ERR_TLS_LEFT')(at, n);
      return draft;
    };
    assert.deepEqual(concluded(session(), before), nothing);
    assert.deepEqual(concluded(session(), left('HPE_INVALID_METHOD')), nothing);
  });
});

it('plain http and production are no place for it', () => {
  const why = (changes: object) =>
    plainTextOrEmpty(whyExcluded(contractObligations.get(id), { ...embeddedTarget, ...changes })?.reason);
  assert.equal(why({}), '');
  assert.match(why({ integrator: { manual: true }, mockTls: false }), /plain http/);
  assert.match(why({ environment: 'production' }), /production/);
});
