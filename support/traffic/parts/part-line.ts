import type { Clues } from '../clients/clues';

/** An entry of a partition: the number of its item, what it tells of its client, when it came, and its JSON text. */
export type PartLine = readonly [number: number, clues: Clues, time: number, text: string];

/** An entry at its largest, with room for what stands before it. */
export const longestPartLine = 17 * 1024 * 1024;

/** No string of JSON holds a line end: all that a text has stand between its values. */
export function partLine([number, clues, time, text]: PartLine): string {
  return `${JSON.stringify([number, clues, time])}\t${text.replace(/[\r\n]+/g, ' ')}\n`;
}

export function readPartLine(line: string): PartLine {
  const at = line.indexOf('\t');
  const [number, clues, time] = JSON.parse(line.slice(0, at)) as [number, Clues, number];
  return [number, clues, time, line.slice(at + 1)];
}
