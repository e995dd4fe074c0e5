import { Ajv2020 } from 'ajv/dist/2020';
import type { JsonMembers } from '../../support/contract/json';
import type { Exchange } from '../../support/exchange/exchange';
import { headerValue, jsonBody } from '../../support/exchange/exchange';
import { parseRedactedForm } from '../../support/exchange/read-form';
import { documentedDeployment, serviceNames } from '../../support/published/deployment';
import { openApiOf } from '../../support/published/openapi/openapi-document';

interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: object;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: JsonMembers }>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly $ref: string }[];
  readonly requestBody?: Content & { readonly required: boolean };
  readonly responses: Readonly<Record<string, Content>>;
  readonly security: readonly Readonly<Record<string, unknown>>[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks?: Document['paths'];
  readonly components: {
    readonly parameters?: Readonly<Record<string, Parameter>>;
  };
}

const ajv = new Ajv2020({ strict: false });

/** Every operation of the OpenAPI documents by its id, with the document around it. */
const known = new Map(
  serviceNames.flatMap((service) => {
    const members = openApiOf(service, documentedDeployment);
    ajv.addSchema({ $id: service, ...members });
    const document = members as unknown as Document;
    const objects = [document.paths, document.webhooks ?? {}].flatMap((paths) =>
      Object.values(paths).flatMap((methods) => Object.values(methods)),
    );
    return objects.map((operation) => [operation.operationId, { service, document, operation }] as const);
  }),
);

type Known = NonNullable<ReturnType<typeof known.get>>;

const authorization = { bearer: 'authorization', bearer_auth: 'bearer_auth' } as const;

/** What is wrong with a recorded request by the OpenAPI document alone. */
export function wrongWithRequest(exchange: Exchange): string[] {
  const about = known.get(exchange.operation ?? '');
  if (about === undefined) return ['no operation'];
  const { operation, document } = about;
  const { headers } = exchange.request;
  const parameters = (operation.parameters ?? []).map(
    ({ $ref }) => document.components.parameters?.[$ref.split('/').at(-1) ?? ''],
  );
  const bad = parameters.flatMap((parameter) => {
    if (parameter === undefined) return ['a parameter that is not there'];
    const value = headerValue(headers, parameter.name);
    const fits = value === undefined ? !parameter.required : ajv.validate(parameter.schema, value);
    return fits ? [] : [parameter.name];
  });
  const unauthorized = operation.security
    .flatMap((each) => Object.keys(each) as (keyof typeof authorization)[])
    .filter((scheme) => headerValue(headers, authorization[scheme]) === undefined);
  const body =
    operation.requestBody === undefined ? [] : wrongWithBody(about, operation.requestBody, exchange.request);
  return [...bad, ...unauthorized, ...body];
}

/** The same for the answer, under its status or `default`. */
export function wrongWithAnswer(exchange: Exchange): string[] {
  const about = known.get(exchange.operation ?? '');
  const { response } = exchange;
  if (about === undefined || response === undefined) return ['no answer'];
  const { responses } = about.operation;
  const described = responses[String(response.status)] ?? responses.default;
  return described === undefined ? ['status'] : wrongWithBody(about, described, response);
}

/** A key is kept as its form, which says how it began. */
function asSent(kept: string): string {
  const form = parseRedactedForm(kept);
  return form?.kind === 'pem' ? `-----BEGIN ${form.details[0] ?? ''}-----` : kept;
}

function wrongWithBody(
  { service }: Known,
  { content }: Content,
  message: Pick<Exchange['request'], 'headers' | 'body'>,
): string[] {
  if (content === undefined) return [];
  const [type = ''] = (headerValue(message.headers, 'content-type') ?? '').split(';');
  const described = content[type];
  if (described === undefined) return [`type ${type}`];
  if (described.schema === undefined) return [];
  const value = type === 'application/json' ? jsonBody(message) : asSent(message.body?.text ?? '');
  const schema = JSON.parse(JSON.stringify(described.schema).replaceAll('"#/', `"${service}#/`)) as object;
  return ajv.validate(schema, value) ? [] : [`body: ${ajv.errorsText()}`];
}
