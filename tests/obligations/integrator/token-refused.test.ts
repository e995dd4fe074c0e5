import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Exchange } from '../../../support/exchange/exchange';
import { plainTextOrEmpty } from '../../plain';
import {
  answerWith,
  asSeenByProxy,
  replaceAskedCall,
  edit,
  fromInstance,
  replaceHeader,
  duringStimulus,
} from './edits';
import type { ExchangeEdit } from './edits';
import type { UnnumberedExchange, JourneyStep } from './exchanges';
import { requestCertificate, playSteps, session, verifyOtp } from './exchanges';
import { brokenIds, concludeFromEvidence } from './judge';
import { numberedAccessToken } from '../recorded';

/** During the call of that number. */
const during =
  (number: number): ExchangeEdit =>
  (draft: UnnumberedExchange) => ({
    ...draft,
    ...(draft.call && { call: { ...draft.call, answer: number } }),
  });

const cert = (token = 1, call = 90): JourneyStep =>
  edit(requestCertificate('identity', numberedAccessToken(token)), during(call));
const refused = edit(cert(), answerWith(401), duringStimulus('token-refused'));
/** A session that the suite had not asked for. */
const renewed = (call = 90): JourneyStep =>
  edit(session(2), replaceAskedCall('certificate.fetch', 'identity'), during(call));

const notesOf = (recording: readonly Exchange[]): string[] =>
  concludeFromEvidence('TOK-09', recording).notes.map(plainTextOrEmpty);
const noted = (...steps: JourneyStep[]): string[] => notesOf(playSteps([session(), ...steps], 300));

const about = 'after a 401 on an unexpired token: ';

describe('after a 401 on an unexpired token', () => {
  const cases: readonly (readonly [string, JourneyStep[], string])[] = [
    ['a new session', [refused, renewed(), cert(2)], 'a new session'],
    ['the same token again', [refused, cert()], 'the same token again'],
    ['nothing', [refused], 'nothing'],
    ['a later session', [refused, renewed(91), cert(2, 91)], 'nothing by itself; asked again, a new session'],
    ['a later retry', [refused, cert(1, 91)], 'nothing by itself; asked again, the same token again'],
    ['a retry before a session', [refused, edit(cert(), answerWith(401)), renewed()], 'the same token again'],
    ['a session that was not granted', [refused, edit(renewed(), answerWith(503))], 'a new session'],
  ];
  for (const [name, steps, what] of cases)
    it(`${name} is noted, and nothing is broken`, () => {
      const recording = playSteps([session(), ...steps, session(3), cert(3), cert(3), cert(3)], 300);
      assert.deepEqual(noted(...steps).slice(0, 1), [about + what]);
      assert.deepEqual(brokenIds(recording), []);
    });

  it('the beginnings may be gone back to: the certificates are fetched again as well', () => {
    const unasked = (service: 'identity' | 'registry', token: number): JourneyStep =>
      edit(
        requestCertificate(service, numberedAccessToken(token)),
        replaceAskedCall('otp.verify', 'registry'),
      );
    const again = [renewed(), unasked('identity', 2), unasked('registry', 2)];
    const served = edit(verifyOtp(), replaceHeader('Authorization', `Bearer ${numberedAccessToken(1)}`));
    const before = [session(), unasked('identity', 1), unasked('registry', 1), served, served, served];
    const played = edit(served, answerWith(401), duringStimulus('token-refused'));
    assert.deepEqual(brokenIds(playSteps([...before, played, ...again], 300)), []);
    const unplayed = (status: number) => edit(served, answerWith(status));
    assert.deepEqual(brokenIds(playSteps([...before, unplayed(401), ...again], 300)), []);
    assert.deepEqual(brokenIds(playSteps([...before, unplayed(503), ...again], 300)), ['TOK-01']);
  });

  it('the retry of a v3 request under its old id breaks HDR-05', () => {
    const [first, second, third] = playSteps([session(), refused, cert()], 300);
    assert.ok(first && second && third);
    const again = { ...third, request: second.request };
    assert.deepEqual(brokenIds([first, second, again]), ['HDR-05']);
    assert.deepEqual(notesOf([first, second, again]), [`${about}the same token again`]);
  });

  it('what had been sent before the answer came is no reaction', () => {
    const early = cert();
    assert.deepEqual(notesOf(playSteps([session(), refused, early], 10)), [`${about}nothing`]);
  });

  it('another process, and another token, are no reaction', () => {
    const other = [edit(session(3), fromInstance('process-2')), edit(cert(3), fromInstance('process-2'))];
    assert.deepEqual(noted(refused, ...other, cert(4)), [`${about}nothing`]);
  });

  it('traffic shows it without calls', () => {
    const recording = playSteps([session(), refused, renewed(), cert(2)], 300).map(asSeenByProxy);
    assert.deepEqual(notesOf(recording), [`${about}a new session`]);
  });
});

describe('nothing is noted of', () => {
  const none: readonly (readonly [string, JourneyStep[], number?])[] = [
    ['a 401 past the end of the token', [session(1, 2), refused, session(2)], 3000],
    ['a 401 so near to it that clocks may differ', [session(1, 2), refused, session(2)], 1500],
    ['a 401 on a token that was never issued', [session(), edit(cert(7), answerWith(401)), session(2)]],
    ['a 403', [session(), edit(cert(), answerWith(403)), session(2)]],
    ['calls that went well', [session(), cert(), cert()]],
  ];
  for (const [name, steps, gapMs] of none)
    it(name, () => {
      assert.equal(concludeFromEvidence('TOK-09', playSteps(steps, gapMs)).observations, 0);
    });
});
