import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Deployment } from '../published/deployment';
import { documentedDeployment } from '../published/deployment';
import { loadTargetForMock } from '../run/targets';
import type { ContractForm, OutFile } from './contract-files';
import { contractForms } from './contract-files';
import { listEditions, tellDifference } from './edition-commands';
import { exitCodes } from './exit-codes';
import { say } from './print';

type ContractOptions = Readonly<Partial<Record<ContractForm | 'target', string>>> & {
  readonly diff?: readonly string[];
  readonly json?: true;
};

/** `conform contract`: the contract in the forms that other programs read, its editions, and how two of them differ. */
export function publish(given: ContractOptions): number {
  const deployment = deploymentOf(given.target);
  const forms = Object.entries(contractForms) as [ContractForm, (typeof contractForms)[ContractForm]][];
  const files: OutFile[] = forms.flatMap(([name, make]) => {
    const path = given[name];
    return path === undefined ? [] : make(path, deployment);
  });
  if (given.diff !== undefined) return tellDifference(given.diff, given.json);
  if (files.length === 0) return listEditions(given.json);
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
  const { services, paths, cmId } = loadTargetForMock(file);
  return { bases: { ...documentedDeployment.bases, ...services }, paths, cmId };
}
