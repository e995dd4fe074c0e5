import { shellWord } from '../../contract/shell-word';
import { printableLine } from '../../contract/printable';
import type { Evidence } from '../../exchange/evidence';
import { fitsIsoDate } from '../../exchange/evidence';
import type { FilePlace } from '../../exchange/exchange';
import type { Results } from '../../judging/results';
import type { EvidenceBySeq } from '../evidence';

/** The place of an exchange in the audited files. */
export interface ExchangeOrigin {
  /**
   * File, entry or line, and time of arrival, as in `monday.har, entry 3, 2026-11-30T10:15:02.123Z`. Without the file
   * if only one was audited.
   */
  readonly text: string;
  /** The command that prints the original, as in `npx conform audit monday.har --show 3`. */
  readonly show: string;
}

/** Maps the number (`seq`) of an exchange to its origin. */
export type ExchangeOrigins = ReadonlyMap<number, ExchangeOrigin>;

/** Returns the origins of the exchanges that an audit read from files. */
export function exchangeOrigins({ run }: Pick<Results, 'run'>, evidence: EvidenceBySeq): ExchangeOrigins {
  const names = (run.traffic?.files ?? []).map(({ name }) => printableLine(name));
  const found = [...evidence.values()].flatMap((each): [number, ExchangeOrigin][] => {
    const origin = each.readFrom && originIn(names, each, each.readFrom);
    return origin === undefined ? [] : [[each.seq, origin]];
  });
  return new Map(found);
}

/** Returns `undefined` if the results do not list the file: then another program wrote the recording. */
function originIn(
  names: readonly string[],
  { seq, arrivedAt }: Evidence,
  place: FilePlace,
): ExchangeOrigin | undefined {
  const name = names[place.file - 1];
  if (name === undefined) return undefined;
  const parts = [
    ...(names.length === 1 ? [] : [shortName(name, names)]),
    place.entry === undefined ? `line ${place.line}` : `entry ${place.entry}`,
    ...(fitsIsoDate(arrivedAt) ? [new Date(arrivedAt).toISOString()] : []),
  ];
  return { text: parts.join(', '), show: showCommand(names, name, seq, place.entry ?? place.line) };
}

/** The last part of a path, with the separators of any operating system. */
const basename = (path: string): string => /[^/\\]*$/.exec(path)?.[0] ?? path;

/** Returns the last part of a path if it identifies the file, and otherwise the name that the user gave. */
function shortName(name: string, names: readonly string[]): string {
  const short = basename(name);
  return names.filter((each) => basename(each) === short).length === 1 ? short : name;
}

/**
 * With one file, the command has the number of the report. With several, that number depends on all of them, so the
 * command names the file and the place in it. Standard input does not have a name, so the command needs all files.
 */
function showCommand(names: readonly string[], name: string, seq: number, number: number): string {
  const command = 'npx conform audit';
  if (names.length === 1) return `${command} ${shellWord(name)} --show ${seq}`;
  if (name === '-') return `${command} FILES --show ${seq}`;
  return `${command} --show ${shellWord(`${name}:${number}`)}`;
}
