import type { Change } from './change';
import { recordExamples } from './judge-example';
import type { AnswerKind, RequestKind, Scene } from './scenes';
import { sceneOf } from './scenes';
import type { ExamplePair } from './slip';
import type { Evidence } from '../../exchange/evidence';

/** Many rows change one message in turn: what is right about it is recorded once. */
const rights = new Map<string, readonly Evidence[]>();

function rightOf(
  kind: RequestKind | AnswerKind,
  { before, about }: Pick<Scene, 'before' | 'about'>,
): readonly Evidence[] {
  const right = rights.get(kind) ?? recordExamples([...before, about]);
  rights.set(kind, right);
  return right;
}

/** A recording of one message of that kind, and the same with one change in it. */
export function changedExample(kind: RequestKind | AnswerKind, change: Change): ExamplePair {
  const { side, before, about } = sceneOf(kind);
  const wrong = side === 'request' ? change.inRequest(about) : change.inAnswer(about);
  return {
    right: rightOf(kind, { before, about }),
    wrong: recordExamples([...before, wrong]),
  };
}
