import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Exchange } from '../../../support/exchange/exchange';
import type { Breach } from '../../../support/obligations';
import { locateField } from '../../../support/obligations/fields/messages';
import { linesOfEvidence } from '../../../support/report/parts/lines';
import { relevantPlacesIn } from '../../../support/report/parts/relevant-places';
import type { ObligationResult, PlacedBreach } from '../../../support/judging/verdict';
import { makeConclusion, decideCase } from '../../judging/rows';
import { concludeFromEvidence } from '../../obligations/integrator/judge';

const withBody = (text: string, changes: Partial<Exchange> = {}): Exchange => ({
  seq: 1,
  arrivedAt: Date.parse('2026-11-21T10:00:00.000Z'),
  answeredAt: Date.parse('2026-11-21T10:00:00.020Z'),
  sender: 'integrator',
  request: {
    method: 'POST',
    url: 'https://gateway.example/api/hiecm/gateway/v3/sessions',
    headers: [['Content-Type', 'application/json']],
    body: { text, bytes: text.length },
  },
  response: { status: 200, headers: [] },
  facts: { scheme: 'https', loopback: false },
  ...changes,
});

const markedIn = (exchange: Exchange, row: ObligationResult, breach?: PlacedBreach): string[] => {
  const { about, request, answer, facts } = linesOfEvidence(
    exchange,
    relevantPlacesIn(row, exchange, breach),
  );
  return [...about, ...request, ...answer, ...facts].filter(({ marked }) => marked).map(({ text }) => text);
};

describe('the lines of an exchange', () => {
  it('shows a body that is nested without end as text, and one that is not by its members', () => {
    const deep = `{"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    const { request } = linesOfEvidence(withBody(deep), []);
    assert.match(request.at(-1)?.text ?? '', /^\{"x":\[+… \(\d+ more characters in recording\.jsonl\)$/);
    const flat = linesOfEvidence(withBody(`{"x":"${'['.repeat(500)}"}`), []).request;
    assert.equal(flat.find(({ place }) => place === 'request body/x')?.depth, 1);
  });

  it('shows what tells although it stands behind all that is shown of a body', () => {
    const members = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`member${index}`, index]));
    const exchange = withBody(JSON.stringify({ ...members, grantType: 'password' }));
    assert.deepEqual(markedIn(exchange, decideCase('SES-03')), ['"grantType": "password"']);
    const texts = linesOfEvidence(exchange, relevantPlacesIn(decideCase('SES-03'), exchange)).request.map(
      ({ text }) => text,
    );
    assert.equal(texts.filter((text) => text === '(more lines in recording.jsonl)').length, 2);
    assert.ok(texts.length < 150);
  });

  it('keeps what tells when it cuts a long line', () => {
    const [text = '', ...others] = markedIn(
      withBody(`a=${'x'.repeat(5000)}&secret=‹client-secret, 17›&b=1`),
      decideCase('TOK-04'),
    );
    assert.match(
      text,
      /^a=x+… \(\d+ more characters in recording\.jsonl\) …x+&secret=‹client-secret, 17›&b=1…$/,
    );
    assert.deepEqual(others, []);
  });

  it('marks where a secret was found whose form does not show it', () => {
    const { request, facts } = withBody('{}');
    const headers = [...request.headers, ['X-Note', '‹text, 40›'] as const];
    const exchange = withBody('{}', {
      request: { ...request, headers },
      facts: { ...facts, secretIn: ['header x-note', 'url'] },
    });
    const { request: lines } = linesOfEvidence(exchange, [{ at: 'text ‹client-secret', needed: false }]);
    const marked = lines.filter((each) => each.marked).map(({ place }) => place);
    assert.deepEqual(marked, ['request line', 'request header x-note']);
  });

  it('shows a number that was not kept as what is known of it', () => {
    const { request } = linesOfEvidence(withBody('{"pin":"‹number, 6 digits›"}'), []);
    assert.deepEqual(
      request.filter(({ place }) => place.startsWith('request body')).map(({ text }) => text),
      ['{', '"pin": "‹number, 6 digits›"', '}'],
    );
  });

  it('says that a member is missing only where members could be read', () => {
    assert.deepEqual(markedIn(withBody('{}'), decideCase('SES-03')), ['(no grantType)']);
    assert.deepEqual(markedIn(withBody('grantType=client_credentials'), decideCase('SES-03')), [
      'grantType=client_credentials',
    ]);
    const absent = withBody('');
    const request = { ...absent.request, body: { text: '', bytes: 90, absent: true } as const };
    assert.deepEqual(markedIn({ ...absent, request }, decideCase('SES-03')), [
      '(90 bytes that were not recorded)',
    ]);
    const { response, ...unanswered } = withBody('{}');
    assert.deepEqual(markedIn(unanswered, decideCase('SES-07')), ['(no answer was recorded)']);
  });

  it('does not stumble over a time that no calendar has', () => {
    const [when] = linesOfEvidence(withBody('{}', { arrivedAt: 1e30, answeredAt: 1e30 }), []).about;
    assert.equal(when?.text, 'at a time that does not exist, answered after 0 ms');
  });
});

describe('the telling part of a breach', () => {
  const fields = [
    { pointer: '/loginId', wanted: 'encrypted', form: 'base64' },
    { pointer: '/mobile', wanted: 'encrypted', form: 'text' },
  ] as const;
  const exchange = withBody('{"loginId":"aaaa","mobile":"bbbb","name":"cccc"}', {
    facts: { scheme: 'https', loopback: false, fields },
  });
  const told = { exchanges: [1], sent: '#1 (POST /a)', expected: '', seen: '', cause: '' };
  const telling = (id: string, breach: Breach): string[] => {
    const row = decideCase(id, { conclusion: makeConclusion({ breaches: [breach], breachCount: 1 }) });
    return markedIn(exchange, row, row.breaches?.[0]);
  };

  it('is the field that it names, and every encrypted field where it names none', () => {
    assert.deepEqual(telling('ENC-15', { ...told, ...locateField(exchange, fields[1]) }), [
      '"mobile": "bbbb",',
      'fields 1 wanted: encrypted',
      'fields 1 form: text',
    ]);
    const all = telling('ENC-03', told);
    assert.ok(all.includes('"loginId": "aaaa",') && all.includes('"mobile": "bbbb",'), all.join('\n'));
    assert.ok(!all.some((text) => text.includes('cccc')));
    // An exchange without that field is its twin: all of it tells, as in evidence.
    const otp = { ...fields[0], pointer: '/otp' };
    const twin = withBody('{"otp":"aaaa"}', { facts: { ...exchange.facts, fields: [otp] } });
    assert.deepEqual(telling('ENC-03', { ...told, ...locateField(twin, otp) }), all);
  });

  it('is the place of a leak, and not the request around it', () => {
    const leaks = [{ planted: 'otp-1', place: 'header user-agent', encoding: 'raw' }];
    const leaking = withBody('{}', { facts: { scheme: 'https', loopback: false, leaks } });
    const headers = [...leaking.request.headers, ['User-Agent', 'client/1 ‹digits, 6 digits›'] as const];
    const leaked = { ...leaking, request: { ...leaking.request, headers } };
    const row = decideCase('ENC-09', { conclusion: concludeFromEvidence('ENC-09', [leaked]) });
    assert.deepEqual(markedIn(leaked, row, row.breaches?.[0]), [
      'User-Agent: client/1 ‹digits, 6 digits›',
      'leaks 0 planted: otp-1',
      'leaks 0 place: header user-agent',
      'leaks 0 encoding: raw',
    ]);
  });
});
