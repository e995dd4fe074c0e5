import { namesOtherIdentifier } from './meant-verification';
import type { Operation } from './operations';

/** An answer of a team's own to a request outside the contract, from the file that `mock.answers` names. */
export interface OwnAnswer {
  readonly method: string;
  /** The path behind the base address. `{name}` and `*` stand for any one segment. */
  readonly path: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON. `undefined`: no body. */
  readonly body?: unknown;
}

const segmentsOf = (path: string): string[] => path.split('/');

const isAny = (segment: string): boolean => segment === '*' || /^\{[^{}]*\}$/.test(segment);

/** Returns whether two paths, each with or without placeholders, can be that of one request. */
function overlap(one: string, other: string): boolean {
  const [left, right] = [segmentsOf(one), segmentsOf(other)];
  return (
    left.length === right.length &&
    left.every((segment, index) => {
      const opposite = right[index] ?? '';
      if (isAny(segment)) return fits(opposite, segment);
      return isAny(opposite) ? fits(segment, opposite) : segment === opposite;
    })
  );
}

/** The document's placeholder for the national ID stands for no other identifier, such as `mobile`. */
const fits = (segment: string, placeholder: string): boolean =>
  segment !== '' && (placeholder !== '{nationalId}' || isAny(segment) || !namesOtherIdentifier(segment));

/** Returns the first answer that fits a request. `path` is the path behind the base address of the service. */
export function findOwnAnswer(
  answers: readonly OwnAnswer[],
  { method, path }: Pick<OwnAnswer, 'method' | 'path'>,
): OwnAnswer | undefined {
  return answers.find((each) => each.method === method && overlap(each.path, path));
}

/** Returns whether an answer of the target file could replace that of an operation. */
export function coversOperation(
  { method, path }: Pick<OwnAnswer, 'method' | 'path'>,
  operation: Pick<Operation, 'method'>,
  paths: readonly string[],
): boolean {
  return method === operation.method && paths.some((each) => overlap(path, each));
}
