import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { layOutJson } from '../../support/cli/lay-out-json';
import { randomInt } from '../seed';

describe('JSON that is laid out for a reader', () => {
  it('keeps its value, whatever the whitespace was before', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        assert.equal(JSON.stringify(JSON.parse(layOutJson(text))), JSON.stringify(JSON.parse(text)));
      }),
      { seed: randomInt(0, 2 ** 31) },
    );
  });

  it('keeps numbers, escapes and repeated names as they were written', () => {
    const text = '{"a":1.0,"a":12345678901234567890,"b":"\\u0041\\/ \\" : , ]","c":[],"d":{ }}';
    assert.equal(
      layOutJson(text),
      '{ "a": 1.0, "a": 12345678901234567890, "b": "\\u0041\\/ \\" : , ]", "c": [], "d": {} }',
    );
  });

  it('begins a line for each member of what is long', () => {
    const long = 'x'.repeat(100);
    assert.equal(
      layOutJson(`[{"name":"${long}","value":1},2]`),
      `[\n  {\n    "name": "${long}",\n    "value": 1\n  },\n  2\n]`,
    );
  });
});
