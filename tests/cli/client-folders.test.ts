import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { foldersOf } from '../../support/cli/client-reports';
import type { ClientName } from '../../support/exchange/exchange';

const named = (label: string, by: ClientName['by'] = 'client id'): ClientName => ({ label, by });
const folders = (...names: readonly ClientName[]): string[] => [...foldersOf(names).values()];

describe('the folders of clients', () => {
  it('are called as the clients are', () => {
    assert.deepEqual(folders(named('SBX_1'), named('console'), named('a.b@c'), named('com')), [
      'SBX_1',
      'console',
      'a.b@c',
      'com',
    ]);
  });

  it('have no name that Windows keeps for a device', () => {
    for (const label of ['CON', 'nul', 'Aux.txt', 'COM1', 'lpt9.log', 'PRN'])
      assert.deepEqual(folders(named(label)), [`client-${label}`]);
  });

  it('end in no dot, which Windows drops', () => {
    assert.deepEqual(folders(named('aux.'), named('SBX_1.'), named('SBX_1')), [
      'client-aux._',
      'SBX_1._',
      'SBX_1',
    ]);
  });

  it('differ in more than their case, and from what another client is called', () => {
    const found = folders(
      named('SBX_1'),
      named('sbx_1'),
      named('sbx_1', 'bridge id'),
      named('SBX_1-client-id-1'),
      named('CON'),
      named('client-con'),
    );
    assert.deepEqual(found.slice(0, 4), [
      'SBX_1-client-id-1',
      'sbx_1-client-id-2',
      'sbx_1-bridge-id-3',
      'SBX_1-client-id-1_',
    ]);
    assert.equal(new Set(found.map((each) => each.toLowerCase())).size, found.length);
  });
});
