import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Deployment } from '../published/deployment';
import { documentedDeployment } from '../published/deployment';
import { currentEdition } from '../contract/source';
import { loadTargetForMock } from '../run/targets';
import { ConfigurationError } from '../targets/errors';
import type { ContractForm, OutFile } from './contract-files';
import { contractForms } from './contract-files';
import { exitCodes } from './exit-codes';
import { say } from './print';

/** `conform contract`: the contract in the forms that other programs read. Throws a ConfigurationError where none is asked for. */
export function publish(given: Readonly<Partial<Record<ContractForm | 'target', string>>>): number {
  const deployment = deploymentOf(given.target);
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
  for (const file of files) say(writeOut(file));
  return exitCodes.conforms;
}

function writeOut({ path, text, keep }: OutFile): string {
  if (keep === true && existsSync(path)) return `Kept ${path}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return `Wrote ${path}`;
}

/** Addresses that a target leaves out stay those of the documents. */
function deploymentOf(file: string | undefined): Deployment {
  if (file === undefined) return documentedDeployment;
  const { services, providerBases, paths, cmId } = loadTargetForMock(file);
  const { provider, ...others } = services;
  // A document has one base for each service.
  const one = providerBases === undefined && provider !== undefined && { provider };
  return { bases: { ...documentedDeployment.bases, ...others, ...one }, paths, cmId };
}
