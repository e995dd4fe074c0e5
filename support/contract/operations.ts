import type { OperationRow, ServiceName } from './operation-rows';
import { operationRows as rows } from './operation-rows';
import type { PayerSegment } from './readings/values';

export type { AnswerBody, HeaderName, ServiceName } from './operation-rows';

/** Path segments for which the document prints a neutral stand-in (clauses 4.2, 4.3). */
export interface PathStandIns {
  readonly identity: string;
  readonly nationalId: string;
}

export const documentedPaths: PathStandIns = { identity: 'identity', nationalId: 'national-id' };

/** The segments that a target names. Where it names none, any segment may stand in the place of the document's. */
export type OwnSegments = Partial<PathStandIns>;

export type OperationId = keyof typeof rows;

/** One documented HTTP operation (clause 4). */
export interface Operation extends OperationRow {
  readonly id: OperationId;
}

export const operations: readonly Operation[] = (Object.entries(rows) as [OperationId, OperationRow][]).map(
  ([id, row]) => ({ ...row, id }),
);

export function operation(id: OperationId): Operation {
  return { ...rows[id], id };
}

/** The path of an operation as it is sent: with a target's own segments, or else the stand-ins of the document. */
export function operationPath(id: OperationId, own: OwnSegments = {}, segment?: PayerSegment): string {
  const [path = ''] = pathsOf(operation(id), segment);
  return withSegments(path, own);
}

/**
 * The paths at which an operation may be, the one that is sent first. Those of the dummy payer have a v1 segment by clause
 * 9.3, and none in 4.4 and 4.5.
 */
export function pathsOf({ service, path }: Operation, segment: PayerSegment = 'free'): readonly string[] {
  if (service !== 'dummyPayer' || segment === 'none') return [path];
  return segment === 'v1' ? [`/v1${path}`] : [path, `/v1${path}`];
}

/** The same for any path in which a stand-in is written as `{identity}` or `{nationalId}`. */
export function withSegments(path: string, own: OwnSegments = {}): string {
  return withNamed(path, { ...documentedPaths, ...own });
}

/** The same, with stand-ins left as they are where no segment is named for them: there, any segment is right. */
export function withNamed(path: string, { identity, nationalId }: OwnSegments): string {
  return path
    .replace('{identity}', (standIn) => identity ?? standIn)
    .replace('{nationalId}', (standIn) => nationalId ?? standIn);
}

/**
 * The operation that a request line addresses behind the base of `service`, if the document names one. For those of the
 * provider it shows no base (clause 4.6): any prefix is right, and the end of the path decides.
 */
export function findOperation(
  service: ServiceName,
  method: string,
  path: string,
  own: OwnSegments = {},
  segment?: PayerSegment,
): Operation | undefined {
  return operations.find(
    (each) =>
      each.service === service &&
      each.method === method &&
      (service === 'provider'
        ? path.endsWith(each.path)
        : pathsOf(each, segment).some((known) => isPath(path, withNamed(known, own)))),
  );
}

function isPath(path: string, documented: string): boolean {
  return documented.includes('{')
    ? new RegExp(`^${operationPattern(documented)}$`).test(path)
    : path === documented;
}

const oldCertificate = /\/v(0\.\d+|[012])\/(.+\/)?(auth\/cert|public\/certificate)\/?$/i;

/**
 * Whether a path of an old version, at the gateway's address, is taken for that of the identity service's certificate. The
 * registry's has `/api/v1` before it; the gateway's own certificates are `certs`.
 */
export function isOldCertificate(path: string): boolean {
  return oldCertificate.test(path) && !path.endsWith(rows['certificate.registry'].path);
}

/** The certificate that has its documented path at the end of a path, behind whatever base address. */
export function certificateEnding(path: string) {
  return (['certificate.identity', 'certificate.registry'] as const).find((id) =>
    new RegExp(`${operationPattern(rows[id].path)}$`).test(path),
  );
}

/** A regular expression for a path: any one segment in the place of each stand-in that is left, and all else literal. */
export function operationPattern(path: string): string {
  return path
    .split(/\{\w+\}/)
    .map((literal) => literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('[^/]+');
}
