import type { Members } from '../../support/contract/json';
import type { Operation } from '../../support/contract/operations';
import { operationPath } from '../../support/contract/operations';
import { defaultReadings } from '../../support/contract/readings';
import { documentedDeployment } from '../../support/published/deployment';
import { openApiOf as published } from '../../support/published/openapi/openapi-document';

/** Where the gateway publishes its keys: an answer without crypto. */
export const keysPath = defaultReadings['callback-certificates'];

const keys = {
  description: 'The keys',
  content: {
    'application/json': { schema: { type: 'object' }, example: { keys: [{ kty: 'RSA', e: 'AQAB' }] } },
  },
};

/** One OpenAPI document of some operations, as the suite publishes them, and of the keys. */
export function openApiOf(operations: readonly Operation[]): unknown {
  const services = [...new Set(operations.map(({ service }) => service))];
  const documents = services.map((service) => published(service, documentedDeployment));
  const wanted = new Set(operations.map(({ id }) => operationPath(id)));
  const paths = entriesOf(documents, 'paths').filter(([path]) => wanted.has(path));
  const kinds = ['schemas', 'parameters', 'securitySchemes'];
  const parts = documents.map(({ components }) => components as Members);
  return {
    openapi: '3.1.0',
    info: { title: 'Some operations', version: '1' },
    paths: { ...Object.fromEntries(paths), [keysPath]: { get: { responses: { 200: keys } } } },
    components: Object.fromEntries(kinds.map((kind) => [kind, Object.fromEntries(entriesOf(parts, kind))])),
  };
}

const entriesOf = (documents: readonly Members[], member: string): [string, unknown][] =>
  documents.flatMap((each) => Object.entries((each[member] ?? {}) as Members));
