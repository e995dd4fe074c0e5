import { registryPrefix, withoutBasePath } from './bases';
import { isEmptyMember, membersIn } from './body-members';
import { resemblesSessionPath } from './demanded-headers';
import { constants } from './constants';
import { bareName, isLikelyTypo } from './is-likely-typo';
import { namesNationalId, namesOtherIdentifier, resemblesVerification } from './meant-verification';
import type { ConfiguredSegments, Operation, ServiceName } from './operations';
import {
  fillPathSegments,
  isNearCertificatePath,
  operationById,
  operationPattern,
  operations,
  pathsOfOperation,
} from './operations';
import { containsOtp } from './otp-step';
import { hasPersonalCredential } from './personal-credential';
import type { ReadingValues } from './readings';

/** The services with documented paths that are recognised at another service. The paths of the others consist of common words. */
const recognisedElsewhere: readonly ServiceName[] = ['gateway', 'identity', 'registry'];

/**
 * Returns the documented operation that a request to a service almost calls: another method, another version or none,
 * other letter case, a misspelt word, words joined or separated, or one segment too few or too many. Also returns an
 * operation of another service, if the whole path is that operation's. Returns `undefined` for a request that is meant for
 * something else. Does not look at the method, so a documented request is near itself.
 *
 * @param path the path, with or without that of the base address in front
 */
export function nearOperation(
  service: ServiceName,
  path: string,
  paths: ConfiguredSegments = {},
): Operation | undefined {
  const words = wordsOf(path);
  const own = operations.filter((each) => each.service === service && each.receiver === 'service');
  return (
    own.find((each) => isSame(words, each)) ??
    operations.find((each) => recognisedElsewhere.includes(each.service) && isWholePathOf(each, path)) ??
    resembledOperation(service, path, paths) ??
    own.find((each) => isNear(words, each, paths) && !isOfOther(each, path))
  );
}

/** The segments of a path without its versions. */
const wordsOf = (path: string): string[] =>
  path.split('/').filter((each) => each !== '' && !/^v\d+(\.\d+)?$/i.test(each));

/** Returns whether a path is exactly the documented one, with or without the version in the registry's base address. */
function isWholePathOf({ service, path: documented }: Operation, path: string): boolean {
  return new RegExp(`^${operationPattern(documented)}$`).test(withoutBasePath(service, path, []));
}

/** Returns the operation by the near misses that the judges know: they know some with two mistakes. */
function resembledOperation(
  service: ServiceName,
  path: string,
  paths: ConfiguredSegments,
): Operation | undefined {
  if (service === 'gateway') return resemblesSessionPath(path) ? operationById('session.create') : undefined;
  if (service !== 'identity' && service !== 'registry') return undefined;
  if (isNearCertificatePath(path, paths)) return operationById(`certificate.${service}`);
  return service === 'registry' && resemblesVerification(path) ? operationById('otp.verify') : undefined;
}

/** The verification of a mobile number is another operation than that of the national ID. */
const isOfOther = ({ id }: Operation, path: string): boolean =>
  id === 'otp.verify' && namesOtherIdentifier(path);

const isPlaceholder = (word: string): boolean => word.startsWith('{');

/** Returns whether a path ends with the documented one. Any segments may precede it, because they may be those of a base address. */
function isSame(words: readonly string[], { path }: Operation): boolean {
  const documented = wordsOf(path);
  return words.some((_, start) => spells(words.slice(start), documented));
}

const joined = (words: readonly string[]): string => words.map(bareName).join('');

/** Returns whether words spell the documented ones. Some may be joined or separated, as in `verify/otp`. */
function spells(given: readonly string[], documented: readonly string[]): boolean {
  const at = documented.findIndex(isPlaceholder);
  if (at === -1) return joined(given) === joined(documented);
  return given.some(
    (segment, index) =>
      fitsPlaceholder(segment, documented[at]) &&
      joined(given.slice(0, index)) === joined(documented.slice(0, at)) &&
      spells(given.slice(index + 1), documented.slice(at + 1)),
  );
}

const fitsPlaceholder = (segment: string, placeholder: string | undefined): boolean =>
  placeholder !== '{nationalId}' || !namesOtherIdentifier(segment);

function isNear(words: readonly string[], { path }: Operation, paths: ConfiguredSegments): boolean {
  const documented = wordsOf(path);
  return (
    hasOneTypo(words.slice(-documented.length), documented) ||
    hasOneTooMany(words, documented, paths) ||
    hasOneTooFew(words, documented)
  );
}

function hasOneTypo(given: readonly string[], documented: readonly string[]): boolean {
  if (given.length !== documented.length) return false;
  const unlike = (isAlike: (one: string, other: string) => boolean): number =>
    documented.filter((word, index) => {
      const segment = given[index] ?? '';
      return isPlaceholder(word) ? !fitsPlaceholder(segment, word) : !isAlike(segment, word);
    }).length;
  return unlike((one, other) => bareName(one) === bareName(other)) <= 1 && unlike(isLikelyTypo) === 0;
}

/** The words of the documented paths. A path may contain one of them by mistake. All other words may name another operation. */
const documentedWords = new Set(
  operations
    .filter(({ service }) => recognisedElsewhere.includes(service))
    .flatMap(({ path }) => wordsOf(path))
    .filter((word) => !isPlaceholder(word))
    .map(bareName),
);

/**
 * Returns whether a whole path has one segment more than the documented one. The segment must be a documented word, or
 * the path must name the national ID at the documented place. Otherwise, the segment may name another operation.
 */
function hasOneTooMany(
  words: readonly string[],
  documented: readonly string[],
  paths: ConfiguredSegments,
): boolean {
  const at = documented.indexOf('{nationalId}');
  return withoutOne(words).some(({ left, omitted }) => {
    const isNamed = at !== -1 && namesNationalId(left[at] ?? '', paths.nationalId);
    return (isNamed || documentedWords.has(bareName(omitted))) && spells(left, documented);
  });
}

/** Returns whether a whole path has one segment less than the documented one. Two words are the least that identify an operation. */
const hasOneTooFew = (words: readonly string[], documented: readonly string[]): boolean =>
  withoutOne(documented).some(
    ({ left }) => left.filter((word) => !isPlaceholder(word)).length > 1 && spells(words, left),
  );

/** Omits each word in turn, except the last, because that names the operation. */
const withoutOne = (words: readonly string[]): { left: string[]; omitted: string }[] =>
  words.slice(0, -1).map((omitted, at) => ({ omitted, left: words.filter((_, index) => index !== at) }));

/**
 * Returns the verification of a national-ID OTP if a request to the registry verifies an OTP at its path with `verify` as the
 * last word. Without an OTP, such a request may verify something else, as biometric data, or read a status.
 */
function cutVerification(
  { service, method, path, body }: NearRequest,
  { nationalId }: ConfiguredSegments,
): Operation | undefined {
  const verification = operationById('otp.verify');
  const [documented = ''] = wordsOf(verification.path);
  const [first = '', identifier = '', last = '', ...others] = wordsOf(path);
  const isCut =
    service === verification.service &&
    others.length === 0 &&
    bareName(first) === bareName(documented) &&
    namesNationalId(identifier, nationalId) &&
    !namesOtherIdentifier(path) &&
    bareName(last) === 'verify';
  return isCut && method === verification.method && containsOtp(body) ? verification : undefined;
}

/** A request that may be a near miss. */
export interface NearRequest {
  readonly service: ServiceName;
  readonly method: string;
  /** The path, with or without that of the base address in front. */
  readonly path: string;
  /** The parsed body. `undefined` if the request lacks a body, or if the body cannot be read. */
  readonly body: unknown;
}

/** The places of the documented operations, as a target or a mock sets them. */
export interface OperationPlaces {
  readonly paths: ConfiguredSegments;
  /** The base addresses of the services. The registry's contains its version prefix (clause 9.2). */
  readonly bases: Readonly<Partial<Record<ServiceName, string>>>;
  readonly readings: Pick<ReadingValues, 'payer-segment' | 'registry-session'>;
}

const titles: Readonly<Record<ServiceName, string>> = {
  gateway: 'gateway',
  identity: 'identity service',
  registry: 'registry',
  dummyPayer: 'dummy payer',
  provider: 'payer',
};

/**
 * Returns a text that names the documented operation which a request almost calls, with the target's own paths and
 * addresses: `did you mean POST /v4/v2/registration/national-id/verifyOTP?`. Names the service and its address if that is
 * another one, also for a session request to the identity service. For a session request to the registry, names the
 * reading that sets its place. Returns `undefined` for all other requests.
 */
export function nearOperationText(request: NearRequest, places: OperationPlaces): string | undefined {
  const { service } = request;
  const bases = Object.entries(places.bases) as [ServiceName, string][];
  const path = withoutBasePath(service, request.path, bases);
  const near =
    nearOperation(service, path, places.paths) ?? cutVerification({ ...request, path }, places.paths);
  if (near !== undefined) {
    const [documented = near.path] = pathsOfOperation(near, places.readings['payer-segment']);
    const shown = fillPathSegments(documented, places.paths);
    if (near.service === service)
      return `did you mean ${near.method} ${basePathOf(service, places)}${shown}?`;
    return `${near.method} ${shown} is an operation of ${nameOf(near.service, places)}`;
  }
  return asksForSession(request) ? sessionText(service, places) : undefined;
}

/** The methods of requests that can create a session. */
const creating = ['POST', 'PUT', 'PATCH'];

/**
 * Returns whether a request to a service with encrypted fields asks for the session of a client (clauses 4.1, 5.1): its
 * body contains the secret of a client, or the grant type of client credentials. A request with an OTP, a password
 * or biometric data is the login of a person (clause 5.1.5). The path decides nothing, because both may end in a session or a token.
 */
function asksForSession({ service, method, body }: NearRequest): boolean {
  if ((service !== 'identity' && service !== 'registry') || !creating.includes(method)) return false;
  if (containsOtp(body) || hasPersonalCredential(body)) return false;
  return membersIn(body).some((member) => {
    if (isEmptyMember(member)) return false;
    const { value } = member;
    const name = bareName(member.name);
    const isGrant = name === 'granttype' && typeof value === 'string';
    return name === 'clientsecret' || (isGrant && bareName(value) === bareName(constants.grantType));
  });
}

/** Names the path of the session. The document does not show that of the registry's own session (clause 5.1.5). */
function sessionText(service: ServiceName, places: OperationPlaces): string {
  if (service === 'registry') {
    const own = places.readings['registry-session'].path;
    if (own !== null) return `did you mean POST ${basePathOf(service, places)}${own}?`;
    return "the registry's own session (5.1.5): set readings.registry-session.path in the target";
  }
  const { method, path } = operationById('session.create');
  return `did you mean ${method} ${path} of ${nameOf('gateway', places)}?`;
}

/** The name of a service, with its address if the places contain it. */
function nameOf(service: ServiceName, { bases }: OperationPlaces): string {
  const base = bases[service];
  return `the ${titles[service]}${base === undefined ? '' : `, at ${base}`}`;
}

/** The path of a base address. Without an address of the registry, this is its version prefix in the sandbox. */
function basePathOf(service: ServiceName, { bases }: OperationPlaces): string {
  const base = bases[service];
  if (base !== undefined && URL.canParse(base)) return new URL(base).pathname.replace(/\/$/, '');
  return service === 'registry' ? registryPrefix : '';
}
