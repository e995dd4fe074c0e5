import assert from 'node:assert/strict';
import { documentedDeployment, serviceNames } from '../../support/published/deployment';
import { openApiOf } from '../../support/published/openapi/openapi-document';

interface OperationObject {
  readonly operationId: string;
  readonly description: string;
  readonly parameters?: readonly { readonly $ref: string }[];
  readonly requestBody?: {
    readonly description?: string;
    readonly content: Record<string, { schema?: { $ref: string } }>;
  };
  readonly responses: Record<string, { readonly description: string; readonly content?: object }>;
  readonly security: readonly Record<string, unknown>[];
  readonly 'x-obligations': readonly string[];
}

interface Document {
  readonly paths: Record<string, Record<string, OperationObject>>;
  readonly webhooks?: Record<string, Record<string, OperationObject>>;
  readonly components: {
    readonly schemas?: Record<string, object>;
    readonly parameters?: Record<
      string,
      { readonly name: string; readonly required: boolean; readonly schema: object }
    >;
    readonly securitySchemes?: Record<string, object>;
  };
  readonly info: { readonly description: string };
}

/** The documents of all services, as members and with the types that tests read. */
export const documents = serviceNames.map((service) => {
  const members = openApiOf(service, documentedDeployment);
  return { service, members, document: members as unknown as Document };
});

/** Operations of paths or webhooks with their request lines. */
export const listed = (paths: Document['paths'] = {}) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, object]) => ({ line: `${method.toUpperCase()} ${path}`, object })),
  );

export const everyOperation = documents.flatMap(({ document }) => [
  ...listed(document.paths),
  ...listed(document.webhooks),
]);

export const objectOf = (id: string): OperationObject => {
  const found = everyOperation.find(({ object }) => object.operationId === id);
  assert.ok(found, `${id} is in no document`);
  return found.object;
};
