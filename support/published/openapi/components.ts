import type { BridgeHeader } from '../../contract/headers';
import { headers } from '../../contract/headers';
import type { Members } from '../../contract/json';
import type { HeaderName, Operation } from '../../contract/operations';
import { schemaExamples, schemaWithin } from '../../contract/schemas';

/** `contract/session-request` as `SessionRequest`. */
function componentName(schema: string): string {
  const words = schema.replace(/^contract\//, '').split('-');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** A body of that schema, with its examples. */
export function jsonContent(schema: string): Members {
  const examples = schemaExamples(schema).map((value, index) => [`example${index + 1}`, { value }] as const);
  return {
    'application/json': {
      schema: { $ref: `#/components/schemas/${componentName(schema)}` },
      examples: Object.fromEntries(examples),
    },
  };
}

/** The schemas that operations name, each once. */
export function schemasOf(operations: readonly Operation[]): Members {
  const named = operations.flatMap(({ request, answers }) => [request ?? '', ...Object.values(answers)]);
  const ids = [...new Set(named)].filter((id) => id.startsWith('contract/')).sort();
  return Object.fromEntries(ids.map((id) => [componentName(id), schemaWithin(id)]));
}

/** OpenAPI has words of its own for these: security schemes and media types. */
const toldOtherwise: readonly string[] = ['Authorization', 'bearer_auth', 'Content-Type', 'Accept'];

export const parameterRef = (name: string): Members => ({ $ref: `#/components/parameters/${name}` });

export const bridgeHeaders: readonly BridgeHeader[] = ['X-HIP-ID', 'X-HIU-ID'];

/** The headers that are parameters of an operation; those of clause 5.2 for bridge-scoped messages are optional. */
export function parametersOf({ service, headers: demanded }: Operation): string[] {
  const own = demanded.filter((name) => !toldOtherwise.includes(name));
  return service === 'provider' ? [...own, ...bridgeHeaders] : own;
}

export function parameterOf(name: string): Members {
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

/** What authorizes calls: the access token of a session, or the dummy payer's own header. */
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

/** What an operation needs (clause 5.2). Callbacks carry a JWT in a header that is not shown. */
export function securityOf({ id, headers: demanded, receiver }: Operation): SecurityScheme | undefined {
  if (id === 'session.create' || receiver === 'provider') return undefined;
  return demanded.includes('bearer_auth') ? 'bearer_auth' : 'bearer';
}
