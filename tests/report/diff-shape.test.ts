import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shapeOf } from '../../support/report/diff/shape';

const bodyOf = (value: unknown) => {
  const text = JSON.stringify(value);
  return { text, bytes: text.length };
};

describe('the shape of a body', () => {
  it('names members and types, whatever their order and values', () => {
    const shape = [
      ...(shapeOf(bodyOf({ error: { code: 'A', n: 1 }, list: [{ a: 1 }, { b: null }, 'x'] })) ?? []),
    ];
    assert.deepEqual(shape.sort(), [
      '(body) object',
      '/error object',
      '/error/code string',
      '/error/n number',
      '/list array',
      '/list[] object',
      '/list[] string',
      '/list[]/a number',
      '/list[]/b null',
    ]);
    assert.deepEqual(shapeOf(bodyOf({ b: 2, a: 'z' })), shapeOf(bodyOf({ a: 'other', b: 1.5 })));
    assert.deepEqual([...(shapeOf(bodyOf({ 'a/b~c': true })) ?? [])][1], '/a~1b~0c boolean');
  });

  it('tells text, bytes and nothing apart, and says nothing of what was cut', () => {
    assert.deepEqual([...(shapeOf({ text: 'PEM', bytes: 3 }) ?? [])], ['(text)']);
    assert.deepEqual([...(shapeOf({ text: 'AA==', bytes: 1, encoding: 'base64' }) ?? [])], ['(bytes)']);
    assert.deepEqual([...(shapeOf(undefined) ?? [])], ['(no body)']);
    assert.equal(shapeOf({ text: '{"a"', bytes: 9999, cut: true }), undefined);
    assert.equal(shapeOf({ text: '', bytes: 0, absent: true }), undefined);
  });

  it('is found of bodies that are deeper than any', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    assert.ok((shapeOf({ text: deep, bytes: deep.length })?.size ?? 0) < 50);
  });
});
