import type { Subject } from '../contract/words';
import type { Origin } from '../judging/explain';
import { explainBreach } from '../judging/explain';
import { plainText } from '../exchange/text';
import type { ObligationResult, Overall, Verdict } from '../judging/verdict';
import { verdicts } from '../judging/verdict';
import type { Results, WaiverRow } from '../judging/results';

/** What is said of every run that certifies nobody because everybody in it is the suite's own. */
export const selfTestNote = 'A self-test of the suite on its own mock: it certifies nobody.';

const ownCaveats: Readonly<Record<Subject, string>> = {
  service: 'The services of this run are the mock of the suite: the verdict on them certifies nobody.',
  integrator: 'The integrator of this run is the client of the suite: the verdict on it certifies nobody.',
};

/** Whose verdict certifies nobody, since the suite's own stands in for them; nothing where all are somebody else's. */
export function ownNotes({ selfTest, ownSubjects, subjects, target }: Results['run']): string[] {
  if (selfTest) return [selfTestNote];
  // Results of earlier versions tell it of the services alone.
  const own = ownSubjects ?? subjects.filter((subject) => subject === 'service' && target.embedded);
  return own.map((subject) => ownCaveats[subject]);
}

/** What is said of every run that did not cover everything. */
export const partialNote = 'A partial run: never a certificate.';

/** `does not conform (partial run)` */
export function inWords({ verdict, partial }: Overall): string {
  return `${verdict.replaceAll('-', ' ')}${partial ? ' (partial run)' : ''}`;
}

/** `does not conform (partial run), assessed: session, hip; not assessed: hiu` */
export function withScope(overall: Overall): string {
  const scope = scopeText(overall);
  return `${inWords(overall)}${scope === '' ? '' : `, ${scope}`}`;
}

/** Whether something was left out, of any subject. */
export function isPartial({ overall }: Pick<Results['run'], 'overall'>): boolean {
  return Object.values(overall).some(({ partial }) => partial);
}

/** What was assessed and what was not; empty where all was. */
export function scopeText({ partial, scope: { assessed, notAssessed } }: Overall): string {
  if (!partial && notAssessed.length === 0) return '';
  const parts = [
    ...(assessed.length > 0 ? [`assessed: ${assessed.join(', ')}`] : []),
    ...(notAssessed.length > 0 ? [`not assessed: ${notAssessed.join(', ')}`] : []),
  ];
  return parts.join('; ');
}

/** How an obligation of these results is judged again. */
export function originOf({ run, cycles }: Results): Origin {
  const { target, traffic, challenge, profile } = run;
  return {
    targetFile: target.file ?? undefined,
    container: profile === 'container',
    challenge: challenge !== undefined,
    ...(traffic !== undefined && { traffic: profile === 'proxy' ? 'proxy' : 'audit' }),
    cycles,
  };
}

/** The breaches of an obligation, each as a message. */
export function failuresOf(row: ObligationResult, results: Results): string[] {
  return (row.breaches ?? []).map((breach) => explainBreach(row, breach, originOf(results)));
}

/** The product that is certified, with its version; `undefined` where the target states none. */
export function productName({ product }: Results['run']): string | undefined {
  return product === null ? undefined : [product.name, product.version].filter(Boolean).join(' ');
}

/** As in `2026-12-31 14:05 UTC`. */
export function minuteOf(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}

/** Rows that the run was to cover; the others say nothing about anybody. */
export function plannedRows({ obligations }: Pick<Results, 'obligations'>): ObligationResult[] {
  return obligations.filter(({ planned }) => planned);
}

/** How many planned obligations have each verdict, without those that none has. */
export function plannedCounts(results: Pick<Results, 'obligations'>): [Verdict, number][] {
  const planned = plannedRows(results);
  return verdicts
    .map((each): [Verdict, number] => [each, planned.filter(({ verdict }) => verdict === each).length])
    .filter(([, count]) => count > 0);
}

/** The waiver under which the failure of an obligation is expected today; `undefined` where there is none. */
export function waiverOf({ run: { waivers = [] } }: Results, id: string): WaiverRow | undefined {
  return waivers.find(({ obligation, state }) => obligation === id && state === 'used');
}

/** `waived until 2026-12-31 by …: …` */
export function waiverText({ expires, approver, reason }: WaiverRow): string {
  return `waived until ${expires} by ${approver}: ${reason}`;
}

/** What to do about a waiver that fails the run; empty for one that does not. */
export const waiverAdvice: Readonly<Record<WaiverRow['state'], string>> = {
  used: '',
  unused: 'what it waives did not happen, which fails the run: take it out of the waiver file',
  expired:
    'its last day has gone by, which fails the run: take it out of the waiver file, or have it approved anew',
};

/** What fails a run and is no verdict on an obligation: no row of it tells that. */
export interface Beside {
  readonly kind: 'fault' | 'waiver';
  readonly title: string;
  readonly text: string;
}

/** Faults of the suite, then waivers that hold no more. */
export function besidesOf({ run: { waivers = [], faults } }: Pick<Results, 'run'>): Beside[] {
  const lapsed = waivers.filter(({ state }) => state !== 'used');
  return [
    ...faults.map((text): Beside => ({ kind: 'fault', title: 'Fault of the suite', text })),
    ...lapsed.map(({ obligation, state, expires, approver }): Beside => ({
      kind: 'waiver',
      title: `Waiver of ${obligation}`,
      text: `${state}, until ${expires}, by ${approver}: ${waiverAdvice[state]}`,
    })),
  ];
}

/** Everything that is known of why a row has its verdict: its failures in full, else its reason and notes. */
export function whyText(row: ObligationResult, results: Results): string {
  const failures = failuresOf(row, results);
  if (failures.length > 0) return failures.join('\n\n');
  const { reason, notes = [], declaredBy, scenarios, verdict } = row;
  const messages = scenarios
    .filter((each) => each.verdict === verdict)
    .flatMap(({ message }) => message ?? []);
  const parts = [
    ...(reason === undefined ? [] : [plainText(reason)]),
    ...(declaredBy === undefined ? [] : [`declared by ${declaredBy}`]),
    ...notes.map(plainText),
    ...messages,
  ];
  return [...new Set(parts)].join('\n');
}
