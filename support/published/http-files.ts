import { currentEdition, sourceDocument } from '../contract/source';
import type { Deployment } from './deployment';
import type { SampleGroup } from './sample-groups';
import type { Fresh, Sample } from './samples';
import { sampleOf } from './samples';
import { sampleGroups } from './sample-groups';
import { secretVariables, variablesOf } from './variables';

/** Dynamic variables that httpYac and JetBrains' HTTP Client have in common. */
const fresh: Fresh = { uuid: '{{$uuid}}', now: '{{$isoTimestamp}}' };

/** Under which the variables stand in both environment files. */
const environment = 'gateway';

/** A file of requests for an editor, or of their variables, by its name. */
export type HttpFiles = readonly (readonly [file: string, text: string])[];

/** `.http` files of all operations, and the two files of their variables: those to share, and those to keep private. */
export function httpFiles(deployment: Deployment): HttpFiles {
  const secrets = secretVariables.map((name) => [name, ''] as const);
  return [
    ...sampleGroups.map((group) => [`${group.file}.http`, fileOf(group, deployment)] as const),
    ['http-client.env.json', environmentOf(variablesOf(deployment))],
    ['http-client.private.env.json', environmentOf(secrets)],
  ];
}

function environmentOf(variables: readonly (readonly [name: string, value: string])[]): string {
  return `${JSON.stringify({ [environment]: Object.fromEntries(variables) }, undefined, 2)}\n`;
}

const needsToken = (samples: readonly Sample[]): boolean =>
  /\{\{(accessToken|bearerAuth)\}\}/.test(JSON.stringify(samples));

/** A file begins with the session where its requests need a token. */
function fileOf({ name, operations }: SampleGroup, deployment: Deployment): string {
  const samples = operations.map((id) => sampleOf(id, deployment, fresh));
  const session = sampleOf('session.create', deployment, fresh);
  return [
    [
      `# ${name}: "${sourceDocument.title}", edition ${currentEdition}`,
      `# For httpYac and JetBrains' HTTP Client, with the environment "${environment}". Secrets belong in`,
      '# http-client.private.env.json, which no repository should hold.',
    ].join('\n'),
    ...(needsToken(samples) ? [session, ...samples] : samples).map(requestText),
    '',
  ].join('\n\n');
}

function requestText({ operation, url, headers, body, notes }: Sample): string {
  const { id, title, clause, method } = operation;
  return [
    `### ${title} (clause ${clause})`,
    ...notes.map((note) => `# ${note}`),
    `# @name ${id.replace('.', '_')}`,
    `${method} ${url}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['', JSON.stringify(body, undefined, 2)]),
    ...(id === 'session.create' ? ['', ...keepToken] : []),
  ].join('\n');
}

/** The value of bearer_auth is a reading: Bearer, and the token of the session (clause 5.1.8). */
const keepToken = [
  '> {%',
  '  client.global.set("accessToken", response.body.accessToken);',
  '  client.global.set("bearerAuth", "Bearer " + response.body.accessToken);',
  '%}',
];
