import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findBundle } from '../../../../support/crypto/node/transfer';

const marker = 'आशा-6f9619ff "Žofie"';
const text = `{"resourceType":"Bundle","name":"${marker}"}`;
const found = (sent: unknown) =>
  findBundle({ sent, marker }).map(({ place, encoding }) => `${place} ${encoding}`);

describe('a part of the bundle', () => {
  it('is found behind more values, or more names, than a call can have arguments', () => {
    const names = Object.fromEntries(Array.from({ length: 200_000 }, (_none, at) => [`n${at}`, 0]));
    assert.deepEqual(found([names, Array(200_000).fill(true), text]), ['/2 raw']);
  });

  it('is found in each encoding', () => {
    const bytes = Buffer.from(text);
    const rows: readonly (readonly [text: string, encoding: string])[] = [
      [text, 'raw'],
      [bytes.toString('latin1'), 'raw'],
      [bytes.toString('base64'), 'base64'],
      [Buffer.from(` ${text}`).toString('base64'), 'base64'],
      [Buffer.from(`  ${text}`).toString('base64'), 'base64'],
      [bytes.toString('base64').replace(/.{20}/g, '$&\r\n'), 'base64'],
      [Buffer.from('~~~???').toString('base64url') + bytes.toString('base64url'), 'base64url'],
      [bytes.toString('hex'), 'hex'],
      [bytes.toString('hex').toUpperCase(), 'hex'],
      [Buffer.from(text, 'utf16le').toString('hex'), 'hex'],
      [encodeURIComponent(text), 'url-encoded'],
      [encodeURIComponent(text).toLowerCase(), 'url-encoded'],
      [JSON.stringify(text), 'json-escaped'],
    ];
    for (const [content, encoding] of rows)
      assert.deepEqual(found({ content }), [`/content ${encoding}`], content);
  });

  it('is found in base64url where that differs', () => {
    const odd = { sent: { content: Buffer.from('>>>???ÿÿÿ').toString('base64url') }, marker: '>>>???ÿÿÿ' };
    assert.deepEqual(findBundle(odd), [{ place: '/content', encoding: 'base64url' }]);
  });

  it('is found where letters beyond ASCII are escaped', () => {
    assert.deepEqual(findBundle({ sent: 'x \\u0161a \\u00DFx', marker: 'ša ßx' }), [
      { place: '', encoding: 'json-escaped' },
    ]);
  });

  it('is found anywhere, in names of members as well', () => {
    assert.deepEqual(found({ a: [{ 'b/c': text }], [marker]: 1 }), [`/${marker} raw`, '/a/0/b~1c raw']);
  });

  it('is not found where it is not', () => {
    assert.deepEqual(found({ content: 'nothing', number: 6, none: null }), []);
    assert.deepEqual(findBundle({ sent: { content: 'anything' }, marker: '' }), []);
  });
});
