import { withHeader, withMembers } from './change-request';
import type { Change } from './change';
import { recordExamples } from './judge-example';
import type { AnswerKind, RequestKind, Scene } from './scenes';
import { requestScene, sceneOf } from './scenes';
import type { ExamplePair } from './slip';
import type { Evidence } from '../../support/exchange/evidence';

const headers = /^(Authorization|REQUEST-ID|TIMESTAMP|X-CM-ID|Content-Type|Accept|bearer_auth)$/;

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

/** A recording of one request of that kind, and the same with another value of a header, or of a member of its body. */
export function exampleOf(kind: RequestKind, name: string, value: string): ExamplePair {
  const { before, about } = requestScene(kind);
  const wrong = headers.test(name) ? withHeader(about, name, value) : withMembers(about, { [name]: value });
  return { right: rightOf(kind, { before, about }), wrong: recordExamples([...before, wrong]) };
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
