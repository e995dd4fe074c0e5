import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { jsonBody } from '../../support/exchange/exchange';
import { randomBytes, randomInt, randomUUID } from '../seed';
import { leaks } from './canaries';
import { jwt } from './planting';
import { anywhere, named, secretNames, sending } from './secret-places';
import { discreetRecorder } from './unannounced';

/** Values that look like secrets. */
const opaque = async (): Promise<Readonly<Record<string, string>>> => ({
  base64url: randomBytes(18).toString('base64url'),
  hexadecimal: randomBytes(16).toString('hex'),
  uuid: randomUUID(),
  digits: randomInt(100_000, 1_000_000).toString(),
  password: `Wq7${randomBytes(6).toString('hex')}`,
  jwt: await jwt(),
});

describe('what may be a secret is not recorded', () => {
  for (const [place, put] of Object.entries(anywhere))
    it(`in ${place}`, async () => {
      for (const [form, value] of Object.entries(await opaque())) {
        const text = JSON.stringify(discreetRecorder()(put(value)));
        assert.deepEqual(leaks(text, { value }), [], `${form}: ${text}`);
      }
    });
});

describe('the name of a secret beats a harmless form', () => {
  for (const [place, put] of Object.entries(named))
    it(`in ${place}`, () => {
      for (const name of secretNames)
        for (const value of [
          'approved',
          'correct horse',
          '2026-11-21T10:00:00.000Z',
          'client_credentials',
          '9431',
        ]) {
          const text = JSON.stringify(discreetRecorder()(put(name, value)));
          assert.ok(!text.includes(value) && !text.includes(encodeURIComponent(value)), `${name}: ${text}`);
        }
    });

  it('and a number stays one', () => {
    const body = { pin: 1234, passcode: [4829, -17, 0.25], mpin: { value: 99 } };
    const shown = jsonBody(discreetRecorder()(sending(JSON.stringify(body))).request) as typeof body;
    assert.notEqual(shown.pin, 1234);
    assert.match(String(shown.pin), /^[1-9]\d{3}$/);
    assert.notDeepEqual(shown.passcode, body.passcode);
    assert.ok(shown.passcode.every((each) => typeof each === 'number'));
    assert.notEqual(shown.mpin.value, 99);
  });
});

test('a stand-in has the form of its value, the same for the same, and another in another recording', () => {
  const value = `Ab3-${randomBytes(9).toString('base64url')}`;
  const record = discreetRecorder();
  const shown = (each: typeof record, secret: string): string =>
    (jsonBody(each(sending(JSON.stringify({ remark: secret }))).request) as { remark: string }).remark;
  const once = shown(record, value);
  assert.notEqual(once, value);
  assert.equal(once.length, value.length);
  assert.equal(once.replace(/\d/g, '0').replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').length, value.length);
  assert.match(once, /^[A-Z][a-z]\d-/);
  assert.equal(shown(record, value), once);
  assert.notEqual(shown(record, `${value}x`), once);
  assert.notEqual(shown(discreetRecorder(), value), once);
  const uuid = randomUUID();
  assert.match(shown(record, uuid), /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  for (let pin = 1000; pin < 1100; pin += 1) assert.notEqual(shown(record, String(pin)), String(pin));
});

test('a text of many pairs that is no form is read at once', () => {
  const began = process.cpuUsage();
  discreetRecorder()(sending(`a=1${'&b=1'.repeat(40)} "x`));
  assert.ok(process.cpuUsage(began).user < 2_000_000);
});
