import { printable } from '../contract/printable';
import type { Verdict } from '../judging/verdict';
import type { Report } from './model/report';
import type { ReportedObligation } from './model/reported-obligation';

/** GitHub shows ten of each kind in a step; the others would be dropped without a word. */
const shown = 10;

type Kind = 'error' | 'warning' | 'notice';

interface Annotation {
  readonly kind: Kind;
  readonly title: string;
  readonly text: string;
}

const kinds: Readonly<Partial<Record<Verdict, Kind>>> = {
  failed: 'error',
  warning: 'warning',
  inconclusive: 'warning',
};

/**
 * The outcome and the blocking issues as workflow commands of GitHub, a line each: ten errors, ten warnings, then
 * how many more. They name no file: a line of the target file explains nothing.
 */
export function renderAnnotations(report: Report): string {
  const told = report.planned;
  const annotations = [
    overallAnnotation(report),
    ...besides(report),
    // Consequences come last: of each kind ten alone are shown.
    ...told.filter(({ root }) => root === undefined).flatMap(annotationOf),
    ...told.filter(({ root }) => root !== undefined).flatMap(annotationOf),
  ];
  const lines = (['error', 'warning', 'notice'] as const).flatMap((kind) => {
    const all = annotations.filter((each) => each.kind === kind);
    // The last of ten says how many it stands for.
    if (all.length <= shown) return all.map(commandOf);
    const more = all.length - shown + 1;
    const last = { kind, title: `${more} more`, text: `${more} more like these are in the reports` };
    return [...all.slice(0, shown - 1), last].map(commandOf);
  });
  return lines.map((line) => `${line}\n`).join('');
}

function overallAnnotation({ headlines, caveats }: Report): Annotation {
  const found = headlines.map(({ subject, text }) => `${subject}: ${text}`);
  return { kind: 'notice', title: 'Overall', text: [...found, ...caveats].join('\n') };
}

/** What no obligation tells: they stand first, so that ten failures do not hide them. */
function besides({ besides: all, warnings }: Report): Annotation[] {
  return [
    ...all.map(({ title, text }) => ({ kind: 'error', title, text }) as const),
    ...warnings.map((text) => ({ kind: 'warning', title: 'Warning', text }) as const),
  ];
}

function annotationOf(row: ReportedObligation): Annotation[] {
  const kind = kinds[row.verdict];
  if (kind === undefined) return [];
  const { name: title, follows, brings, settlement, failures, why } = row;
  if (settlement !== undefined && row.verdict === 'failed')
    return [{ kind: 'notice', title, text: settlement.text }];
  const text = follows.length + brings.length > 0 ? why : (failures[0] ?? why);
  return [{ kind, title, text: [text, ...shownBy(row)].join('\n') }];
}

/** The scenario that shows it, else the first one; none where it was judged from traffic alone. */
function shownBy({ scenarios, verdict }: ReportedObligation): string[] {
  const scenario = scenarios.find((each) => each.verdict === verdict) ?? scenarios[0];
  return scenario === undefined ? [] : [`  scenario  ${scenario.location}`];
}

function commandOf({ kind, title, text }: Annotation): string {
  return `::${kind} title=${escapeProperty(title)}::${escapeData(text)}`;
}

/** As the runner of GitHub reads it back: a line is a command. */
function escapeData(text: string): string {
  return printable(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
