import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, it } from 'node:test';
import { callerPath } from '../../support/adapter/child-environment';
import { temporaryFolder } from '../report/embedded-run';

const own = '/suite/node_modules/.bin';
const gyp = '/usr/lib/node_modules/npm/node_modules/@npmcli/run-script/lib/node-gyp-bin';
const shell = ['/home/me/bin', '/usr/bin'];
const cleaned = (...entries: readonly string[]) => callerPath(entries.join(delimiter), own).split(delimiter);

describe('the PATH of the caller', () => {
  it('stays as it is where nothing was put in front of it', () => {
    assert.deepEqual(cleaned(...shell), shell);
    assert.deepEqual(cleaned('', ...shell, ''), ['', ...shell, '']);
  });

  it('is what follows the folders of npx', () => {
    assert.deepEqual(cleaned(own, '/node_modules/.bin', gyp, ...shell), shell);
  });

  it('keeps what npm did for a package of the caller', () => {
    const theirs = ['/product/node_modules/.bin', '/node_modules/.bin', gyp];
    assert.deepEqual(cleaned(...theirs, ...shell), [...theirs, ...shell]);
    assert.deepEqual(cleaned(own, '/node_modules/.bin', gyp, ...theirs, ...shell), [...theirs, ...shell]);
  });

  it('leaves out programs of the suite itself', () => {
    assert.deepEqual(cleaned('/usr/bin', own, '/bin', `${own}/`), ['/usr/bin', '/bin']);
  });

  it('does not hold them by another name', (t) => {
    const folder = temporaryFolder(t);
    mkdirSync(join(folder, 'programs'));
    symlinkSync(join(folder, 'programs'), join(folder, 'link'));
    const path = [join(folder, 'link'), '/usr/bin'].join(delimiter);
    assert.equal(callerPath(path, join(folder, 'programs')), '/usr/bin');
  });
});
