// npm run generate -- features [--check]: writes the last paragraphs of each Rule in features/, which list other right
// behaviour, and the last paragraph at the top of each feature, which explains the levels of its Rules. With --check,
// this script does not write, and exits with 1 if a paragraph is outdated.
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
  /^\s*(?:Also right:|Nothing else is right:|Recorded traffic (?:can show|cannot show|never settles|shows neither) )/;

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
function leftOpenByTraffic({ seen, breaksInTraffic, subject }: Obligation): Paragraph[] {
  if (seen === 'passive' || seen === 'declared') return [];
  return breaksInTraffic === true
    ? [['Recorded traffic can show a breach of this Rule, but never that the integrator keeps it.']]
    : [
        [
          `Recorded traffic cannot show whether the ${subject} keeps this Rule or breaks it: the suite itself must act.`,
        ],
      ];
}

/** A Rule of a feature: its obligation, and the text between its title and its first scenario. */
interface RuleText {
  readonly obligation: Obligation;
  readonly text: string;
}

/** Returns sentences that explain the consequence of a breach, for the levels of the Rules in a feature. */
function meaningOfLevels(rules: readonly RuleText[]): string {
  const has = (test: (obligation: Obligation) => boolean): boolean =>
    rules.some(({ obligation }) => test(obligation));
  const warnsInPart = rules.some(
    ({ obligation, text }) => obligation.level === 'must' && /\bwarning\b/.test(text),
  );
  const warns = has(({ level }) => level === 'should');
  const unless = warnsInPart ? ', unless its text calls it a warning' : '';
  const orWarns = warns && !warnsInPart ? ', or a warning if the Rule has the tag `@should`' : '';
  const sentences = [
    `${levelsBegin}is a failure${unless}${orWarns}.`,
    ...(warns && warnsInPart ? ['With the tag `@should`, each breach is a warning.'] : []),
    ...(has(({ level }) => level === 'observe')
      ? ['With the tag `@observe`, a Rule cannot be broken: the suite only notes the behaviour.']
      : []),
    ...(has(({ seen }) => seen === 'declared')
      ? ['With the tag `@declared`, a Rule is not-tested without a declaration in the target file.']
      : []),
  ];
  return sentences.join(' ');
}

const levelsBegin = 'A breach of a Rule ';
const widest = 119;

/** Breaks a text into lines with an indentation. No line is longer than the other lines of the features. */
function wrapText(text: string, indentation: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && longer.length <= widest) lines[lines.length - 1] = longer;
    else lines.push(indentation + word);
  }
  return lines;
}

/** Returns the lines of a Rule's description without the generated paragraphs, and without blank lines at its end. */
function writtenByHand(description: readonly string[]): string[] {
  const begin = description.findIndex((line) => generated.test(line));
  const kept = begin < 0 ? [...description] : description.slice(0, begin);
  while (kept.at(-1)?.trim() === '') kept.pop();
  return kept;
}

/** Returns the lines of a feature, with the meaning of its levels at the end of the feature's description. */
function writeLevels(lines: readonly string[]): string[] {
  const rules = lines.flatMap((line, at) => (line.startsWith('  Rule: ') ? [ruleAt(lines, at)] : []));
  const end = lines.findIndex((line) => /^ {2}(?:@|Background:)/.test(line));
  const begin = lines.findIndex((line) => line.startsWith(`  ${levelsBegin}`));
  const kept = lines.slice(0, begin >= 0 && begin < end ? begin : end);
  while (kept.at(-1)?.trim() === '') kept.pop();
  return [...kept, '', ...wrapText(meaningOfLevels(rules), '  '), '', ...lines.slice(end)];
}

function ruleAt(lines: readonly string[], at: number): RuleText {
  const id = /@([A-Z]{3}-\d{2})\b/.exec(lines[at - 1] ?? '')?.[1] ?? '';
  const text = lines.slice(at + 1, at + 1 + lengthOfDescription(lines, at)).join('\n');
  return { obligation: contractObligations.get(id), text };
}

/** Returns the number of lines between the title of a Rule and its first scenario. */
const lengthOfDescription = (lines: readonly string[], at: number): number =>
  lines.slice(at + 1).findIndex((each) => /^\s*(?:@|(?:Background|Example|Scenario)\b)/.test(each));

/** Returns the text of a feature, with the generated paragraphs of the feature and of each Rule. */
export function writeAlsoRight(feature: string): string {
  const lines = writeLevels(feature.split('\n'));
  const written: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    written.push(line);
    if (!line.startsWith('  Rule: ')) continue;
    const length = lengthOfDescription(lines, at);
    const { obligation } = ruleAt(lines, at);
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
