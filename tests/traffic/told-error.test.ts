import assert from 'node:assert/strict';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { EnvironmentError } from '../../support/contract/outcome';
import { asDiskTrouble } from '../../support/targets/disk-trouble';
import { ConfigurationError } from '../../support/targets/errors';
import { errorFrom, toldError } from '../../support/traffic/told-error';
import { temporaryFolder } from '../report/embedded-run';
import { threadIn } from './live/handing';

const over = (error: unknown): Error => errorFrom(structuredClone(toldError(error)));

describe('an error that another thread tells of', () => {
  it('is of its class there, too, with all that it says', () => {
    const bad = new ConfigurationError('is not whole', { file: 'a.jsonl', line: 3 }, 'record it again');
    const read = over(bad);
    assert.ok(read instanceof ConfigurationError);
    assert.equal(read.line, bad.line);
    assert.ok(over(new EnvironmentError('gone')) instanceof EnvironmentError);
    const other = new TypeError('x is not a function');
    assert.equal(over(other).stack, other.stack);
    assert.equal(over('thrown').message, 'thrown');
  });

  it('still shows which file cannot be written', (t) => {
    const file = join(temporaryFolder(t), 'none', 'file');
    const caught = ((): unknown => {
      try {
        return openSync(file, 'wx');
      } catch (error) {
        return error;
      }
    })();
    const { code, path } = over(caught) as NodeJS.ErrnoException;
    assert.deepEqual([code, path], ['ENOENT', file]);
    const full = Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write', path: file });
    assert.equal(asDiskTrouble(over(full))?.line, asDiskTrouble(full)?.line);
  });

  it('ends the thread that cannot open its recording', async (t) => {
    await assert.rejects(threadIn(join(temporaryFolder(t), 'none')), { code: 'ENOENT' });
  });
});
