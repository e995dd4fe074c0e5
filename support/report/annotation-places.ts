import { relative, resolve, sep } from 'node:path';
import type { ServiceName } from '../contract/operations';
import { operations } from '../contract/operations';
import type { Results } from '../judging/results';
import type { Source } from '../obligations/judge/home';
import { contractObligations } from '../obligations';
import type { YamlFile } from '../targets/read-yaml';
import { readYaml } from '../targets/read-yaml';
import type { Row } from './model/row';

/** A line of a file in the user's repository. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** Where annotations are shown. Never in files of the suite: a reviewer of the user's change cannot see those. */
export interface Places {
  /** The line of the target file that names the service or the client in question. */
  ofRow(row: Pick<Row, 'id' | 'subject'>): Place | undefined;
  /** The line of an approved exception. */
  ofException(id: string): Place | undefined;
}

export const nowhere: Places = { ofRow: () => undefined, ofException: () => undefined };

interface UserFiles {
  /** Approved exceptions. */
  readonly waivers?: string | undefined;
  /** The checkout: files outside of it are shown nowhere. */
  readonly workspace: string;
}

/** The places of a run, in its target file and in the file of its approved exceptions. */
export function placesIn({ run }: Pick<Results, 'run'>, { waivers, workspace }: UserFiles): Places {
  const target = fileIn(workspace, run.target.file ?? undefined);
  const exceptions = fileIn(workspace, waivers);
  const listed = Array.isArray(exceptions?.yaml.value) ? (exceptions.yaml.value as { id?: string }[]) : [];
  return {
    ofRow: ({ id, subject }) => target?.at(subject === 'integrator' ? ['integrator', 'url'] : serviceOf(id)),
    ofException(id) {
      const index = listed.findIndex((each) => each.id === id);
      return index < 0 ? undefined : exceptions?.at([String(index), 'id']);
    },
  };
}

/** The address of the one service that an obligation bears on; of all of them where it bears on several. */
function serviceOf(id: string): string[] {
  const on = contractObligations.has(id) ? (contractObligations.get(id).on ?? []) : [];
  const found = new Set(on.map(serviceIn));
  const [service] = found;
  return found.size === 1 && service !== undefined ? ['services', service] : ['services'];
}

function serviceIn(source: Source): ServiceName | undefined {
  if (source === 'wire' || source === 'adapter' || source === 'log') return undefined;
  return operations.find(({ id }) => id === source)?.service ?? (source as ServiceName);
}

/** A file of the checkout; nothing where it lies elsewhere, or cannot be read any more. */
function fileIn(workspace: string, named: string | undefined) {
  if (named === undefined) return undefined;
  const file = relative(workspace, resolve(named)).split(sep).join('/');
  const yaml = file.startsWith('../') || resolve(file) === file ? undefined : yamlIn(named);
  if (yaml === undefined) return undefined;
  return { yaml, at: (path: readonly string[]): Place => ({ file, line: yaml.lineOf(path) }) };
}

function yamlIn(file: string): YamlFile | undefined {
  try {
    return readYaml(file);
  } catch {
    return undefined;
  }
}
