import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeText } from '../../support/contract/decode-text';
import { duplicateMembers, parseKeepingDuplicates } from '../../support/contract/json';
import { membersIn } from '../../support/contract/body-members';
import { isForm, readBytes } from '../../support/contract/read-body';
import { assertEffort } from '../effort';

const value = { txnId: 'ä', list: [{ name: 'x' }] };
const json = JSON.stringify(value);
const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

describe('the value of a body can be read, however the body is written', () => {
  const bodies: Readonly<Record<string, readonly [body: Buffer, slips: readonly string[]]>> = {
    'JSON in UTF-8': [Buffer.from(json), []],
    'JSON after a byte order mark': [Buffer.from(`\ufeff${json}`), ['byte order mark']],
    'UTF-16, little-endian': [Buffer.from(json, 'utf16le'), ['UTF-16']],
    'UTF-16, little-endian, with a mark': [Buffer.from(`\ufeff${json}`, 'utf16le'), ['UTF-16']],
    'UTF-16, big-endian': [bigEndian(json), ['UTF-16']],
    'UTF-16, big-endian, with a mark': [bigEndian(`\ufeff${json}`), ['UTF-16']],
    'JSON in a JSON string': [Buffer.from(JSON.stringify(json)), ['JSON in a JSON text']],
    'JSON in a JSON string in a JSON string': [
      Buffer.from(JSON.stringify(JSON.stringify(json))),
      ['JSON in a JSON text'],
    ],
    'a JSON string after a byte order mark': [
      Buffer.from(`\ufeff${JSON.stringify(json)}`),
      ['byte order mark', 'JSON in a JSON text'],
    ],
  };
  for (const [what, [body, slips]] of Object.entries(bodies))
    it(what, () => {
      assert.deepEqual(readBytes(body), { value, slips, repeated: [] });
    });

  it('a form', () => {
    assert.deepEqual(readBytes(Buffer.from('txnId=%C3%A4&otp=1')), {
      value: { txnId: 'ä', otp: '1' },
      slips: ['form'],
      repeated: [],
    });
  });
});

it('a text that is neither JSON nor a form has no value; a JSON string of other text is its own value', () => {
  for (const text of ['', ' ', 'hello', '<html>', '{"a":', 'QUJD'])
    assert.equal(readBytes(Buffer.from(text)), undefined, text);
  for (const text of ['hello', '{"a":', '1'])
    assert.deepEqual(readBytes(Buffer.from(JSON.stringify(text))), { value: text, slips: [], repeated: [] });
});

it('bytes that only begin like a byte order mark are decoded without an error', () => {
  for (const bytes of [
    [],
    [0xef],
    [0xff, 0xfe],
    [0xfe, 0xff, 0x00],
    [0xff, 0xfe, 0x7b],
    [0x00],
    [0x7b, 0x00],
  ])
    assert.equal(typeof decodeText(Buffer.from(bytes)).text, 'string');
});

describe('a text that is no form', () => {
  for (const text of ['SGVsbG8gd29ybGQ=', 'SGVsbG8gd29ybA==', 'SGVsbG8gd29ybA==\n', '-_-_AA==', '=', '==='])
    it(JSON.stringify(text), () => {
      assert.equal(isForm(text), false);
      assert.equal(readBytes(Buffer.from(text)), undefined);
    });

  for (const text of ['a=1', 'a=', 'a=&b=2', 'a=b=', 'otp=SGVsbG8=', 'a=%3D', 'a=1&b=', '(name,8)=x'])
    it(`is not ${text}`, () => {
      assert.equal(isForm(text), true);
    });
});

describe('members that appear twice in their object', () => {
  it('are found at any depth, and only in the same object', () => {
    const text = '{"a":1,"b":{"a":2,"c":3,"c":4},"list":[{"d":1},{"d":2,"d":3}],"a":5,"\\u0061":6}';
    assert.deepEqual(duplicateMembers(text).sort(), ['/a', '/b/c', '/list/-/d']);
    assert.deepEqual(duplicateMembers('{"a":"a","b":{"a":"\\"a\\":1"},"c":["a","a"]}'), []);
  });

  it('are named down to a depth of eight, which is deeper than any documented member', () => {
    const nested = (depth: number): string =>
      '{"a":'.repeat(depth - 1) + '{"b":1,"b":2}' + '}'.repeat(depth - 1);
    assert.deepEqual(duplicateMembers(nested(8)), ['/a/a/a/a/a/a/a/b']);
    assert.deepEqual(duplicateMembers(nested(9)), []);
  });

  it('are searched for in a hostile body as fast as in a flat one', () => {
    const body = (depth: number): string =>
      `${'{"a":'.repeat(depth)}{${Array<string>(20_000).fill('"b":1').join()}}${'}'.repeat(depth)}`;
    const search = (depth: number) => {
      const text = body(depth);
      return () => duplicateMembers(text);
    };
    assertEffort(search(900), { what: 'a flat body', act: search(1), most: 5 });
  });

  it('are found in a form', () => {
    assert.deepEqual(readBytes(Buffer.from('a=1&b=2&a=3'))?.repeated, ['/a']);
  });

  it('are all kept if they are asked for; the last one counts', () => {
    const read = parseKeepingDuplicates('{"otp":"1","txnId":"t","otp":"2","otp":{"otp":"3","otp":"4"}}');
    assert.deepEqual(
      membersIn(read).map(({ path, value: each }) => [path.join('/'), each]),
      [
        ['otp', '1'],
        ['txnId', 't'],
        ['otp', '2'],
        ['otp', (read as Readonly<Record<string, unknown>>).otp],
        ['otp/otp', '3'],
        ['otp/otp', '4'],
      ],
    );
    assert.deepEqual(parseKeepingDuplicates('{"a":[1,2]}'), { a: [1, 2] });
    assert.equal(parseKeepingDuplicates('no JSON'), undefined);
  });
});
