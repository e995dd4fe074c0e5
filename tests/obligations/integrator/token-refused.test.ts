import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Exchange } from '../../../support/exchange/exchange';
import { plain } from '../../plain';
import { answer, asSeenByProxy, asked, edit, from, header, under } from './edits';
import type { Edit } from './edits';
import type { Draft, Step } from './exchanges';
import { certificate, play, session, verifyOtp } from './exchanges';
import { broken, conclude } from './judge';
import { accessToken } from '../recorded';

/** During the call of that number. */
const during =
  (number: number): Edit =>
  (draft: Draft) => ({ ...draft, ...(draft.call && { call: { ...draft.call, answer: number } }) });

const cert = (token = 1, call = 90): Step => edit(certificate('identity', accessToken(token)), during(call));
const refused = edit(cert(), answer(401), under('token-refused'));
/** A session that the suite had not asked for. */
const renewed = (call = 90): Step => edit(session(2), asked('certificate.fetch', 'identity'), during(call));

const notesOf = (recording: readonly Exchange[]): string[] => conclude('TOK-09', recording).notes.map(plain);
const noted = (...steps: Step[]): string[] => notesOf(play([session(), ...steps], 300));

const about = 'after a 401 on an unexpired token: ';

describe('after a 401 on an unexpired token', () => {
  const cases: readonly (readonly [string, Step[], string])[] = [
    ['a new session', [refused, renewed(), cert(2)], 'a new session'],
    ['the same token again', [refused, cert()], 'the same token again'],
    ['nothing', [refused], 'nothing'],
    ['a later session', [refused, renewed(91), cert(2, 91)], 'nothing by itself; asked again, a new session'],
    ['a later retry', [refused, cert(1, 91)], 'nothing by itself; asked again, the same token again'],
    ['a retry before a session', [refused, edit(cert(), answer(401)), renewed()], 'the same token again'],
    ['a session that was not granted', [refused, edit(renewed(), answer(503))], 'a new session'],
  ];
  for (const [name, steps, what] of cases)
    it(`${name} is noted, and nothing is broken`, () => {
      const recording = play([session(), ...steps, session(3), cert(3), cert(3), cert(3)], 300);
      assert.deepEqual(noted(...steps).slice(0, 1), [about + what]);
      assert.deepEqual(broken(recording), []);
    });

  it('the beginnings may be gone back to: the certificates are fetched again as well', () => {
    const unasked = (service: 'identity' | 'registry', token: number): Step =>
      edit(certificate(service, accessToken(token)), asked('otp.verify', 'registry'));
    const again = [renewed(), unasked('identity', 2), unasked('registry', 2)];
    const served = edit(verifyOtp(), header('Authorization', `Bearer ${accessToken(1)}`));
    const before = [session(), unasked('identity', 1), unasked('registry', 1), served, served, served];
    const played = edit(served, answer(401), under('token-refused'));
    assert.deepEqual(broken(play([...before, played, ...again], 300)), []);
    const unplayed = edit(served, answer(401));
    assert.deepEqual(broken(play([...before, unplayed, ...again], 300)), ['CRT-07']);
  });

  it('the retry of a v3 request under its old id breaks HDR-05', () => {
    const [first, second, third] = play([session(), refused, cert()], 300);
    assert.ok(first && second && third);
    const again = { ...third, request: second.request };
    assert.deepEqual(broken([first, second, again]), ['HDR-05']);
    assert.deepEqual(notesOf([first, second, again]), [`${about}the same token again`]);
  });

  it('what had been sent before the answer came is no reaction', () => {
    const early = cert();
    assert.deepEqual(notesOf(play([session(), refused, early], 10)), [`${about}nothing`]);
  });

  it('another process, and another token, are no reaction', () => {
    const other = [edit(session(3), from('process-2')), edit(cert(3), from('process-2'))];
    assert.deepEqual(noted(refused, ...other, cert(4)), [`${about}nothing`]);
  });

  it('traffic shows it without calls', () => {
    const recording = play([session(), refused, renewed(), cert(2)], 300).map(asSeenByProxy);
    assert.deepEqual(notesOf(recording), [`${about}a new session`]);
  });
});

describe('nothing is noted of', () => {
  const none: readonly (readonly [string, Step[], number?])[] = [
    ['a 401 past the end of the token', [session(1, 2), refused, session(2)], 3000],
    ['a 401 so near to it that clocks may differ', [session(1, 2), refused, session(2)], 1500],
    ['a 401 on a token that was never issued', [session(), edit(cert(7), answer(401)), session(2)]],
    ['a 403', [session(), edit(cert(), answer(403)), session(2)]],
    ['calls that went well', [session(), cert(), cert()]],
  ];
  for (const [name, steps, gapMs] of none)
    it(name, () => {
      assert.equal(conclude('TOK-09', play(steps, gapMs)).observations, 0);
    });
});
