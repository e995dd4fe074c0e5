import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { before, describe, it } from 'node:test';
import type { Exchange } from '../../support/exchange/exchange';
import type { RawExchange } from '../../support/exchange/recorder';
import { leaks } from './canaries';
import type { Planted } from './planting';
import { disguises, encodings, plantable, privateKey, rawExchange, recorderKnowing } from './planting';

/** An exchange with a text in every place that has room for one. */
const places: Readonly<Record<string, (text: string) => Partial<RawExchange>>> = {
  'path of the address': (text) => ({ request: { ...get, url: `https://a.example/x/${urlSafe(text)}/y` } }),
  'query of the address': (text) => ({ request: { ...get, url: `https://a.example/?a=${urlSafe(text)}&b` } }),
  'request header': (text) => ({ request: { ...get, headers: [['X-Note', `of ${text} it is`]] } }),
  'answer header': (text) => answer('', [['Location', `/next?note=${text}`]]),
  'JSON body': (text) => answer(`{"note":"${text}","more":[{"deep":"is ${text}"}]}`),
  'JSON body of the request': (text) => ({ request: { ...get, body: Buffer.from(`{"note":"${text}"}`) } }),
  'malformed JSON': (text) => answer(`{"note": 'x, "said": "${text}", oops]`),
  'truncated JSON': (text) => answer(`{"note":"${text}`),
  'form body': (text) => ({ request: { ...get, body: Buffer.from(`a=1&note=${text}&b=2`) } }),
  'plain text': (text) => answer(`He said: ${text}\nand left.`),
  'binary body': (text) => answer(Buffer.concat([binary, Buffer.from(` ${text} `), binary])),
  'failure message': (text) => ({
    failure: { kind: 'reset', code: 'ECONNRESET', message: `while reading ${text}.` },
  }),
};

const get = { method: 'GET', url: 'https://a.example/', headers: [] } as const;
const binary = Buffer.from([0xff, 0xfe, 0x00, 0x80]);
/** As it stands where it may stand in an address. */
const urlSafe = (text: string): string =>
  /^(?:[\w.~+/=-]|%[0-9a-fA-F]{2})*$/.test(text) ? text : encodeURIComponent(text);

function answer(body: string | Buffer, headers: [string, string][] = []): Partial<RawExchange> {
  return { response: { status: 200, headers, body: Buffer.from(body as string) } };
}

/** What would be recorded if nothing were redacted. */
function unredacted(raw: RawExchange): unknown {
  const { request, response, failure } = raw;
  const body = (content: Buffer | undefined): string => {
    const text = (content ?? Buffer.alloc(0)).toString('utf8');
    return text.includes('\ufffd') ? (content ?? Buffer.alloc(0)).toString('base64') : text;
  };
  return {
    request: { ...request, body: body(request.body) },
    response: body(response?.body),
    raw: response?.headers,
    failure,
  };
}

describe('a known secret', () => {
  let planted: readonly Planted[] = [];
  before(async () => {
    planted = await plantable();
  });

  for (const [encoding, encode] of Object.entries(encodings))
    it(`as ${encoding} is recorded nowhere, and would have been found`, () => {
      for (const { name, kind, value } of planted)
        for (const [place, put] of Object.entries(places)) {
          const record = recorderKnowing([{ name, kind, value }]);
          const raw = put(encode(value));
          const found = leaks(JSON.stringify(unredacted(rawExchange(raw))), { [name]: value });
          assert.deepEqual(found, [name], `the search is blind to ${name} in the ${place}`);
          const exchange: Exchange = record(raw);
          const text = JSON.stringify(exchange);
          assert.deepEqual(leaks(text, { [name]: value }), [], `${name} in the ${place}: ${text}`);
        }
    });

  it('is found behind letters whose small form is longer than they are', () => {
    const value = 'a-secret-with-letters-JKLMNO';
    const record = recorderKnowing([{ name: 'secret', kind: 'client-secret', value }]);
    for (const spelling of ['hex', 'hex in capitals', 'percent of every byte in capitals']) {
      const text = `${'\u0130'.repeat(9)} <${encodings[spelling]?.(value) ?? ''}>`;
      assert.equal(record(answer(text)).response?.body?.text, `${'\u0130'.repeat(9)} <[client-secret-1]>`);
    }
  });

  it('is found among all others, by whichever name they are known', () => {
    const record = recorderKnowing(planted);
    const all = planted.map(({ value }) => Buffer.from(value).toString('base64'));
    const text = JSON.stringify(record(answer(JSON.stringify({ all }))));
    assert.deepEqual(leaks(text, Object.fromEntries(planted.map(({ name, value }) => [name, value]))), []);
  });
});

/** What people read: the letters and digits of a text, whatever their case. */
const read = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

describe('a known secret in disguise', () => {
  for (const [disguise, put] of Object.entries(disguises))
    it(`as ${disguise} is recorded nowhere`, async () => {
      for (const { name, kind, value } of await plantable()) {
        const text = `<${put(value)}>`;
        for (const [place, raw] of Object.entries({
          'a body': answer(text),
          'a body of the request': { request: { ...get, body: Buffer.from(text, 'latin1') } },
          'a header': answer('', [['X-Note', text]]),
        })) {
          const exchange = JSON.stringify(recorderKnowing([{ name, kind, value }])(raw));
          const without = exchange.replaceAll(JSON.stringify(text).slice(1, -1), '');
          assert.equal(without, exchange, `${name} in ${place} stands there as it was`);
          assert.ok(
            /\[[a-z]+-[a-z0-9-]+\]/.test(exchange) || exchange.includes('"encoding":"base64"'),
            `${name} in ${place}: ${exchange}`,
          );
          const shown = exchange.replaceAll(
            /"text":"([A-Za-z0-9+/=]+)","bytes":\d+,"encoding":"base64"/g,
            (_all, coded: string) => Buffer.from(coded, 'base64').toString('latin1'),
          );
          assert.ok(!read(shown).includes(read(put(value))), `${name} in ${place}: ${shown}`);
        }
      }
    });

  it('is found in DER, the bytes of its key', () => {
    const pem = privateKey();
    const der = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
    const record = recorderKnowing([{ name: 'key', kind: 'private-key', value: pem }]);
    for (const body of [der, Buffer.from(der.toString('hex')), Buffer.from(der.toString('base64'))]) {
      const { response } = record(answer(body));
      const text = Buffer.from(response?.body?.text ?? '', body === der ? 'base64' : 'utf8');
      assert.ok(text.includes('[private-key-1]'));
      assert.ok(!text.includes(der.subarray(8, 24)));
    }
  });

  it('six digits are found with dashes in between, and not as a part of something longer', () => {
    const record = recorderKnowing([{ name: 'otp', kind: 'otp', value: '482913' }]);
    const shown = (text: string): string | undefined => record(answer(text)).response?.body?.text;
    assert.equal(shown('code 482-913, 48 29 13.'), 'code [otp-1], [otp-1].');
    for (const text of ['1482-913', '482-9134', '[4, 82, 9, 13]', '482/913', 'x482 913'])
      assert.equal(shown(text), text);
  });
});
