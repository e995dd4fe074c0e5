import type { Subject } from '../../contract/words';
import type { Results } from '../../judging/results';
import type { OverallVerdict } from '../../judging/verdict';
import type { ReportedObligation } from './reported-obligation';
import { verdictText, withScope } from './scope';
import { formatCount } from '../../contract/format-count';
import { predicates } from '../wording';

/** The outcome for one subject. */
export interface Headline {
  readonly subject: Subject;
  readonly verdict: OverallVerdict;
  readonly partial: boolean;
  /** `conforms (partial run) for session; payer flows not assessed` */
  readonly text: string;
  /** The same as a sentence: `The integrator conforms …` */
  readonly sentence: string;
  /** What it stands on, in one sentence. */
  readonly basis: string;
  /** Blocking issues that no single obligation shows. */
  readonly gaps: readonly string[];
}

const names: Readonly<Record<Subject, string>> = { integrator: 'The integrator', service: 'The services' };

/** The outcome for each subject of the run; the same for all reports. */
export function headlinesOf(results: Results, rows: readonly ReportedObligation[]): Headline[] {
  const { subjects, overall: overalls } = results.run;
  return subjects.flatMap((subject) => {
    const overall = overalls[subject];
    if (overall === undefined) return [];
    const { verdict, partial } = overall;
    const musts = rows.filter((row) => row.subject === subject && row.isDecisive);
    return [
      {
        subject,
        verdict,
        partial,
        text: verdictText(overall),
        sentence: `${names[subject]} ${withScope(predicates[subject][verdict], overall)}`,
        basis: basisOf(verdict, musts, partial ? 'in the plan that apply' : 'that apply'),
        gaps: gapsOf(verdict, subject, musts, results),
      },
    ];
  });
}

const isOpen = ({ verdict }: ReportedObligation): boolean =>
  verdict === 'inconclusive' || verdict === 'not-tested';

function basisOf(verdict: OverallVerdict, musts: readonly ReportedObligation[], which: string): string {
  const failed = musts.filter((row) => row.verdict === 'failed').length;
  const open = musts.filter(isOpen).length;
  const rest = open === 0 ? '' : `; ${open} ${open === 1 ? 'is' : 'are'} not settled`;
  const [one, many] = [`demand ${which.replace(/apply$/, 'applies')}`, `demands ${which}`];
  const demands = musts.length === 1 ? `1 ${one}` : `${musts.length} ${many}`;
  if (musts.length === 0) return `There are no ${many}, so nothing was shown.`;
  if (verdict === 'conforms')
    return musts.length === 1
      ? `The one ${one} is passed or declared.`
      : `All ${demands} are passed or declared.`;
  if (verdict === 'does-not-conform')
    return `${failed} of ${demands} ${failed === 1 ? 'is' : 'are'} broken${rest}.`;
  return `None of ${demands} is broken${open === 0 ? ', but not everything was checked' : rest}.`;
}

/** Why a subject is incomplete though no demand on it is open. */
function gapsOf(
  verdict: OverallVerdict,
  subject: Subject,
  musts: readonly ReportedObligation[],
  { run: { faults, traffic }, clients = [] }: Results,
): string[] {
  if (verdict !== 'incomplete' || musts.some(isOpen)) return [];
  const name = names[subject].toLowerCase();
  const cut = (traffic?.files ?? []).filter((file) => file.cut !== undefined);
  if (musts.length === 0) return [`Nothing in the plan is a demand on ${name}, so nothing can be shown.`];
  if (faults.length > 0) return [`The suite itself failed, which leaves ${name} without a verdict.`];
  if (cut.length > 0) return [`${cut.map((each) => each.name).join(', ')}: not read to the end (${name}).`];
  const open = clients.filter(({ by, overall }) => by !== 'nothing' && overall.integrator === 'incomplete');
  if (subject === 'integrator' && open.length > 0)
    return [`${listOf(open)} did not show all that is demanded of a client.`];
  return [`Not every scenario about ${name} was run: see the warnings.`];
}

/** How many names stand in a sentence. */
const mostNamed = 3;

/** `SBX_1, SBX_2 and 7 other clients` */
function listOf(clients: readonly { readonly label: string }[]): string {
  const labels = clients.map(({ label }) => label);
  const [named, more] = [labels.slice(0, mostNamed), labels.length - mostNamed];
  const last = more > 0 ? formatCount(more, 'other client') : named.pop();
  return [named.join(', '), last].filter(Boolean).join(' and ');
}

/** `2 of 119 obligations are in the plan of this run` */
export function planText(planned: number, all: number): string {
  return `${planned} of ${formatCount(all, 'obligation')} ${planned === 1 ? 'is' : 'are'} in the plan of this run`;
}
