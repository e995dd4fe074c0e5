import { STATUS_CODES } from 'node:http';
import type { Members } from '../../contract/json';
import type { OperationId } from '../../contract/operations';
import { schemaExamples } from '../../contract/schemas';
import { currentEdition, sourceDocument } from '../../contract/source';
import type { Deployment } from '../deployment';
import { sampleGroups } from './sample-groups';
import type { Sample } from './samples';
import { sampleOf } from './samples';
import { eventsOf } from './scripts';
import { secretVariables, variablesOf } from './variables';

/** A Postman collection (v2.1) of all operations, in an order in which each finds what it needs. */
export function postmanCollection(deployment: Deployment): Members {
  return {
    info: {
      name: 'Health-data gateway',
      description:
        `All operations of "${sourceDocument.title}", edition ${currentEdition}. Set ` +
        `${secretVariables.join(', ')} in an environment: secrets do not belong in a collection. ` +
        'Run the folders from top to bottom.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: sampleGroups.map(({ name, operations }) => ({
      name,
      item: operations.map((id) => itemOf(id, deployment)),
    })),
    variable: variablesOf(deployment).map(([key, value]) => ({ key, value })),
  };
}

/** An environment with what a user fills in. */
export function postmanEnvironment(): Members {
  return {
    name: 'Health-data gateway: credentials',
    values: secretVariables.map((key) => ({ key, value: '', type: 'secret', enabled: true })),
    _postman_variable_scope: 'environment',
  };
}

function itemOf(id: OperationId, deployment: Deployment): Members {
  const sample = sampleOf(id, deployment);
  const request = requestOf(sample);
  return {
    name: sample.operation.title,
    request,
    event: eventsOf(sample.operation),
    response: shownAnswers(sample, request),
  };
}

function requestOf({ operation, url, headers, body, notes }: Sample): Members {
  return {
    method: operation.method,
    url,
    header: headers.map(([key, value]) => ({ key, value })),
    ...(body && {
      body: { mode: 'raw', raw: JSON.stringify(body, undefined, 2), options: { raw: { language: 'json' } } },
    }),
    description: [`${operation.use} (clause ${operation.clause})`, ...notes].join('\n\n'),
  };
}

/** The answers that the document shows, as Postman's examples. */
function shownAnswers({ operation }: Sample, originalRequest: Members): Members[] {
  return Object.entries(operation.answers).flatMap(([status, schema]) => {
    if (!schema.startsWith('contract/')) return [];
    return [
      {
        name: `${status} (clause ${operation.clause})`,
        originalRequest,
        code: Number(status),
        status: STATUS_CODES[status],
        header: [{ key: 'Content-Type', value: 'application/json' }],
        body: JSON.stringify(schemaExamples(schema)[0], undefined, 2),
        _postman_previewlanguage: 'json',
      },
    ];
  });
}
