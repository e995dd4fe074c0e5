import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AdapterAnswer } from '../../../support/exchange/evidence';
import { asked, edit, editAnswer, facts, field, from, members, rejected, unopened } from './edits';
import type { Step } from './exchanges';
import { certificate, encrypted, play, sendFields, sendPlainMobile, session, verifyOtp } from './exchanges';
import { broken, conclude } from './judge';
import { plain } from '../../plain';

describe('a ciphertext that no known key opens', () => {
  const sealed = () => editAnswer(encrypted('identity', 'value-1'), unopened({ padding: 'unknown' }));
  const recording = play([session(), certificate('identity'), sealed(), sealed(), sealed()]);

  it('breaks CRT-09 alone: how it is padded is not seen', () => {
    assert.deepEqual(broken(recording), ['CRT-09']);
    const [breach] = conclude('CRT-09', recording).breaches;
    assert.match(plain(breach?.seen), /none of the known keys opens/);
    assert.match(plain(breach?.cause), /a key that the suite never gave/);
  });

  it('keeps nothing: any bytes of that length have the form', () => {
    for (const id of ['ENC-02', 'ENC-03', 'ENC-04', 'ENC-06', 'ENC-07'] as const)
      assert.equal(conclude(id, recording).observations, 0, id);
  });
});

describe('a ciphertext that the adapter gives back', () => {
  const returned = encrypted('identity', 'national-id-1');

  it('does not show what would be sent; the raw value shows it', () => {
    const start = [session(), certificate('identity')];
    assert.equal(conclude('ENC-02', play([...start, returned])).observations, 0);
    assert.ok(conclude('ENC-02', play([...start, returned, sendFields()])).observations > 0);
    const bare = { form: 'text', readable: { planted: 'national-id-1', encoding: 'raw' } } as const;
    assert.deepEqual(broken(play([...start, editAnswer(returned, unopened(bare))])), ['ENC-02']);
  });
});

describe('a value over the limit', () => {
  const sized =
    (valueBytes: number): Step<AdapterAnswer> =>
    (at, n) => ({
      ...encrypted('identity', 'value-1')(at, n),
      facts: { adapter: { outcome: 'result', valueBytes } },
    });
  const limits = [sized(214), sized(215)];
  const under = (changes: Parameters<typeof unopened>[0]): Step<AdapterAnswer> =>
    editAnswer(encrypted('identity', 'value-1'), unopened(changes));
  const start = [session(), certificate('identity')];

  it('breaks ENC-14 where it is encrypted', () => {
    assert.deepEqual(broken(play([...start, ...limits])), ['ENC-14']);
  });

  it('fits a longer key, which has a name of its own', () => {
    const longer = { padding: 'unknown', bytes: 512 } as const;
    assert.deepEqual(broken(play([...start, under(longer), ...limits])), ['ENC-03']);
    const known = { padding: 'oaep-sha1', bytes: 512, key: 'callback JWKS', ownKey: false } as const;
    assert.deepEqual(broken(play([...start, under(known), ...limits])), ['CRT-09']);
    assert.equal(conclude('ENC-14', play([...start, under(longer), ...limits])).observations, 0);
  });

  it('does not fit another key of the same length', () => {
    const other = { padding: 'oaep-sha1', key: 'callback JWKS', ownKey: false } as const;
    assert.deepEqual(broken(play([...start, under(other), ...limits])), ['CRT-09', 'ENC-14']);
  });
});

const keyOf = (digest: string): Step =>
  edit(certificate('registry'), facts({ publicKey: { form: 'pem', digest } }));
const retired = field({ key: 'registry (retired)' });

describe('a key that was renewed', () => {
  it('may be the old one until the certificate was fetched again', () => {
    const steps = [session(), keyOf('a'), verifyOtp(), edit(verifyOtp(), retired, rejected), keyOf('b')];
    assert.deepEqual(broken(play([...steps, verifyOtp()])), []);
  });

  it('breaks CRT-09 where the old one is used after that', () => {
    const steps = [session(), keyOf('a'), edit(verifyOtp(), retired, rejected), keyOf('b')];
    const sha256 = field({ padding: 'oaep-sha256' });
    const recording = play([...steps, edit(verifyOtp(), retired, sha256, rejected)]);
    assert.deepEqual(broken(recording), ['CRT-09']);
    assert.match(plain(conclude('CRT-09', recording).breaches[0]?.cause), /fetched again/);
  });

  it('is known to the process alone that fetched it', () => {
    const other = from('process-2');
    const steps = [session(), keyOf('a'), edit(session(2), other), edit(keyOf('a'), other), keyOf('b')];
    assert.deepEqual(broken(play([...steps, edit(verifyOtp(), retired, other)])), []);
  });
});

describe('a rejection of what was no ciphertext', () => {
  const fetchedAgain = edit(certificate('registry'), asked('otp.verify', 'registry'));
  const raw = unopened({ form: 'text', readable: { planted: 'otp-1', encoding: 'raw' } });

  it('excuses another fetch', () => {
    const steps = [session(), certificate('registry'), verifyOtp(), verifyOtp(), verifyOtp()];
    const recording = play([...steps, edit(verifyOtp(), raw, rejected), fetchedAgain]);
    assert.deepEqual(conclude('CRT-07', recording).breaches, []);
  });
});

describe('an OTP under another name', () => {
  it('breaks OTP-01 alone', () => {
    const renamed = edit(
      verifyOtp(),
      members({ otp: undefined, otpValue: 'x'.repeat(344) }),
      field({ pointer: '/otpValue', wanted: 'plain' }),
    );
    assert.deepEqual(broken(play([session(), certificate('registry'), verifyOtp(), renamed])), ['OTP-01']);
  });
});

describe('a mobile number', () => {
  const before = [session(), certificate('identity')];

  it('shows something once it was seen in both kinds of field', () => {
    assert.equal(conclude('ENC-15', play([...before, sendPlainMobile()])).observations, 0);
    assert.equal(conclude('ENC-15', play([...before, sendFields()])).observations, 0);
    assert.equal(conclude('ENC-15', play([...before, sendFields(), sendPlainMobile()])).observations, 2);
  });
});
