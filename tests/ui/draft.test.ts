import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { OpenTarget, WrittenText } from '../../support/ui/api';
import { TypedDraft } from '../../support/ui/page/draft';
import { pageStateAfter, initialPageState } from '../../support/ui/page/state';
import { memberAt, pathAt } from '../../support/ui/page/target-text';
import { membersOfTarget } from '../../support/ui/server/target-help';
import { clientTemplate } from '../../support/cli/client-template';

const told = (revision: number, text: string): OpenTarget => ({
  ...{ revision, text, file: 'target.yaml', folder: '/', others: [], isNew: false, isSaved: false },
  ...{ exceptions: 0, savedAt: 0, problems: [], variables: [] },
});

/** A draft, and a server that answers when it is told to. */
function typing(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const sent: WrittenText[] = [];
  const answers: PromiseWithResolvers<OpenTarget>[] = [];
  const draft = new TypedDraft(
    (written) => {
      sent.push(written);
      const answer = Promise.withResolvers<OpenTarget>();
      answers.push(answer);
      return answer.promise;
    },
    () => undefined,
  );
  draft.take(told(1, 'a'));
  return {
    draft,
    sent,
    rest: async () => {
      t.mock.timers.tick(300);
      await turn();
    },
    answer: async (how: Error | OpenTarget) => {
      const next = answers.shift();
      assert.ok(next, 'nothing was sent');
      if (how instanceof Error) next.reject(how);
      else next.resolve(how);
      await turn();
    },
  };
}

describe('what is typed into the target', () => {
  it('is sent once nothing is typed for a while, and does not come back into what is typed on', async (t) => {
    const { draft, sent, rest, answer } = typing(t);
    draft.type('ab');
    t.mock.timers.tick(200);
    draft.type('abc');
    await rest();
    assert.deepEqual(sent, [{ text: 'abc', revision: 1 }]);
    draft.type('abcd');
    draft.take(told(2, 'abc'));
    assert.equal(draft.text, 'abcd', 'its own text is told before it is answered');
    await answer(told(2, 'abc'));
    draft.take(told(2, 'abc'));
    assert.equal(draft.text, 'abcd');
    await rest();
    await answer(told(3, 'abcd'));
    assert.deepEqual([sent[1], draft.isTyped], [{ text: 'abcd', revision: 2 }, false]);
  });

  it('gives way to another page where nothing is typed; else who typed decides', async (t) => {
    const { draft, sent, rest, answer } = typing(t);
    draft.take(told(2, 'b\r\nc'));
    assert.equal(draft.text, 'b\nc');
    draft.type('mine');
    draft.take(told(3, 'theirs'));
    await rest();
    assert.deepEqual([draft.text, sent], ['mine', [{ text: 'mine', revision: 2 }]]);
    await answer(new Error('changed elsewhere'));
    assert.deepEqual([draft.text, String(draft.trouble)], ['mine', 'Error: changed elsewhere']);
    draft.reset();
    assert.deepEqual([draft.text, draft.trouble, draft.isTyped], ['theirs', undefined, false]);
  });

  it('is not what stands there in the end where another page came later', async (t) => {
    const { draft, rest, answer } = typing(t);
    draft.type('mine');
    await rest();
    draft.take(told(3, 'theirs'));
    await answer(told(2, 'mine'));
    assert.deepEqual([draft.text, draft.isTyped], ['theirs', false]);
  });

  it('gives way to a file that is opened, whatever comes of the text that was on its way', async (t) => {
    const { draft, rest, answer } = typing(t);
    for (const [how, opened] of [
      [told(2, 'mine'), told(3, 'another file')],
      [new Error('changed elsewhere'), told(5, 'a third')],
    ] as const) {
      draft.type('mine');
      await rest();
      draft.reset(opened);
      await answer(how);
      assert.deepEqual([draft.text, draft.isTyped, draft.trouble], [opened.text, false, undefined]);
    }
  });

  it('stays where the server did not take it, until it does', async (t) => {
    const { draft, sent, rest, answer } = typing(t);
    draft.type('clientSecret: literal');
    await rest();
    await answer(new Error('a secret'));
    assert.ok(draft.isTyped && draft.trouble !== undefined);
    draft.type('clientSecret: ${S}');
    const flushed = draft.flush();
    await turn();
    await answer(told(2, 'clientSecret: ${S}'));
    await flushed;
    assert.deepEqual([draft.isTyped, draft.trouble, sent.length], [false, undefined, 2]);
    await draft.flush();
    assert.equal(sent.length, 2, 'nothing is sent twice');
  });
});

describe('what the page shows', () => {
  it('is the newest of each state, and nothing of another process', () => {
    const doctor = { type: 'doctor', revision: 1, state: 'done', lines: [] } as const;
    const events = [
      { type: 'target', target: told(1, 'a') },
      doctor,
      { type: 'target', target: told(2, 'b') },
    ] as const;
    const state = events.reduce(pageStateAfter, initialPageState);
    assert.deepEqual([state.target?.revision, state.doctor], [2, doctor]);
    const open = pageStateAfter(state, { type: 'connection', connection: 'open' });
    assert.deepEqual(pageStateAfter(open, { type: 'all' }), { ...initialPageState, connection: 'open' });
  });
});

describe('the help at a place of the text', () => {
  const text = `otp:
  - { value: "\${A}", txnId: b }
  - value: "\${C}"
    txnId: d

callback: { listen: "127.0.0.1:0", publicUrl: https://host.example }
readings:
  stale-after:
    # as it was agreed
    seconds: 20
`;
  const at = (piece: string, from = text) => pathAt(from, from.indexOf(piece) + piece.length).join('.');

  it('is that of the member there, in lists and in braces too', () => {
    for (const [piece, path] of [
      ['otp', 'otp'],
      ['value: "${A', 'otp.*.value'],
      ['txnId: b', 'otp.*.txnId'],
      ['value: "${C', 'otp.*.value'],
      ['txnId: d', 'otp.*.txnId'],
      ['txnId: d\n', ''],
      ['callback:', 'callback'],
      ['"127', 'callback.listen'],
      ['https://', 'callback.publicUrl'],
      ['host.example }', 'callback'],
      ['seconds', 'readings.stale-after.seconds'],
    ] as const)
      assert.equal(at(piece), path, piece);
  });

  it('is there for every member of a template, those in comments too', () => {
    const members = membersOfTarget();
    const template = clientTemplate(['session'], { url: 'http://127.0.0.1:9000' });
    for (const piece of [
      'name: my',
      'probes: f',
      'roles: [',
      'providerKey: "',
      'by: Jane',
      'key-bits: 4',
      'mock: { t',
    ]) {
      assert.ok(template.includes(piece), piece);
      assert.ok(memberAt(pathAt(template, template.indexOf(piece) + piece.length), members), piece);
    }
    assert.equal(memberAt(['nothing'], members), undefined);
  });
});
