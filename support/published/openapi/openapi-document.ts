import type { Members } from '../../contract/json';
import type { Operation, ServiceName } from '../../contract/operations';
import { operationPath, operations } from '../../contract/operations';
import { services } from '../../contract/services';
import { currentEdition, sourceDocument } from '../../contract/source';
import type { Deployment } from '../deployment';
import { baseVariable } from '../deployment';
import { parameterOf, parametersOf, schemasOf, securityOf, securitySchemes } from './components';
import { operationObject } from './operation-object';
import { describeService } from './words';

/** The OpenAPI 3.1 document of one service: operations as paths, and the callbacks of the provider as webhooks. */
export function openApiOf(service: ServiceName, deployment: Deployment): Members {
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

/** A webhook is known by its name: the path behind the provider's callback address. */
function webhooksOf(received: readonly Operation[]): Members {
  return Object.fromEntries(
    received.map((each) => [
      operationPath(each.id).replace(/^\//, ''),
      { [each.method.toLowerCase()]: operationObject(each) },
    ]),
  );
}

function serverOf(service: ServiceName, { bases }: Deployment): Members {
  const name = baseVariable(service);
  const { base } = services[service];
  return {
    url: `{${name}}`,
    description: `Base address, without a trailing slash${base === undefined ? '; the document shows none' : ''}.`,
    variables: { [name]: { default: bases[service], description: 'Base address.' } },
  };
}

function componentsOf(own: readonly Operation[]): Members {
  const parameters = [...new Set(own.flatMap(parametersOf))];
  const security = new Set(own.map(securityOf));
  const parts = {
    schemas: schemasOf(own),
    parameters: Object.fromEntries(parameters.map((name) => [name, parameterOf(name)])),
    securitySchemes: Object.fromEntries(
      Object.entries(securitySchemes).filter(([name]) => security.has(name as keyof typeof securitySchemes)),
    ),
  };
  return Object.fromEntries(Object.entries(parts).filter(([, members]) => Object.keys(members).length > 0));
}
