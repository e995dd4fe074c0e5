import type { KeyObject } from 'node:crypto';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Subject } from '../../contract/words';
import type { Verdict } from '../../judging/verdict';
import { contractObligations } from '../../obligations';
import { readYaml } from '../../targets/read-yaml';
import { shapeProblem } from '../../targets/shape-problem';
import type { Product } from '../../targets/target';
import { inWords } from '../wording';
import { readPublicKey } from './signature';
import type { PackPredicate } from './statement';

/** What a certifier demands of a pack (`schemas/policy.schema.json`). */
interface PolicyFile {
  readonly name: string;
  readonly keys?: readonly string[];
  readonly maxAgeDays?: number;
  readonly subjects?: readonly Subject[];
  readonly obligations?: readonly string[];
  readonly accept?: readonly Verdict[];
  readonly allowPartial?: boolean;
  readonly allowSelfTest?: boolean;
  readonly product?: Product;
  readonly nonce?: string;
}

/** A policy with its keys at hand. */
export interface Policy extends Omit<PolicyFile, 'keys'> {
  readonly keys: readonly KeyObject[];
  readonly file: string;
  /** SHA-256 of the file, hexadecimal. */
  readonly sha256: string;
}

const hints = {
  missing: 'check the path; docs/guides/packs.md shows a policy',
  broken: 'docs/guides/packs.md shows a policy',
};

/** Reads a policy. Throws a ConfigurationError with file, line, member and hint for whatever is wrong. */
export function readPolicy(file: string): Policy {
  const yaml = readYaml(file, hints);
  const problem = shapeProblem('policy', yaml.value);
  if (problem !== undefined) throw yaml.wrong(problem.path, problem.message, hints.broken);
  const policy = yaml.value as PolicyFile;
  for (const [index, id] of (policy.obligations ?? []).entries())
    if (!contractObligations.has(id))
      throw yaml.wrong(
        ['obligations', String(index)],
        `names ${id}, an unknown obligation`,
        'npx conform list shows them all',
      );
  return {
    ...policy,
    keys: (policy.keys ?? []).map((each) => readPublicKey(resolve(dirname(file), each), 'keys')),
    file,
    sha256: createHash('sha256').update(readFileSync(file)).digest('hex'),
  };
}

const dayMs = 86_400_000;

/** What a sound pack lacks of what a policy demands, one sentence each; none: it meets it. */
export function unmetBy(predicate: PackPredicate, policy: Policy, now: Date): string[] {
  const { overall, run, product, nonce } = predicate;
  const { maxAgeDays = Infinity, subjects = [] } = policy;
  const days = (now.getTime() - Date.parse(run.finishedAt)) / dayMs;
  const isPartial = Object.values(overall).some(({ partial }) => partial);
  const { ownSubjects: own = [] } = run;
  return [
    ...(days > maxAgeDays ? [`the run is ${Math.floor(days)} days old, and may be ${maxAgeDays}`] : []),
    ...subjects.flatMap((subject) => {
      const found = overall[subject];
      if (found?.verdict === 'conforms') return [];
      return [`${subject}: ${found === undefined ? 'not judged' : inWords(found)}, and must conform`];
    }),
    ...verdictsMissing(predicate, policy),
    ...(isPartial && policy.allowPartial !== true ? ['the run is partial'] : []),
    ...(own.length > 0 && policy.allowSelfTest !== true
      ? [`the ${own.join(' and ')} under test is the suite's own`]
      : []),
    ...productMissing(product, policy.product),
    ...(policy.nonce !== undefined && policy.nonce !== nonce
      ? [
          `the run was made ${nonce === undefined ? 'without a nonce' : `for the nonce ${nonce}`}, and not for ${policy.nonce}`,
        ]
      : []),
  ];
}

function verdictsMissing(
  { verdicts }: PackPredicate,
  { obligations = [], accept = ['passed', 'declared'] }: Policy,
): string[] {
  return obligations.flatMap((id) => {
    const verdict = verdicts[id];
    if (verdict !== undefined && accept.includes(verdict)) return [];
    return [`${id} is ${verdict ?? 'not judged'}, and must be ${accept.join(' or ')}`];
  });
}

function productMissing(product: Product | null, wanted: Product | undefined): string[] {
  if (wanted === undefined) return [];
  const names = Object.keys(wanted) as (keyof Product)[];
  return names
    .filter((name) => product?.[name] !== wanted[name])
    .map((name) => `product.${name} is ${product?.[name] ?? 'not named'}, and must be ${wanted[name] ?? ''}`);
}
