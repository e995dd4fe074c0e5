import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '../../support/contract/operations';
import { operationPath } from '../../support/contract/operations';
import { defaultReadings } from '../../support/contract/readings';
import { root } from '../frame/suite';

/** Where the gateway publishes its keys: an answer without crypto. */
export const keysPath = defaultReadings['callback-certificates'];

/** A small OpenAPI document of some operations and of the keys, enough for a mock server to answer them from. */
export function openApiOf(operations: readonly Operation[]): unknown {
  const paths = operations.map((each) => {
    const method = { [each.method.toLowerCase()]: methodOf(each) };
    return [operationPath(each.id), method] as const;
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Some operations', version: '1' },
    paths: { ...Object.fromEntries(paths), [keysPath]: { get: { responses: { 200: keys } } } },
  };
}

const keys = {
  description: 'The keys',
  content: {
    'application/json': { schema: { type: 'object' }, example: { keys: [{ kty: 'RSA', e: 'AQAB' }] } },
  },
};

function methodOf({ headers, request, answers }: Operation): unknown {
  const named = headers.filter((name) => !['Authorization', 'Content-Type', 'Accept'].includes(name));
  return {
    parameters: named.map((name) => ({ name, in: 'header', required: true, schema: { type: 'string' } })),
    ...(request !== undefined && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(request) } } },
    }),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, id]) => [
        status,
        { description: status, content: contentOf(id) },
      ]),
    ),
  };
}

function contentOf(id: string): unknown {
  if (id === 'text') return { 'text/plain': { schema: { type: 'string' }, example: 'PEM' } };
  const { examples: [example] = [], ...schema } = schemaOf(id);
  return { 'application/json': { schema, example } };
}

interface Schema {
  readonly $id?: string;
  readonly $schema?: string;
  readonly examples?: readonly unknown[];
}

/** A schema of the contract without what ties it to its file. */
function schemaOf(id: string): Schema {
  const text = readFileSync(join(root, `schemas/${id}.schema.json`), 'utf8');
  const { $id: _id, $schema: _dialect, ...schema } = JSON.parse(text) as Schema;
  return schema;
}
