import type { ObligationResult, Verdict } from '../judging/verdict';
import type { Results } from '../judging/results';
import {
  besidesOf,
  failuresOf,
  withScope,
  isPartial,
  ownNotes,
  partialNote,
  plannedRows,
  waiverOf,
  waiverText,
  whyText,
} from './wording';

/** GitHub shows ten of each kind in a step; the others would be dropped without a word. */
const shown = 10;

type Kind = 'error' | 'warning' | 'notice';

interface Annotation {
  readonly kind: Kind;
  readonly title: string;
  readonly text: string;
  /** Feature file and line. */
  readonly place?: { readonly file: string; readonly line: string };
}

const kinds: Readonly<Partial<Record<Verdict, Kind>>> = {
  failed: 'error',
  warning: 'warning',
  inconclusive: 'warning',
};

/**
 * What came of it and what prevents a pass as workflow commands of GitHub, a line each: ten errors, ten warnings, then
 * how many more.
 */
export function renderAnnotations(results: Results): string {
  const annotations = [
    overallAnnotation(results),
    ...besides(results),
    ...plannedRows(results).flatMap((row) => annotationOf(row, results)),
  ];
  const lines = (['error', 'warning', 'notice'] as const).flatMap((kind) => {
    const all = annotations.filter((each) => each.kind === kind);
    // The last of ten says how many it stands for.
    if (all.length <= shown) return all.map(commandOf);
    const more = all.length - shown + 1;
    const last = { kind, title: `${more} more`, text: `${more} more like these are told in the reports` };
    return [...all.slice(0, shown - 1), last].map(commandOf);
  });
  return lines.map((line) => `${line}\n`).join('');
}

function overallAnnotation({ run }: Results): Annotation {
  const found = Object.entries(run.overall).map(([subject, overall]) => `${subject}: ${withScope(overall)}`);
  const notes = [...(isPartial(run) ? [partialNote] : []), ...ownNotes(run)];
  return { kind: 'notice', title: 'Overall', text: [...found, ...notes].join('\n') };
}

/** What no obligation tells: they stand first, so that ten failures do not hide them. */
function besides(results: Results): Annotation[] {
  return [
    ...besidesOf(results).map(({ title, text }) => ({ kind: 'error', title, text }) as const),
    ...(results.run.warnings ?? []).map((text) => ({ kind: 'warning', title: 'Warning', text }) as const),
  ];
}

function annotationOf(row: ObligationResult, results: Results): Annotation[] {
  const kind = kinds[row.verdict];
  if (kind === undefined) return [];
  const waiver = row.verdict === 'failed' ? waiverOf(results, row.id) : undefined;
  const place = placeOf(row);
  const annotation = { title: `${row.id} ${row.title}`, ...(place !== undefined && { place }) };
  if (waiver !== undefined) return [{ ...annotation, kind: 'notice', text: waiverText(waiver) }];
  return [{ ...annotation, kind, text: failuresOf(row, results)[0] ?? whyText(row, results) }];
}

/** The scenario that shows it, else the first one; none where it was judged from traffic alone. */
function placeOf({ scenarios, verdict }: ObligationResult): Annotation['place'] {
  const scenario = scenarios.find((each) => each.verdict === verdict) ?? scenarios[0];
  const [, file, line] = /^(.*):(\d+)$/.exec(scenario?.location ?? '') ?? [];
  return file === undefined || line === undefined ? undefined : { file, line };
}

function commandOf({ kind, title, text, place }: Annotation): string {
  const properties = [
    ...(place === undefined ? [] : [`file=${escapeProperty(place.file)}`, `line=${place.line}`]),
    `title=${escapeProperty(title)}`,
  ];
  return `::${kind} ${properties.join(',')}::${escapeData(text)}`;
}

/** As the runner of GitHub reads it back: a line is a command. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
