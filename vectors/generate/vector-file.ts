import { seed } from './seeded';

/** One known answer, or one input that must be refused. */
export interface Case {
  readonly id: string;
  /** The mistake that it catches. */
  readonly comment: string;
  readonly flags: readonly string[];
  readonly result: 'valid' | 'invalid';
  /** Key of the file's provenance. */
  readonly provenance: string;
  readonly [member: string]: unknown;
}

export interface Group {
  readonly cases: readonly Case[];
  readonly [parameter: string]: unknown;
}

export interface VectorFile {
  /** `$id` of its JSON Schema. */
  readonly schema: string;
  readonly title: string;
  readonly clauses: readonly string[];
  readonly provenance: Readonly<Record<string, string>>;
  readonly flags: Readonly<Record<string, string>>;
  readonly numberOfCases: number;
  readonly groups: readonly Group[];
}

/** Sources that several files name. */
export const sources = {
  generated: `made by vectors/generate from the seed "${seed}", and checked by a second implementation`,
  written: 'written by hand from the text of the clause',
} as const;

/** Puts a file together, and counts. Only the sources and flags that are used are listed. */
export function vectorFile(file: Omit<VectorFile, 'numberOfCases'>): VectorFile {
  const cases = file.groups.flatMap((group) => group.cases);
  const used = <Value>(record: Readonly<Record<string, Value>>, keys: Set<string>): Record<string, Value> =>
    Object.fromEntries(Object.entries(record).filter(([key]) => keys.has(key)));
  const { schema, title, clauses, provenance, flags, groups } = file;
  return {
    schema,
    title,
    clauses,
    provenance: used(provenance, new Set(cases.map((each) => each.provenance))),
    flags: used(flags, new Set(cases.flatMap((each) => each.flags))),
    numberOfCases: cases.length,
    groups,
  };
}
