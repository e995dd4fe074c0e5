import { stringify } from 'yaml';
import { printableLine } from '../../contract/printable';
import type { ReadingId } from '../../contract/readings';
import { defaultReadings, readings } from '../../contract/readings';
import { isObject } from '../../contract/json';
import { readAddress } from '../../exchange/address';
import type { Exchange } from '../../exchange/exchange';

/** An exchange that shows why a reading is suggested, in words that hold nothing secret. */
interface Shown {
  /** Of a run: its number in the recording. What the doctor itself sent is recorded nowhere. */
  readonly seq?: number;
  readonly method: string;
  readonly path: string;
  readonly status?: number;
  /** What in it is telling. */
  readonly seen: string;
}

/** A reading or departure that would fit what the services answered. */
export interface Suggestion {
  readonly reading: ReadingId;
  readonly value: unknown;
  /** Obligations that a service breaks which departs so from the document; empty where the document is silent. */
  readonly breaks: readonly string[];
  readonly shownBy: readonly Shown[];
}

/** What was looked for in the answers. */
export interface Look {
  /** As in `the error code`. */
  readonly at: string;
  /** Whether any answer showed it: of what was not seen, nothing is known. */
  readonly seen: boolean;
  readonly suggestions: readonly Suggestion[];
}

/** @param ofRun it stands in the recording of a run */
export function shown(exchange: Exchange, seen: string, ofRun = false): Shown {
  const { seq, request, response } = exchange;
  return {
    ...(ofRun && { seq }),
    method: request.method,
    path: readAddress(request.url).pathname,
    ...(response !== undefined && { status: response.status }),
    // The answer as it is shown begins with its status.
    seen: printableLine(seen.replace(/^\d{3} /, '')),
  };
}

/** The readings of a target file, with a comment on each that no text of others can leave. */
export function suggestedYaml(suggestions: readonly Suggestion[]): string {
  const lines = suggestions.flatMap((each) => [
    ...[meaning(each), ...each.shownBy.map(tell)].map((text) => `# ${printableLine(text)}`),
    ...stringify({ [each.reading]: each.value }, { lineWidth: 0 })
      .trimEnd()
      .split('\n'),
  ]);
  return ['readings:', ...lines.map((line) => `  ${line}`)].join('\n');
}

function meaning({ reading, value, breaks }: Suggestion): string {
  const row = readings.find(({ id }) => id === reading);
  const [clause = '', silentOn = ''] = [row?.clause, row?.silentOn];
  if (row?.departsFrom === undefined) {
    const more =
      reading === 'encryption-rejection' ? ' Only where the service says so of such values alone.' : '';
    return `Clause ${clause} does not say ${silentOn}.${more}`;
  }
  if (!isObject(value) && value === defaultReadings[reading])
    return `As clause ${clause} says: take the departure out of the file.`;
  return (
    `A departure: clause ${clause} says ${row.departsFrom}. The report names it on its first page, ` +
    `and ${breaks.join(' and ')} ${breaks.length === 1 ? 'fails' : 'fail'} unless an approved exception covers that.`
  );
}

function tell({ seq, method, path, status, seen }: Shown): string {
  const where = seq === undefined ? '' : `exchange #${seq} of the latest run, `;
  return `Shown by ${where}${method} ${path}: ${status === undefined ? '' : `${status}, `}${seen}`;
}
