import { readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { checkText } from '../../../run/targets';
import type { CheckedText, NamedVariable } from '../../../targets/check-text';
import type { ConfigurationError } from '../../../targets/errors';
import { isSecretPath } from '../../../targets/interpolate';
import type { AskedVariable, FieldProblem, TargetState } from '../../wire/setup';
import type { Secrets } from '../secrets';
import type { Draft } from './draft';

const nothing: CheckedText = { problems: [], variables: [], value: undefined };

/** What the page shows of a draft. */
export function stateOf(draft: Draft, revision: number, secrets: Secrets): TargetState {
  const { file, text, read } = draft;
  const { problems, variables, value } =
    text === undefined ? nothing : checkText(text, file, secrets.environment());
  return {
    revision,
    textRevision: draft.textRevision,
    file: shownFile(file),
    folder: resolve('.'),
    others: targetsBeside(file),
    ...(text !== undefined && { text }),
    ...(value !== undefined && { value }),
    isSaved: text === read?.text,
    isNew: read === undefined,
    problems: problems.map(problemOf),
    variables: variables.map((each) => variableOf(each, secrets)),
    moved: draft.moved,
    beside: [...draft.beside.keys()],
  };
}

function problemOf({ message, hint, place: { path = [], line } }: ConfigurationError): FieldProblem {
  return { path, message, hint, ...(line !== undefined && { line }) };
}

/** Keys in PEM take more than one line. */
const longPaths: readonly string[] = ['encryption.providerKey'];

function variableOf({ name, isSet, paths }: NamedVariable, secrets: Secrets): AskedVariable {
  const isOfAdapter = ([top, env]: readonly string[]): boolean => top === 'integrator' && env === 'env';
  return {
    name,
    from: secrets.names().includes(name) ? 'memory' : isSet ? 'environment' : 'nowhere',
    isSecret: paths.some((path) => isSecretPath(path) || isOfAdapter(path)),
    isLong: paths.some((path) => longPaths.includes(path.join('.'))),
    paths,
  };
}

/** As from the current folder, where it is below that. */
export function shownFile(file: string): string {
  const path = relative('.', file);
  return isBelow(path) ? path : file;
}

const isBelow = (path: string): boolean => path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);

/** Other files that may be targets; only of a folder that the desk may open. */
function targetsBeside(file: string): string[] {
  const folder = dirname(resolve(file));
  if (!isBelow(relative('.', folder))) return [];
  try {
    return readdirSync(folder)
      .filter((name) => /\.ya?ml$/.test(name) && name !== basename(file))
      .sort()
      .slice(0, 50)
      .map((name) => shownFile(join(folder, name)));
  } catch {
    // The folder may be yet to come.
    return [];
  }
}
