import { STATUS_CODES } from 'node:http';
import type { JsonMembers } from '../../contract/json';
import type { AnswerBody, Operation, ServiceName } from '../../contract/operations';
import { operationPath, operations } from '../../contract/operations';
import { services } from '../../contract/services';
import { currentEdition, sourceDocument } from '../../contract/source';
import type { Deployment } from '../deployment';
import { baseAddressVariable } from '../deployment';
import {
  jsonContent,
  parameterOf,
  parameterRef,
  parametersOf,
  schemasOf,
  securitySchemeOf,
  securitySchemes,
} from './components';
import { describeOperation, describeService, obligationsOn } from './words';

/** Returns the OpenAPI 3.1 document of one service. Callbacks to the provider are webhooks. */
export function openApiOf(service: ServiceName, deployment: Deployment): JsonMembers {
  const own = operations.filter((each) => each.service === service);
  const [sent, received] = [
    own.filter(({ receiver }) => receiver === 'service'),
    own.filter(({ receiver }) => receiver === 'provider'),
  ];
  const { title, about } = services[service];
  return {
    openapi: '3.1.0',
    info: {
      title: `${title} (contract of the health-data gateway)`,
      version: currentEdition,
      description: describeService(service),
    },
    servers: [serverOf(service, deployment)],
    tags: [{ name: title, description: about }],
    paths: Object.fromEntries(
      sent.map((each) => [
        operationPath(each.id, deployment.paths),
        { [each.method.toLowerCase()]: operationObject(each) },
      ]),
    ),
    ...(received.length > 0 && { webhooks: webhooksOf(received) }),
    components: componentsOf(own),
    'x-source': sourceDocument,
  };
}

/**
 * Returns the OpenAPI webhooks. The name of each webhook is its path relative to the provider's callback
 * address, without the leading slash.
 */
function webhooksOf(received: readonly Operation[]): JsonMembers {
  return Object.fromEntries(
    received.map((each) => [
      operationPath(each.id).replace(/^\//, ''),
      { [each.method.toLowerCase()]: operationObject(each) },
    ]),
  );
}

function serverOf(service: ServiceName, { bases }: Deployment): JsonMembers {
  const name = baseAddressVariable(service);
  const { base } = services[service];
  return {
    url: `{${name}}`,
    description: `Base address, without a trailing slash${base === undefined ? '; the document shows none' : ''}.`,
    variables: { [name]: { default: bases[service], description: 'Base address.' } },
  };
}

function componentsOf(own: readonly Operation[]): JsonMembers {
  const parameters = [...new Set(own.flatMap(parametersOf))];
  const security = new Set(own.map(securitySchemeOf));
  const parts = {
    schemas: schemasOf(own),
    parameters: Object.fromEntries(parameters.map((name) => [name, parameterOf(name)])),
    securitySchemes: Object.fromEntries(
      Object.entries(securitySchemes).filter(([name]) => security.has(name as keyof typeof securitySchemes)),
    ),
  };
  return Object.fromEntries(Object.entries(parts).filter(([, members]) => Object.keys(members).length > 0));
}

function operationObject(operation: Operation): JsonMembers {
  const { id, title, service, method } = operation;
  const parameters = parametersOf(operation);
  const security = securitySchemeOf(operation);
  return {
    operationId: id,
    summary: title,
    description: describeOperation(operation),
    tags: [services[service].title],
    ...(parameters.length > 0 && { parameters: parameters.map(parameterRef) }),
    ...(method === 'POST' && { requestBody: requestBodyOf(operation) }),
    responses: responsesOf(operation),
    security: security === undefined ? [] : [{ [security]: [] }],
    'x-obligations': obligationsOn(operation),
  };
}

function requestBodyOf({ request }: Operation): JsonMembers {
  if (request !== undefined) return { required: true, content: jsonContent(request) };
  return {
    required: true,
    description: 'JSON (clause 5.2). Its payload is not shown, so no schema stands here.',
    content: { 'application/json': {} },
  };
}

/** Describes a status that the document shows for an operation. */
function describeStatus(status: number, { meanings, clause }: Operation): string {
  const meaning = meanings?.[status] ?? (status === 200 ? 'Success' : STATUS_CODES[status]);
  return `${meaning ?? `Status ${status}`} (clause ${clause}).`;
}

function responsesOf(operation: Operation): JsonMembers {
  const { answers, receiver } = operation;
  const documented = Object.entries(answers).map(([status, body]) => [
    status,
    responseOf(describeStatus(Number(status), operation), body),
  ]);
  return {
    ...(Object.fromEntries(documented) as JsonMembers),
    default: {
      description:
        receiver === 'provider'
          ? 'What the provider answers. Status and body are not shown.'
          : `${documented.length === 0 ? 'The answer' : 'Any other answer'}. Status and body are not shown.`,
    },
  };
}

function responseOf(meaning: string, body: AnswerBody): JsonMembers {
  if (body === 'not shown') return { description: `${meaning} The body is not shown.` };
  if (body === 'text')
    return { description: `${meaning} A PUBLIC KEY block as PEM text.`, content: pemContent };
  return { description: meaning, content: jsonContent(body) };
}

/** A valid public key for the examples. Its private key was discarded. */
const examplePem = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAq04ng7uzMWxLRor/dHXS
S0/wqiCshS/miTMQCL7s2z+JTCG8BgXKwUKyIUreoRqQD5KUf8T9LxC9Nsd4hTov
pL1ghjpFtGd+NJbb5ZHP3xemVpdSBxkFsVGRGguoiBDfPJ/MgUrNotuJtEds4B/x
5mlocyJ60Aqh8LGhBnV85e3I32OvUTbX/EYnoeY8eWd+r+z1j/gJ83qnGBpuHHt0
WmqTJU9aAIqcWciXHfOzEMCjVgmEksNS+qcZAGv2Ft9tbZF5qZ1lFgW1z4pfFdRg
eZngkRrnNTCOG1L9QAjFz4ohtcrJv4IwgmqNpOqrf8+ErQ/luJEb80+ggDdfa2fz
6QIDAQAB
-----END PUBLIC KEY-----
`;

/** The OpenAPI `content` object of a certificate response, which is PEM text (clause 4.2). */
const pemContent: JsonMembers = {
  'text/plain': {
    schema: {
      type: 'string',
      description: 'PEM text, a PUBLIC KEY block; 2048-bit RSA.',
      pattern: '^\\s*-----BEGIN PUBLIC KEY-----',
    },
    example: examplePem,
  },
};
