import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Saying } from '../../support/run/hand/person';
import type { Question } from '../../support/run/hand/questions';
import { terminalPerson } from '../../support/run/hand/terminal-person';
import { temporaryFolder } from '../report/embedded-run';

/** A terminal at which a test types, and what a person said there. */
function typist(question: Question) {
  const [said, heard]: [string[], Saying[]] = [[], []];
  let type: (line: string) => void = () => undefined;
  const person = terminalPerson({
    say: (text) => said.push(text),
    interactive: true,
    listen(onLine) {
      type = onLine;
      return () => undefined;
    },
  });
  person.listen((saying) => heard.push(saying));
  person.tell({ what: 'questioned', question, deadline: 0 });
  return {
    person,
    said,
    heard,
    type: (line: string) => {
      type(line);
    },
  };
}

const callbacks: Question = {
  id: 1,
  sentence: 'Where?',
  asking: [
    { name: 'callbackUrl', label: 'address', kind: 'url' },
    { name: 'encryptionKey', label: 'key', kind: 'pem' },
  ],
};

test('a question is answered line by line; a key comes as the name of its file', (t) => {
  const file = join(temporaryFolder(t), 'key.pem');
  writeFileSync(file, 'the key');
  const { said, heard, type } = typist(callbacks);
  type(' http://127.0.0.1:9 ');
  type('/nowhere/key.pem');
  type(file);

  assert.deepEqual(heard, [
    { say: 'answer', answers: { callbackUrl: 'http://127.0.0.1:9', encryptionKey: 'the key' } },
  ]);
  assert.deepEqual(said, [
    'Where?',
    '      address; Enter: skip',
    '      key (name of its file); Enter: skip',
    '      /nowhere/key.pem cannot be read',
    '      key (name of its file); Enter: skip',
  ]);
});

test('Enter alone leaves a question out, or keeps what was answered before', () => {
  const first = typist(callbacks);
  first.type('');
  assert.deepEqual(first.heard, [{ say: 'skip', reason: '' }]);

  const [address] = callbacks.asking;
  assert.ok(address !== undefined);
  const before = typist({ ...callbacks, asking: [{ ...address, before: 'http://127.0.0.1:8' }] });
  before.type('');
  assert.deepEqual(before.heard, [{ say: 'answer', answers: { callbackUrl: 'http://127.0.0.1:8' } }]);
});

test('what could not be taken is asked for again, and what comes next is no answer any more', () => {
  const { person, said, heard, type } = typist({
    id: 2,
    sentence: 'How?',
    asking: [
      { name: 'state', label: 'state', kind: 'choice', choices: ['pending', 'approved'] },
      { name: 'callbacks', label: 'callbacks', kind: 'count' },
    ],
  });
  type('approved');
  type('many');
  person.tell({ what: 'misunderstood', id: 2, name: 'callbacks', message: 'A number, please.' });
  type('1');
  person.tell({ what: 'done', id: 2, how: 'accepted' });
  type('');

  assert.deepEqual(heard, [
    { say: 'answer', answers: { state: 'approved', callbacks: 'many' } },
    { say: 'answer', answers: { state: 'approved', callbacks: '1' } },
    { say: 'skip', reason: '' },
  ]);
  assert.equal(said.at(-1), '      callbacks; Enter: skip');
});
