import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { chooseFolder, requireOwnEnvFile, writeEnvFile } from '../../support/cli/mock-files';
import { writeOwnFile } from '../../support/mock/own-files';
import { temporaryFolder } from '../report/embedded-run';
import { folderWith, textIn } from './project-folder';

// In a container each mock has the number 1, also after one that was killed.
test('a mock replaces what an ended mock with its own process id left, but not what a running mock uses', (t) => {
  const folder = temporaryFolder(t);
  const [claim, variables] = [join(folder, 'mock.pid'), join(folder, 'mock.env')];
  writeFileSync(claim, String(process.pid));
  assert.equal(chooseFolder(folder), folder);
  writeEnvFile(variables, [['TEST_OTP', '123456']]);
  requireOwnEnvFile(variables);

  writeFileSync(claim, String(process.ppid));
  assert.throws(() => chooseFolder(folder), /holds the files of another mock, process/);
  writeFileSync(variables, `# Test credentials of conform mock, process ${process.ppid}\n`);
  assert.throws(() => {
    requireOwnEnvFile(variables);
  }, /is of another mock, process/);
});

describe('the file of --variables', () => {
  for (const [what, text] of [
    ['begins with an empty line', '\nMINE=1\n'],
    ['has variables of the user', 'MINE=1\n'],
    ['has another comment', '# Test credentials of conform mock, process unknown\n'],
    ['only begins with the words of a mock', '# Test credentials of conform mock, process 1 and more\n'],
  ] as const)
    it(`is refused if it ${what}`, (t) => {
      const file = join(temporaryFolder(t), 'my.env');
      writeFileSync(file, text);
      for (const use of [
        requireOwnEnvFile,
        (path: string) => {
          writeEnvFile(path, []);
        },
      ])
        assert.throws(
          () => {
            use(file);
          },
          { message: 'is there already, and no mock wrote it' },
        );
      assert.equal(readFileSync(file, 'utf8'), text);
    });

  it('is refused if the user changed it since a mock wrote it', (t) => {
    const file = join(temporaryFolder(t), 'my.env');
    writeEnvFile(file, [['TEST_OTP', '123456']]);
    requireOwnEnvFile(file);
    appendFileSync(file, 'MINE=1\n');
    assert.throws(
      () => {
        writeEnvFile(file, []);
      },
      { message: 'is there already, and was changed since a mock wrote it' },
    );
    assert.match(readFileSync(file, 'utf8'), /^MINE=1$/m);
  });

  it('is refused if it is a folder', (t) => {
    const folder = temporaryFolder(t);
    assert.throws(() => {
      requireOwnEnvFile(folder);
    }, /is not a file/);
  });

  it('is readable only by its owner, also if it was empty before', (t) => {
    const file = join(temporaryFolder(t), 'my.env');
    writeFileSync(file, '', { mode: 0o644 });
    writeEnvFile(file, [['CLIENT_SECRET', "it's"]]);
    assert.match(readFileSync(file, 'utf8'), /^CLIENT_SECRET="it's"$/m);
    if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
  });
});

describe('the folder of --out', () => {
  const foreign = 'is there already: no mock wrote it, or it was changed since';

  for (const name of [
    'target.yaml',
    'ca.pem',
    'payer.pem',
    'payer-certificate.pem',
    'authorities.pem',
    'mock-files.json',
    'mock.pid',
  ])
    it(`is refused if it holds a ${name} of the user`, (t) => {
      const folder = folderWith(t, { [name]: 'mine\n' });
      assert.throws(() => chooseFolder(folder), {
        message: foreign,
        place: { at: '--out', file: join(folder, name) },
      });
      assert.equal(textIn(folder, name), 'mine\n');
    });

  it('keeps other files of the user, and those of a mock that the user changed', (t) => {
    const folder = join(temporaryFolder(t), 'mine');
    mkdirSync(folder);
    writeFileSync(join(folder, 'notes.txt'), 'mine\n');
    chooseFolder(folder);
    for (const name of ['ca.pem', 'target.yaml', 'mock.env'])
      writeOwnFile(folder, name, `${name} of a mock\n`);
    chooseFolder(folder);
    for (const name of ['ca.pem', 'target.yaml', 'mock.env'])
      assert.ok(!existsSync(join(folder, name)), name);

    writeOwnFile(folder, 'target.yaml', 'of a mock\n');
    writeFileSync(join(folder, 'target.yaml'), 'changed\n');
    assert.throws(() => chooseFolder(folder), { message: foreign });
    assert.equal(readFileSync(join(folder, 'target.yaml'), 'utf8'), 'changed\n');
    assert.equal(readFileSync(join(folder, 'notes.txt'), 'utf8'), 'mine\n');
  });

  it('may hold a file whose writing was interrupted', (t) => {
    const folder = temporaryFolder(t);
    writeOwnFile(folder, 'target.yaml', 'of a mock\n');
    writeFileSync(join(folder, 'target.yaml'), '');
    assert.equal(chooseFolder(folder), folder);
    assert.ok(!existsSync(join(folder, 'target.yaml')));
  });

  it('is the only one in which files are removed, whatever the list names', (t) => {
    const folder = join(temporaryFolder(t), 'mine');
    mkdirSync(folder);
    writeOwnFile(folder, '../outside.txt', 'mine\n');
    chooseFolder(folder);
    assert.ok(existsSync(join(folder, '../outside.txt')));
  });
});

describe('the folder of a mock without --out', () => {
  for (const [what, name] of [
    ['the user changed the target file', 'target.yaml'],
    ['the user has a file with the name of the claim', 'mock.pid'],
  ] as const)
    it(`is the next one if ${what}`, (t) => {
      const before = process.cwd();
      process.chdir(temporaryFolder(t));
      t.after(() => {
        process.chdir(before);
      });
      assert.equal(chooseFolder(undefined), 'reports/mock');
      writeOwnFile('reports/mock', 'ca.pem', 'of a mock\n');
      writeFileSync(join('reports/mock', name), 'mine\n');
      assert.equal(chooseFolder(undefined), 'reports/mock-2');
      assert.equal(readFileSync(join('reports/mock', name), 'utf8'), 'mine\n');
      assert.equal(existsSync('reports/mock/mock.pid'), name === 'mock.pid');
    });
});
