import type { OperationRow, ServiceName } from './operation-rows';
import { operationRows as rows } from './operation-rows';

export type { AnswerBody, HeaderName, ServiceName } from './operation-rows';

/** Path segments for which the document prints a neutral stand-in (clauses 4.2, 4.3). */
export interface PathStandIns {
  readonly identity: string;
  readonly nationalId: string;
}

export const documentedPaths: PathStandIns = { identity: 'identity', nationalId: 'national-id' };

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

/** The path of an operation with the stand-ins of the document, or a target's own, filled in. */
export function operationPath(id: OperationId, paths: PathStandIns = documentedPaths): string {
  return rows[id].path.replace('{identity}', paths.identity).replace('{nationalId}', paths.nationalId);
}

/** The operation that a request line addresses behind the base of `service`, if the document names one. */
export function findOperation(
  service: ServiceName,
  method: string,
  path: string,
  paths: PathStandIns = documentedPaths,
): Operation | undefined {
  return operations.find(
    (each) => each.service === service && each.method === method && operationPath(each.id, paths) === path,
  );
}
