import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { decisionsIn } from '../contract/decisions';
import { isObject } from '../contract/json';
import type { CallbackStep, PayerContent } from '../contract/payer-content';
import { callbackSteps, placeholders, strangePlaceholder } from '../contract/payer-content';
import type { Decision, ReadingValues } from '../contract/readings';
import { attempt, lookedAt, readBeside } from './pem';
import type { YamlFile } from './read-yaml';

const path = ['readings', 'payer-content'];
const fileHint = `there are ${callbackSteps.map((step) => `${step}.json`).join(', ')}; a step without a file keeps the mock's own content`;

/** The contents that a target file gives the payer: whatever is wrong with them is found before a run begins. */
export function readPayerContent(
  { 'payer-content': folder, decision }: ReadingValues,
  yaml: YamlFile,
): { payerContent?: PayerContent } {
  if (typeof folder !== 'string') return {};
  const place = resolve(dirname(yaml.file), folder);
  const names = attempt(() => readdirSync(place));
  if (names === undefined)
    throw yaml.wrong(
      path,
      `names ${folder}, which is no folder that can be read${lookedAt(place, path, yaml)}`,
      'the path is relative to the target file; conform init --role provider writes one',
    );
  // What begins with a dot is the system's or the editor's.
  const files = names.filter((name) => !name.startsWith('.')).sort();
  if (files.length === 0) throw yaml.wrong(path, `names ${folder}, which holds no file`, fileHint);
  const read = files.map((name) => {
    const step = callbackSteps.find((each) => name === `${each}.json`);
    if (step === undefined) throw yaml.wrong(path, `names ${folder}, which holds ${name}`, fileHint);
    return [step, readContent(join(folder, name), step, decision, yaml)] as const;
  });
  return { payerContent: Object.fromEntries(read) };
}

function readContent(file: string, step: CallbackStep, decision: Decision, yaml: YamlFile): object {
  const text = readBeside(file, path, yaml).replace(/^\ufeff/, '');
  const wrong = (what: string, hint: string) => yaml.wrong(path, `names ${file}, which ${what}`, hint);
  const content = contentIn(text);
  if (typeof content === 'string') throw wrong(content, 'give one FHIR resource: { "resourceType": … }');
  const strange = strangePlaceholder(text);
  if (strange !== undefined)
    throw wrong(
      `holds the unknown placeholder ${strange.shown} in line ${strange.line}`,
      `there are ${Object.keys(placeholders)
        .map((name) => `{{${name}}}`)
        .join(', ')}`,
    );
  const isDecision = step === 'approved' || step === 'rejected';
  // A reading that is wrong itself is told elsewhere.
  const decided = isDecision ? attempt(() => decisionsIn(content, decision).join()) : undefined;
  if (isDecision && decided !== undefined && decided !== step) throw wrong(...whyUndecided(step, decision));
  return content;
}

/** The content, or what is wrong with its text. */
function contentIn(text: string): object | string {
  try {
    const content: unknown = JSON.parse(text);
    return isObject(content) && typeof content.resourceType === 'string' ? content : 'is no FHIR resource';
  } catch (error) {
    const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
    const line = text.slice(0, Number(position ?? text.length)).split('\n').length;
    return `is no JSON in line ${line}`;
  }
}

/** The provider is judged by the decision that it was told: it has to stand where all sides look for it. */
function whyUndecided(step: 'approved' | 'rejected', decision: Decision): [what: string, hint: string] {
  const { path: at, final } = decision;
  const end = final === null ? '' : `, and ${final.value} at ${final.path}`;
  return [
    `does not say ${decision[step]}, and nothing else, at ${at}${end}`,
    'add it to what your client reads, or set readings.decision to where it stands',
  ];
}
