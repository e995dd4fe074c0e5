import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readEntry } from '../../../support/exchange/har/har-entry';

/** The bodies of an entry whose tool counted so many bytes for each. */
function bodiesOf(text: string, bytes: number, encoding?: string): (string | undefined)[] {
  const found = readEntry({
    startedDateTime: '2026-11-21T10:00:00.000Z',
    time: 1,
    request: {
      method: 'POST',
      url: 'https://gateway.example/sessions',
      headers: [],
      bodySize: bytes,
      postData: { mimeType: 'application/json', text, encoding },
    },
    response: { status: 200, headers: [], content: { size: bytes, text, encoding } },
  });
  if (found.kind !== 'exchange') assert.fail(JSON.stringify(found));
  return [found.raw.request.body?.toString(), found.raw.response?.body.toString()];
}

describe('a body in Base64 of which nothing says so', () => {
  for (const body of ['{"a":1}', '{"a":12}', '{"a":123}', '{"name":"Zoë"}'])
    it(`is what the tool counted: ${body}`, () => {
      const text = Buffer.from(body).toString('base64');
      assert.deepEqual(bodiesOf(text, Buffer.byteLength(body)), [body, body]);
    });

  it('is told from a body that is Base64 itself, and from one of which the size is unknown or another', () => {
    for (const bytes of [12, -1, 0, 8, 10, 4000]) {
      const text = Buffer.from('{"a":123}').toString('base64');
      assert.deepEqual(bodiesOf(text, bytes), [text, text], String(bytes));
    }
  });

  it('is told from any other text', () => {
    assert.deepEqual(bodiesOf('{"a":1, "b"}', 9), ['{"a":1, "b"}', '{"a":1, "b"}']);
    assert.deepEqual(bodiesOf('eyJhIjoxMjN9', 12, 'base64'), ['{"a":123}', '{"a":123}']);
  });
});
