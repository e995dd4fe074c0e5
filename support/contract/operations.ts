import { escapeRegExp } from './escape-reg-exp';
import { isLikelyTypo } from './is-likely-typo';
import type { OperationRow, ServiceName } from './operation-rows';
import { operationRows as rows } from './operation-rows';
import type { PayerSegment } from './readings/values';

export type { AnswerBody, HeaderName, ServiceName } from './operation-rows';

/** Values of the path segments for which the document prints only a placeholder (clauses 4.2, 4.3). */
export interface PathStandIns {
  readonly identity: string;
  readonly nationalId: string;
}

export const documentedSegments: PathStandIns = { identity: 'identity', nationalId: 'national-id' };

/** The path segments that a target configures. A segment that is not configured matches any value. */
export type ConfiguredSegments = Partial<PathStandIns>;

export type OperationId = keyof typeof rows;

/** One HTTP operation of the document (clause 4). */
export interface Operation extends OperationRow {
  readonly id: OperationId;
}

export const operations: readonly Operation[] = (Object.entries(rows) as [OperationId, OperationRow][]).map(
  ([id, row]) => ({ ...row, id }),
);

/** The ids of the operations that one party receives. */
export type OperationIdFor<Receiver extends OperationRow['receiver']> = {
  [Id in OperationId]: (typeof rows)[Id]['receiver'] extends Receiver ? Id : never;
}[OperationId];

/**
 * Returns all operations in an order in which a client can call them: the order of the rows, but an operation
 * comes later than the operation that its row names in `after`.
 */
export function operationsInCallOrder(): readonly Operation[] {
  const ordered = new Set<OperationId>();
  const add = (id: OperationId): void => {
    const row = rows[id];
    if ('after' in row) add(row.after);
    ordered.add(id);
  };
  for (const { id } of operations) add(id);
  return [...ordered].map(operationById);
}

export function operationById(id: OperationId): Operation {
  return { ...rows[id], id };
}

/**
 * Returns the path to which the suite sends an operation's request. For a segment that the target does not
 * configure, uses the document's placeholder text.
 */
export function operationPath(id: OperationId, own: ConfiguredSegments = {}, segment?: PayerSegment): string {
  const [path = ''] = pathsOfOperation(operationById(id), segment);
  return fillPathSegments(path, own);
}

/**
 * Returns the paths at which a service may offer an operation. The suite sends requests to the first one. A
 * dummy payer operation can have two, because its path starts with `/v1` in clause 9.3, but not in clauses
 * 4.4 and 4.5.
 */
export function pathsOfOperation(
  { service, path }: Operation,
  segment: PayerSegment = 'free',
): readonly string[] {
  if (service !== 'dummyPayer' || segment === 'none') return [path];
  return segment === 'v1' ? [`/v1${path}`] : [path, `/v1${path}`];
}

/**
 * Replaces `{identity}` and `{nationalId}` in a path with the segments that the target configures, or else
 * with the document's placeholder texts `identity` and `national-id`.
 */
export function fillPathSegments(path: string, own: ConfiguredSegments = {}): string {
  return withConfiguredSegments(path, { ...documentedSegments, ...own });
}

/**
 * Replaces `{identity}` and `{nationalId}` in a path with the segments that the target configures. A
 * placeholder without a configured segment remains in the path, and {@link findOperation} lets it match any
 * segment.
 */
export function withConfiguredSegments(path: string, { identity, nationalId }: ConfiguredSegments): string {
  return path
    .replace('{identity}', (standIn) => identity ?? standIn)
    .replace('{nationalId}', (standIn) => nationalId ?? standIn);
}

/**
 * Returns the documented operation of `service` with this method and path, or `undefined`. `path` is relative
 * to the base address. A provider operation matches every path that ends with its documented path, because
 * clause 4.6 shows no base address.
 */
export function findOperation(
  service: ServiceName,
  method: string,
  path: string,
  own: ConfiguredSegments = {},
  segment?: PayerSegment,
): Operation | undefined {
  return operations.find(
    (each) =>
      each.service === service &&
      each.method === method &&
      (service === 'provider'
        ? path.endsWith(each.path)
        : pathsOfOperation(each, segment).some((known) => isPath(path, withConfiguredSegments(known, own)))),
  );
}

function isPath(path: string, documented: string): boolean {
  return documented.includes('{')
    ? new RegExp(`^${operationPattern(documented)}$`).test(path)
    : path === documented;
}

const oldCertificate = /\/v(0\.\d+|[012])\/(.+\/)?(auth\/cert|public\/certificate)\/?$/i;

/**
 * Returns whether this is a path at which older API versions publish the identity service's certificate, such
 * as `/v1/auth/cert`. Returns false for the documented path of the registry's certificate.
 */
export function isOutdatedCertificatePath(path: string): boolean {
  return oldCertificate.test(path) && !path.endsWith(rows['certificate.registry'].path);
}

/**
 * Returns the id of a certificate operation if this path ends with the operation's documented path, or else
 * `undefined`.
 */
export function certificateOperationAt(path: string) {
  return (['certificate.identity', 'certificate.registry'] as const).find((id) =>
    new RegExp(`${operationPattern(rows[id].path)}$`).test(path),
  );
}

/**
 * The words of the two paths of clause 4.2, without versions and placeholders. Either name of the certificate may end
 * both.
 */
const certificateWords = [
  ['api', 'profile', 'public', 'certificate'],
  ['api', 'profile', 'public', 'cert'],
  ['api', 'auth', 'cert'],
  ['api', 'auth', 'certificate'],
] as const;

/**
 * Returns whether a path is one of clause 4.2 or a near miss of one, so that a request to it is meant to fetch a
 * certificate. A near miss has another version, other letter case, a slash or an extension at the end, one misspelt
 * character, one word less, or names the public key in place of the certificate. Any segments may precede it. Other
 * paths that end in `certificate` belong to other operations.
 */
export function resemblesCertificatePath(path: string): boolean {
  if (isOutdatedCertificatePath(path)) return true;
  const words = certificateWordsOf(path);
  return certificateWords.some((all) => {
    const end = (count: number): string => words.slice(-count).join('/');
    // The certificate of a person may follow directly after `api`.
    const shorter = all.slice(0, -1).map((_, index) => all.filter((__, at) => at !== index));
    return (
      isLikelyTypo(end(all.length), all.join('/')) ||
      shorter.some((left) => (left.length > 2 || left[0] !== 'api') && end(left.length) === left.join('/'))
    );
  });
}

/** The words that may occur in the path of a certificate, of any version. */
const wordsOfCertificatePaths = ['hiecm', 'gateway', 'identity', ...certificateWords.flat()];

/**
 * Returns whether a path resembles that of a certificate ({@link resemblesCertificatePath}), and all of its words belong
 * to such a path. A path with other words belongs to another operation, such as `/v2/professional/public/certificate` to
 * the certificate of a person. The identity segment may have any name, so any word may precede `api`.
 *
 * @param path the path without that of the base address
 */
export function isNearCertificatePath(path: string, { identity }: ConfiguredSegments = {}): boolean {
  if (!resemblesCertificatePath(path)) return false;
  return certificateWordsOf(path).every((word, index, words) => {
    const isSegment = word === identity?.toLowerCase() || (index === 0 && words[1] === 'api');
    return isSegment || wordsOfCertificatePaths.some((known) => isLikelyTypo(word, known));
  });
}

/** The words of a path in lowercase, without versions. A public key at the end counts as the certificate. */
function certificateWordsOf(path: string): string[] {
  const words = path
    .toLowerCase()
    .split('/')
    .filter((each) => each !== '' && !/^v\d+(\.\d+)?$/.test(each));
  const last = words.pop()?.replace(/\.[a-z]+$/, '') ?? '';
  if (/^public[-_]?key$/.test(last))
    return [...words, ...(words.at(-1) === 'profile' ? ['public'] : []), 'certificate'];
  return [...words, last];
}

/**
 * Returns the source of a regular expression that matches a path. A placeholder such as `{identity}` in the
 * path matches any single segment, see {@link placeholderPattern}.
 */
export function operationPattern(path: string): string {
  return path
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith('{') ? placeholderPattern(part.slice(1, -1)) : escapeRegExp(part)))
    .join('');
}

/**
 * Returns the source of a regular expression for the segments that a placeholder such as `identity` represents. A
 * national-id segment does not name another identifier, because `/registration/mobile/verifyOTP` is another operation.
 */
export function placeholderPattern(name: string): string {
  return name === 'nationalId' ? `(?![^/]*(?:${otherIdentifiers}))[^/]+` : '[^/]+';
}

/**
 * Returns the source of a regular expression that matches a word in any letter case, because route patterns cannot have
 * flags.
 */
function inAnyCase(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
}

/** The words, as a part of a regular expression, that name another identifier of a person than the national id. */
export const otherIdentifiers = ['mobile', 'phone', 'mail'].map(inAnyCase).join('|');
