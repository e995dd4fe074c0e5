import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkSchema } from '../../support/contract/schemas';
import { currentEdition, firstEdition } from '../../support/contract/source';
import { differenceOf } from '../../support/editions/difference';
import { editionParts } from '../../support/editions/edition';
import { contractObligations } from '../../support/obligations';
import { first, grown, newId, second, secondName } from './second';

const nothing = { added: {}, changed: {}, removed: {} };

describe('an edition', () => {
  it('is described as data that keeps to its schema', () => {
    for (const edition of [first, grown, second]) assert.deepEqual(checkSchema('edition', edition), []);
    assert.equal(first.name, currentEdition);
    assert.notDeepEqual(checkSchema('edition', { ...first, obligations: { [newId]: {} } }), []);
  });

  it('has every obligation with the edition that demanded it first', () => {
    assert.deepEqual(
      Object.keys(first.obligations),
      contractObligations.all.map(({ id }) => id),
    );
    for (const { since } of contractObligations.all) assert.equal(since, firstEdition);
    assert.equal(grown.obligations[newId]?.since, secondName);
  });
});

describe('the difference between two editions', () => {
  it('is none between an edition and itself', () => {
    const difference = differenceOf(first, first);
    for (const part of editionParts) assert.deepEqual(difference[part], nothing);
  });

  it('is the obligation that was added and the members of the operation that changed, and nothing else', () => {
    const { from, to, obligations, operations, ...others } = differenceOf(first, second);
    assert.deepEqual([from, to], [first.name, secondName]);
    assert.deepEqual(obligations, { ...nothing, added: { [newId]: second.obligations[newId] } });
    const { path, headers } = first.operations['session.create'] ?? {};
    assert.deepEqual(operations, {
      ...nothing,
      changed: {
        'session.create': [
          { member: 'path', before: path, after: '/api/hiecm/gateway/v4/sessions' },
          { member: 'headers', before: headers, after: [...(headers as string[]), 'X-TRACE'] },
        ],
      },
    });
    assert.deepEqual(others, { headers: nothing, readings: nothing, schemas: nothing });
  });

  it('is the other way round from the second to the first', () => {
    const { obligations, operations } = differenceOf(second, first);
    assert.deepEqual(obligations, { ...nothing, removed: { [newId]: second.obligations[newId] } });
    assert.equal(operations.changed['session.create']?.[0]?.before, '/api/hiecm/gateway/v4/sessions');
  });

  it('takes names that every object has for names like any other', () => {
    const [before, after] = [{ constructor: { path: '/a' } }, { toString: { path: '/b' } }];
    const { operations } = differenceOf({ ...first, operations: before }, { ...first, operations: after });
    assert.deepEqual(operations, { added: after, changed: {}, removed: before });
  });

  it('tells a level, a header, a reading and a schema that changed, and a member that was not there before', () => {
    const changed = {
      ...first,
      obligations: { ...first.obligations, 'HDR-09': { ...first.obligations['HDR-09'], level: 'observe' } },
      headers: { ...first.headers, TIMESTAMP: { ...first.headers.TIMESTAMP, deprecated: true } },
      readings: { ...first.readings, 'jwt-leeway': { ...first.readings['jwt-leeway'], default: 5 } },
      schemas: { ...first.schemas, 'contract/error': { ...first.schemas['contract/error'], title: 'E' } },
    };
    const { obligations, headers, readings, schemas } = differenceOf(first, changed);
    const before = first.obligations['HDR-09']?.level;
    assert.deepEqual(obligations.changed, { 'HDR-09': [{ member: 'level', before, after: 'observe' }] });
    assert.deepEqual(headers.changed, { TIMESTAMP: [{ member: 'deprecated', after: true }] });
    assert.deepEqual(readings.changed, { 'jwt-leeway': [{ member: 'default', before: 60, after: 5 }] });
    assert.deepEqual(schemas.changed, {
      'contract/error': [{ member: 'title', before: 'Error envelope', after: 'E' }],
    });
  });
});
