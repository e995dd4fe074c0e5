import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { changedSince, isInPart, parsePart, shuffled } from '../scripts/rotation';
import { contractObligations } from '../support/obligations';
import type { Specimen } from './mutant';
import { sample } from './sample';

/** What to try, and a line for each reason; `isWhole` where nothing is left out. */
interface Choice {
  readonly chosen: readonly Specimen[];
  readonly isWhole: boolean;
  readonly why: readonly string[];
}

/** Most specimens that a change adds: about a hundred seconds on two cores. */
const mostAdded = 110;

const root = join(__dirname, '..');

/**
 * What the arguments of a matrix ask for, in the order of the catalogue:
 * `--only NAME,…`, `--subject service|integrator`, `--sample`, `--part I/N`, and with `--since COMMIT` also what
 * changed since then. Without any it is all. Throws an error of one line for anything else.
 */
export function chooseSpecimens(args: readonly string[], all: readonly Specimen[]): Choice {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      subject: { type: 'string' },
      sample: { type: 'boolean', default: false },
      part: { type: 'string' },
      since: { type: 'string' },
    },
  });
  const only = [...values.only, ...positionals].flatMap((each) => each.split(','));
  requireNamed(only, all);
  const part = values.part === undefined ? undefined : parsePart(values.part);
  const chosen = all
    .filter(({ subject }) => values.subject === undefined || subject === values.subject)
    .filter(({ name }) => only.length === 0 || only.includes(name))
    .filter((each) => !values.sample || sample.includes(each))
    .filter(({ name }) => part === undefined || isInPart(part, name));
  const { added, left } = values.since === undefined ? nothing : changedSpecimens(values.since, all);
  const wanted = all.filter((each) => chosen.includes(each) || added.includes(each));
  // No specimen, no trial: that must not look as if all were well.
  if (wanted.length === 0) throw new RangeError(`${args.join(' ')} chooses no specimen`);
  const why = [
    ...(values.part === undefined
      ? []
      : [`part ${values.part}: ${chosen.length} of ${all.length} specimens`]),
    ...(values.since === undefined
      ? []
      : [`changed since ${values.since}: ${added.length}; ${left} more had no room`]),
  ];
  return { chosen: wanted, isWhole: wanted.length === all.length, why };
}

function requireNamed(only: readonly string[], all: readonly Specimen[]): void {
  const unknown = only.filter((name) => !all.some((each) => each.name === name));
  if (unknown.length > 0) throw new RangeError(`this matrix has no specimen called ${unknown.join(', ')}`);
}

const nothing = { added: [] as readonly Specimen[], left: 0 };

/**
 * Specimens that a changed file of mutants/ names come first, then those that break an obligation of a changed area.
 */
function changedSpecimens(
  commit: string,
  all: readonly Specimen[],
): { readonly added: readonly Specimen[]; readonly left: number } {
  const changed = changedSince(commit, root);
  const texts = changed
    .filter((file) => /^mutants\/.+\.ts$/.test(file) && existsSync(join(root, file)))
    .map((file) => readFileSync(join(root, file), 'utf8'));
  const areas = new Set(
    changed.map((file) => /^(?:support\/obligations|features)\/([^/]+)\//.exec(file)?.[1]),
  );
  const order = shuffled(all, ({ name }) => name, commit);
  const asked = new Set([
    ...order.filter(({ name }) => texts.some((text) => text.includes(`'${name}'`))),
    ...order.filter((each) => idsOf(each).some((id) => areas.has(contractObligations.get(id).area))),
  ]);
  return { added: [...asked].slice(0, mostAdded), left: Math.max(0, asked.size - mostAdded) };
}

/** The obligations of which a specimen shows that they are watched. */
function idsOf(specimen: Specimen): readonly string[] {
  if (specimen.kind === 'witness') return Object.keys(specimen.shows);
  if (specimen.kind === 'irregular') return specimen.unsettles;
  return specimen.kind === 'mutant' ? specimen.breaks : [];
}
