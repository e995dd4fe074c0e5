import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { suiteRoot } from '../contract/suite-root';
import type { Obligation } from '../obligations';
import { publishedSite } from './explain';

/**
 * What decides a verdict or stands in a report beside the code; documents and tests do not. Judges read the field
 * profile from the basis of a run and never from `profiles`, so a new profile changes no judgement of a recording.
 */
const data = {
  whole: ['features', 'profiles', 'schemas', 'vectors'],
  judging: ['features', 'schemas'],
};

/** Who installs the package has none of it, and a pack from a clone is of the same suite. */
const makesVectors = 'vectors/generate/';

/** The code from which `dist/` is compiled, and what of it decides what follows from a recording and its basis. */
export const coveredCode = {
  whole: ['steps', 'support'],
  judging: [
    'support/adapter/key-forms.ts',
    'support/adapter/not-begun.ts',
    'support/adapter/protocol.ts',
    'support/adapter/refusal-codes.ts',
    'support/adapter/roles.ts',
    'support/contract',
    'support/crypto',
    'support/exchange',
    'support/judging',
    'support/obligations',
    'support/run/judge-run.ts',
    'support/run/run-log.ts',
    'support/run/scenario-events.ts',
    'support/run/selection.ts',
    'support/run/unmatched-steps.ts',
    'support/targets/target.ts',
    'support/traffic/clients',
    'support/traffic/cycle-evidence.ts',
    'support/traffic/ended-traffic.ts',
    'support/traffic/judge-again.ts',
    'support/traffic/traffic-loop.ts',
  ],
};

type Part = keyof typeof coveredCode;

const digests: Partial<Record<Part, string>> = {};

/**
 * SHA-256 over the names and contents of the files that decide verdicts and reports, or of those that judge a
 * recording, line ends apart. It is the same whether the sources run or what they were compiled to.
 */
export function suiteDigest(part: Part = 'whole'): string {
  // Reports name the address of pages, by which no one judges.
  const site = part === 'whole' ? [publishedSite() ?? ''] : [];
  return (digests[part] ??=
    `sha256:${sha256([digestOfFiles(data[part]), codeDigest(part), ...site].join('\0'))}`);
}

/** SHA-256 over the obligations as this suite words them, in the order of the contract. */
export function obligationsDigest(obligations: readonly Obligation[]): string {
  return `sha256:${sha256(JSON.stringify(obligations))}`;
}

function codeDigest(part: Part): string {
  if (__filename.endsWith('.ts')) return digestOfFiles(coveredCode[part]);
  built ??= readBuilt();
  return built.code?.[part] ?? built.digest;
}

let built: ReturnType<typeof readBuilt> | undefined;

/** Digests of the code of `dist/`; without those of its sources where it was changed afterwards. */
function readBuilt(): { readonly digest: string; readonly code?: Build['code'] } {
  const { code, compiled } = JSON.parse(readFileSync(join(__dirname, 'build.json'), 'utf8')) as Build;
  const hash = createHash('sha256');
  for (const file of compiled.files) hash.update(readFileSync(join(__dirname, file)));
  const digest = hash.digest('hex');
  return digest === compiled.digest ? { digest, code } : { digest };
}

/** What the build tells of `dist/`. */
interface Build {
  /** Digests of the code that it was compiled from. */
  readonly code: Readonly<Record<Part, string>>;
  /** What was made of them, in the order of the digest. */
  readonly compiled: { readonly files: readonly string[]; readonly digest: string };
}

/** SHA-256 over files, and all that lies in folders. */
export function digestOfFiles(places: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of places.flatMap(filesIn).sort()) {
    hash.update(`${file}\0`);
    hash.update(readFileSync(join(suiteRoot, file), 'utf8').replaceAll('\r\n', '\n'));
    hash.update('\0');
  }
  return hash.digest('hex');
}

function filesIn(place: string): string[] {
  try {
    if (statSync(join(suiteRoot, place)).isFile()) return [place];
    const entries = readdirSync(join(suiteRoot, place), { recursive: true, withFileTypes: true });
    return entries
      .filter((each) => each.isFile())
      .map((each) =>
        join(each.parentPath, each.name)
          .slice(suiteRoot.length + 1)
          .split(sep)
          .join('/'),
      )
      .filter((file) => !file.startsWith(makesVectors));
  } catch {
    return [];
  }
}

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');
