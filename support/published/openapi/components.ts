import { headersDemandedBy } from '../../contract/demanded-headers';
import type { BridgeHeader } from '../../contract/headers';
import { headers } from '../../contract/headers';
import type { JsonMembers } from '../../contract/json';
import type { HeaderName, Operation } from '../../contract/operations';
import { schemaExamples, embeddableSchema } from '../../contract/schemas';

/** Converts a schema id to a component name: `contract/session-request` to `SessionRequest`. */
function componentName(schema: string): string {
  const words = schema.replace(/^contract\//, '').split('-');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Returns the OpenAPI `content` object of a JSON body with this schema and its examples. */
export function jsonContent(schema: string): JsonMembers {
  const examples = schemaExamples(schema).map((value, index) => [`example${index + 1}`, { value }] as const);
  return {
    'application/json': {
      schema: { $ref: `#/components/schemas/${componentName(schema)}` },
      examples: Object.fromEntries(examples),
    },
  };
}

/** Returns the schemas of the operations' requests and responses, by component name. */
export function schemasOf(operations: readonly Operation[]): JsonMembers {
  const named = operations.flatMap(({ request, answers }) => [request ?? '', ...Object.values(answers)]);
  const ids = [...new Set(named)].filter((id) => id.startsWith('contract/')).sort();
  return Object.fromEntries(ids.map((id) => [componentName(id), embeddableSchema(id)]));
}

/** Headers that OpenAPI does not describe as parameters, but as security schemes or media types. */
const toldOtherwise: readonly string[] = ['Authorization', 'bearer_auth', 'Content-Type', 'Accept'];

export const parameterRef = (name: string): JsonMembers => ({ $ref: `#/components/parameters/${name}` });

export const bridgeHeaders: readonly BridgeHeader[] = ['X-HIP-ID', 'X-HIU-ID'];

/**
 * Returns the names of the headers that OpenAPI describes as parameters of an operation. For provider
 * operations, these include the optional headers of bridge-scoped messages (clause 5.2).
 */
export function parametersOf(operation: Operation): string[] {
  const own = [...headersDemandedBy(operation)].filter((name) => !toldOtherwise.includes(name));
  return operation.service === 'provider' ? [...own, ...bridgeHeaders] : own;
}

export function parameterOf(name: string): JsonMembers {
  const { clause, value, required, pattern, example } = headers[name as HeaderName | BridgeHeader];
  return {
    name,
    in: 'header',
    required: !(bridgeHeaders as readonly string[]).includes(name),
    description: `${value} Required: ${required} (clause ${clause})`,
    schema: { type: 'string', ...(pattern !== undefined && { pattern }) },
    ...(example !== undefined && { example }),
  };
}

/** The security schemes: the access token of a session, and the dummy payer's own header `bearer_auth`. */
export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of the session operation of the gateway (clauses 4.1, 5.1, 5.2).',
  },
  bearer_auth: {
    type: 'apiKey',
    in: 'header',
    name: 'bearer_auth',
    description: `${headers.bearer_auth.value} (clauses ${headers.bearer_auth.clause})`,
  },
} as const;

type SecurityScheme = keyof typeof securitySchemes;

/**
 * Returns the security scheme of an operation (clause 5.2). `undefined` for the session call, which needs no
 * token, and for callbacks, whose JWT is in a header that the document does not show.
 */
export function securitySchemeOf(operation: Operation): SecurityScheme | undefined {
  if (operation.receiver === 'provider') return undefined;
  const demanded = headersDemandedBy(operation);
  if (demanded.has('bearer_auth')) return 'bearer_auth';
  return demanded.has('Authorization') ? 'bearer' : undefined;
}
