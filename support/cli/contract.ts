import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { currentEdition } from '../contract/source';
import type { Deployment } from '../published/deployment';
import { documentedDeployment, serviceNames } from '../published/deployment';
import { openApiOf } from '../published/openapi/openapi-document';
import { postmanCollection, postmanEnvironment } from '../published/postman/collection';
import { loadTargetForMock } from '../run/targets';
import { ConfigurationError } from '../targets/errors';
import { exitCodes } from './exit-codes';
import type { Surroundings } from './surroundings';
import { printLine } from './surroundings';

/**
 * `conform contract`: writes the contract as OpenAPI documents, a Postman collection or both. Throws a
 * ConfigurationError if neither is requested.
 */
export function publish(
  _args: readonly string[],
  given: Readonly<Partial<Record<ContractForm | 'target', string>>>,
  surroundings: Surroundings,
): number {
  const deployment = deploymentOf(given.target, surroundings.env);
  const forms = Object.entries(contractForms) as [ContractForm, (typeof contractForms)[ContractForm]][];
  const files: OutFile[] = forms.flatMap(([name, make]) => {
    const path = given[name];
    return path === undefined ? [] : make(path, deployment);
  });
  if (files.length === 0)
    throw new ConfigurationError(
      'names nothing to write',
      { at: 'conform contract' },
      `--openapi DIR or --postman PATH; this suite judges by edition ${currentEdition}`,
    );
  for (const file of files) printLine(surroundings, writeOut(file));
  return exitCodes.conforms;
}

function writeOut({ path, text, keep }: OutFile): string {
  if (keep === true && existsSync(path)) return `Kept ${path}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return `Wrote ${path}`;
}

/**
 * Returns the addresses, paths and X-CM-ID of a target. A service that the target file does not list keeps
 * its documented address.
 */
function deploymentOf(file: string | undefined, env: NodeJS.ProcessEnv): Deployment {
  if (file === undefined) return documentedDeployment;
  const { services, providerBases, paths, cmId } = loadTargetForMock(file, env);
  const { provider, ...others } = services;
  // A document has only one base address for each service, so ignore a target's list of provider addresses.
  const one = providerBases === undefined && provider !== undefined && { provider };
  return { bases: { ...documentedDeployment.bases, ...others, ...one }, paths, cmId };
}

/** A file to write. With `keep`, an existing file is never replaced, because the user fills it in. */
interface OutFile {
  readonly path: string;
  readonly text: string;
  readonly keep?: true;
}

/** Maps each output option to the function that generates its files. */
const contractForms = {
  openapi: (folder, deployment) =>
    serviceNames.map((service) => ({
      path: join(folder, `${fileName(service)}.openapi.json`),
      text: json(openApiOf(service, deployment)),
    })),
  postman: (path, deployment) => {
    const collection = json(postmanCollection(deployment));
    if (path.endsWith('.json')) return [{ path, text: collection }];
    return [
      { path: join(path, 'gateway.postman_collection.json'), text: collection },
      {
        path: join(path, 'credentials.postman_environment.json'),
        text: json(postmanEnvironment()),
        keep: true,
      },
    ];
  },
} as const satisfies Record<string, (path: string, deployment: Deployment) => OutFile[]>;

type ContractForm = keyof typeof contractForms;

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** Converts a service name from camel case to kebab case, for example `dummyPayer` to `dummy-payer`. */
const fileName = (service: string): string =>
  service.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
