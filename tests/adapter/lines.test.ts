import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { childEnvironment } from '../../support/adapter/child-environment';
import { decodeUtf8, LineSplitter } from '../../support/adapter/lines';

function split(maxBytes: number, ...chunks: readonly string[]): (string | null)[] {
  const splitter = new LineSplitter(maxBytes);
  return chunks
    .flatMap((chunk) => splitter.push(Buffer.from(chunk)))
    .map((line) => (line.kind === 'line' ? line.bytes.toString() : null));
}

describe('lines', () => {
  it('end with a line feed, wherever the chunks do', () => {
    assert.deepEqual(split(9, 'a\nb\n', '\n', 'c', 'd', '\ne'), ['a', 'b', '', 'cd']);
  });

  it('are told of once when they grow too long, and passed over to their end', () => {
    assert.deepEqual(split(3, 'abc\nabcd', 'efgh', 'i\nj\nabcd\nk\n'), ['abc', null, 'j', null, 'k']);
  });

  it('leave a rest', () => {
    const splitter = new LineSplitter(9);
    splitter.push(Buffer.from('a\nb'));
    splitter.push(Buffer.from('c'));
    assert.equal(splitter.rest.toString(), 'bc');
  });

  it('are UTF-8', () => {
    assert.equal(decodeUtf8(Buffer.from('\u{feff}€')), '€');
    assert.equal(decodeUtf8(Buffer.of(0xc3)), undefined);
    assert.equal(decodeUtf8(Buffer.of(0xed, 0xa0, 0x80)), undefined, 'half of a surrogate pair');
  });
});

describe('the environment of an adapter', () => {
  it('has what programs need, in any case, and what is added', () => {
    const own = { Path: '/bin', LC_ALL: 'C', JAVA_HOME: '/jdk', CLIENT_SECRET: 's', HTTPS_PROXY: 'u:p@x' };
    assert.deepEqual(childEnvironment({ MODE: 'test', LC_ALL: 'de' }, own), {
      Path: '/bin',
      LC_ALL: 'de',
      JAVA_HOME: '/jdk',
      MODE: 'test',
    });
  });
});
