import type { Form } from '../sources';
import type { ClientName } from '../../exchange/exchange';
import type { BasisTarget } from '../../judging/basis';
import type { Audited } from '../../judging/results';
import type { Conclusion } from '../../obligations';
import type { JudgedClient } from '../clients/judged-client';
import type { Seen } from '../seen';

export const partName = 'part.json';

/** An input, as the split saw it and as one partition judged it. */
export interface PartInput {
  readonly name: string;
  readonly form: Form;
  readonly cut?: string;
  /** What the split found: the same in all parts. */
  readonly split: Pick<Audited, 'others' | 'broken' | 'brokenCount'>;
  readonly judged: Pick<Audited, 'exchanges' | 'others' | 'broken' | 'brokenCount'>;
}

/** What was concluded of one client. */
export interface PartClient extends ClientName, Seen {
  /** By obligation; absent where nothing was concluded. */
  readonly conclusions: Readonly<Record<string, Conclusion>>;
}

/** What was concluded of one partition, so that it merges with those of the others (`schemas/part.schema.json`). */
export interface Part {
  readonly formatVersion: 1;
  readonly suite: string;
  readonly split: {
    readonly id: string;
    readonly part: number;
    readonly of: number;
    /** Digest of all that the split found. */
    readonly inputs: string;
  };
  readonly startedAt: string;
  readonly target: BasisTarget;
  /** How many lines the recording beside it has. */
  readonly exchanges: number;
  readonly files: readonly PartInput[];
  readonly clients: readonly PartClient[];
}

export function toPartClient({ name, conclusions, ...seen }: JudgedClient): PartClient {
  const telling = [...conclusions].filter(([, each]) => isTelling(each));
  return { ...name, ...seen, conclusions: Object.fromEntries(telling) };
}

export function toJudgedClient({ label, by, conclusions, ...seen }: PartClient): JudgedClient {
  return { name: { label, by }, ...seen, conclusions: new Map(Object.entries(conclusions)) };
}

function isTelling({ observations, breachCount, notes, unjudged, facets }: Conclusion): boolean {
  return observations + breachCount + notes.length + unjudged.length > 0 || facets !== undefined;
}
