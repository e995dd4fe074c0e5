import type { Change } from './change';
import type { RequestKind } from '../turns/requests';
import { recorded } from './judge-example';
import type { AnswerKind } from './scenes';
import { sceneOf } from './scenes';
import type { Slip } from './slip';

/** A recording of one message of that kind, and the same with one change in it. */
export function changedExample(kind: RequestKind | AnswerKind, change: Change): Slip {
  const { side, before, about } = sceneOf(kind);
  const wrong = side === 'request' ? change.inRequest(about) : change.inAnswer(about);
  return { value: change.value, right: recorded([...before, about]), wrong: recorded([...before, wrong]) };
}
