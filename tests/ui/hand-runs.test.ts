import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HandEvent, RequestByHand, NotCountedReason } from '../../support/run/hand/happenings';
import type { Preview } from '../../support/ui/api';
import type { HandState } from '../../support/ui/page/hand-state';
import { handStateAfter, noHandState } from '../../support/ui/page/hand-state';
import type { Reader } from './open';
import { waitForRunEnd, openUiWithReader, startRunInUi } from './run-calls';

const act = {
  ...{ id: 2, label: '1 session.create', number: 1, of: 3, journey: 'a journey', line: '' },
  ...{ sentence: 'Create a session.', values: [], address: { method: 'POST', url: 'http://127.0.0.1/x' } },
};
const asked: HandEvent = { what: 'asked', act, deadline: 1000 };
const seen = (whyNot: NotCountedReason | undefined, seq = 1, about = 2): HandEvent => {
  const told: RequestByHand = { seq, name: `#${seq}`, status: 400, act: about, ...(whyNot && { whyNot }) };
  return { what: 'seen', seen: told };
};
const after = (...happenings: readonly HandEvent[]): HandState =>
  happenings.reduce(handStateAfter, noHandState);
const refused: NotCountedReason = { kind: 'refused', status: 400 };

/** What a page shows of what was told since the last run by hand began. */
function handIn({ events }: Reader): HandState {
  const since = events.findLastIndex((event) => event.type === 'begun' && event.area === 'hand');
  return after(...events.slice(since + 1).flatMap((each) => (each.type === 'hand' ? [each.happening] : [])));
}

describe('what is done by hand', () => {
  it('is told to the page; what is over, or was never asked, takes no word; and it goes on where it stopped', async (t) => {
    const text =
      'name: by hand\nenvironment: sandbox\nintegrator: { manual: true, roles: [session, identity] }\nlimits: { callMs: 60000 }\n';
    const { opened, reader } = await openUiWithReader(t, { text });
    const say = async (id: unknown, saying: object): Promise<number> =>
      (await opened.tell('POST', '/api/hand', { id, saying })).status;
    const skip = { say: 'skip', reason: 'no such thing' };
    assert.equal(await say(1, skip), 409, 'none is asked');
    await startRunInUi(opened);
    const nextAct = async (): Promise<number> => {
      await reader.until(() => handIn(reader).open?.kind === 'act');
      return handIn(reader).open?.id ?? 0;
    };
    const id = await nextAct();
    assert.match(handIn(reader).introduction?.services.gateway ?? '', /^http/);
    for (const [status, about, saying] of [
      [409, id + 1, skip],
      [409, id, { say: 'accept' }],
      [409, id, { say: 'answer', answer: 'pending' }],
      [400, id, { say: 'stop' }],
      [400, id, { say: 'skip', reason: ' ' }],
      [400, id, { say: 'skip', reason: 'x'.repeat(501) }],
      [400, id, { ...skip, more: 1 }],
      [400, `${id}`, skip],
      [200, id, skip],
      [409, id, skip],
    ] as const)
      assert.equal(await say(about, saying), status, JSON.stringify(saying));
    await reader.until(() => handIn(reader).done.length > 0);
    const [done] = handIn(reader).done;
    assert.deepEqual([done?.id, done?.how], [id, 'skipped']);
    assert.match(done?.message ?? '', /no such thing/);
    await nextAct();
    await opened.tell('POST', '/api/run/stop', {});
    assert.equal((await waitForRunEnd(reader)).stopped, true);
    assert.equal((await opened.tell<Preview>('GET', '/api/run/preview')).body.canResume, true);

    await startRunInUi(opened, { resume: true });
    await reader.until(() => handIn(reader).introduction?.goesOnAfter !== undefined);
    await nextAct();
    await opened.ui.close();
  });

  it('is held by a refusal of the act that it is about, until another try is waited for', () => {
    const heldIn = ({ open }: HandState) => (open?.kind === 'act' ? open.refused?.seq : undefined);
    assert.equal(heldIn(after(asked, seen(refused))), 1);
    assert.equal(heldIn(after(asked, seen(refused, 1, 7))), undefined);
    assert.equal(heldIn(after(asked, seen({ kind: 'unasked' }))), undefined);
    const waiting = after(asked, seen(refused), { what: 'waiting', id: 2, deadline: 5000 });
    assert.deepEqual([heldIn(waiting), waiting.open?.deadline], [undefined, 5000]);
  });

  it('shows what arrived instead newest first, bounded, and of the act that stands open', () => {
    const many = Array.from({ length: 80 }, (_none, index) => seen({ kind: 'unasked' }, index + 1));
    const { instead } = after(asked, ...many, seen(undefined, 99));
    assert.deepEqual([instead.length, instead[0]?.seq], [50, 80]);
    assert.deepEqual(after(asked, ...many, asked).instead, []);
  });

  it('shows a session that was given under a wrong credential until one is right', () => {
    const session = (wrong: RequestByHand['wrong']): HandEvent => {
      const told: RequestByHand = { seq: 4, name: '#4', status: 200, ...(wrong !== undefined && { wrong }) };
      return { what: 'seen', seen: told };
    };
    assert.equal(after(asked, session('clientSecret'), seen(refused), asked).misnamed?.seq, 4);
    assert.equal(after(asked, session('clientSecret'), session('none')).misnamed, undefined);
  });

  it('goes to what is over at its end alone', () => {
    const open = after(asked);
    assert.deepEqual(handStateAfter(open, { what: 'done', id: 1, how: 'stopped' }), open);
    const over = handStateAfter(open, { what: 'done', id: 2, how: 'skipped', message: 'why' });
    assert.equal(over.open, undefined);
    assert.deepEqual(over.done, [
      { id: 2, kind: 'act', sentence: 'Create a session.', how: 'skipped', message: 'why' },
    ]);
  });
});
