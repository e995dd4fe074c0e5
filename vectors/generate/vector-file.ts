import { seed } from './seeded';

/** A test case with a known answer, or an input that an implementation must reject. */
export interface Case {
  readonly id: string;
  /** The reason for this case: usually the mistake that it catches. */
  readonly comment: string;
  readonly flags: readonly string[];
  readonly result: 'valid' | 'invalid';
  /** A key of the file's `provenance` map, which describes the sources of cases. */
  readonly provenance: string;
  readonly [member: string]: unknown;
}

export interface Group {
  readonly cases: readonly Case[];
  readonly [parameter: string]: unknown;
}

export interface VectorFile {
  /** Name of the JSON Schema for this file: `vectors/jwt` means `schemas/vectors/jwt.schema.json`. */
  readonly schema: string;
  readonly title: string;
  readonly clauses: readonly string[];
  readonly provenance: Readonly<Record<string, string>>;
  readonly flags: Readonly<Record<string, string>>;
  readonly numberOfCases: number;
  readonly groups: readonly Group[];
}

/** Descriptions of sources that the cases of several vector files share. */
export const commonSources = {
  generated: `made by vectors/generate from the seed "${seed}", and checked by a second implementation`,
  written: 'written by hand from the text of the clause',
} as const;

/** Builds a vector file and counts its cases. Omits sources and flags that no case uses. */
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
