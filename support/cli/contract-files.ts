import { join } from 'node:path';
import type { Deployment } from '../published/deployment';
import { serviceNames } from '../published/deployment';
import { openApiOf } from '../published/openapi/openapi-document';
import { postmanCollection, postmanEnvironment } from '../published/postman/collection';

/** A file to write; `keep`: the user fills it in, so that it is never replaced. */
export interface OutFile {
  readonly path: string;
  readonly text: string;
  readonly keep?: true;
}

/** The forms of the contract that other programs read, by the option that asks for each. */
export const contractForms = {
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

export type ContractForm = keyof typeof contractForms;

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** As in `dummy-payer`. */
const fileName = (service: string): string =>
  service.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
