// npm run generate -- features [--check]: writes the last paragraphs of each Rule in features/, which list other right
// behaviour. With --check, this script does not write, and exits with 1 if a paragraph is outdated.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Obligation } from '../support/obligations';
import { contractObligations } from '../support/obligations';

const root = join(__dirname, '..');
/** The folders with features that do not describe obligations: `mistakes` only repeats the titles of Rules. */
const otherFolders = ['mistakes', 'vectors'];
const indent = '    ';

/** Matches the first line of a generated paragraph. Everything below it in a description is generated, too. */
const generated =
  /^\s*(?:Also right:|Nothing else is right:|Recorded traffic (?:can show a breach|never settles) )/;

/** A paragraph, as lines without their indentation. */
type Paragraph = readonly string[];

function otherBehaviour({ latitude, level, seen }: Obligation): Paragraph[] {
  if (typeof latitude !== 'string') {
    const behaviours = Object.keys(latitude);
    const items = behaviours.map((each, index) => `- ${each}${index === behaviours.length - 1 ? '.' : ';'}`);
    return [['Also right:', ...items]];
  }
  // The text of such a Rule states already that the suite only notes answers, or that a person declares the obligation.
  return level === 'observe' || seen === 'declared' ? [] : [[`Nothing else is right: ${latitude}.`]];
}

/** Returns a sentence if recorded traffic cannot settle an obligation. The declaration settles a declared obligation. */
function leftOpenByTraffic({ seen, breaksInTraffic }: Obligation): Paragraph[] {
  if (seen === 'passive' || seen === 'declared') return [];
  return breaksInTraffic === true
    ? [['Recorded traffic can show a breach of this Rule, but never that the integrator keeps it.']]
    : [['Recorded traffic never settles this Rule.']];
}

/** Returns the lines of a Rule's description without the generated paragraphs, and without blank lines at its end. */
function writtenByHand(description: readonly string[]): string[] {
  const begin = description.findIndex((line) => generated.test(line));
  const kept = begin < 0 ? [...description] : description.slice(0, begin);
  while (kept.at(-1)?.trim() === '') kept.pop();
  return kept;
}

/** Returns the text of a feature, with the latitude of each obligation at the end of its Rule's description. */
export function writeAlsoRight(feature: string): string {
  const lines = feature.split('\n');
  const written: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    written.push(line);
    if (!line.startsWith('  Rule: ')) continue;
    const id = /@([A-Z]{3}-\d{2})\b/.exec(lines[at - 1] ?? '')?.[1] ?? '';
    const length = lines
      .slice(at + 1)
      .findIndex((each) => /^\s*(?:@|(?:Background|Example|Scenario)\b)/.test(each));
    const obligation = contractObligations.get(id);
    const added = [...otherBehaviour(obligation), ...leftOpenByTraffic(obligation)].flatMap((paragraph) => [
      '',
      ...paragraph.map((each) => indent + each),
    ]);
    written.push(...writtenByHand(lines.slice(at + 1, at + 1 + length)), ...added, '');
    at += length;
  }
  return written.join('\n');
}

/** Returns the features with Rules of obligations, as paths from the root of the repository. */
export function featuresWithRules(): string[] {
  return readdirSync(join(root, 'features'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.feature') && !otherFolders.includes(name.split('/')[0] ?? ''))
    .map((name) => `features/${name}`)
    .sort();
}

function main(isCheck: boolean): void {
  for (const name of featuresWithRules()) {
    const text = readFileSync(join(root, name), 'utf8');
    const written = writeAlsoRight(text);
    if (written === text) continue;
    if (isCheck) {
      console.error(`${name} is out of date. Run: npm run generate -- features`);
      process.exitCode = 1;
    } else writeFileSync(join(root, name), written);
  }
}

if (require.main === module) main(process.argv.includes('--check'));
