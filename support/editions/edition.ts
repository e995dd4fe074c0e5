import { headers } from '../contract/headers';
import { operations } from '../contract/operations';
import { readings } from '../contract/readings';
import { schemaIds, schemaWithin } from '../contract/schemas';
import type { EditionName } from '../contract/source';
import { editionNameOf, sourceDocument } from '../contract/source';
import type { Obligation } from '../obligations';
import { contractObligations } from '../obligations';

/** Members by the name of what they belong to: an obligation by its id, a header by its name. */
export type Described = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The parts of an edition, in the order in which people ask for them. */
export const editionParts = ['obligations', 'operations', 'headers', 'readings', 'schemas'] as const;

export type EditionPart = (typeof editionParts)[number];

/** All that one edition of the source document asks for, as data (`schemas/edition.schema.json`). */
export interface Edition extends Readonly<Record<EditionPart, Described>> {
  readonly editionVersion: 1;
  readonly name: EditionName;
  readonly title: string;
  readonly date: string;
  readonly digest: string;
}

/** What of an obligation the document says; how the suite judges it is the suite's own. */
function asked({ since, subject, level, clauses, quote, title, rule }: Obligation) {
  return { since, subject, level, clauses, quote, title, rule };
}

const byId = <Row extends { readonly id: string }>(
  rows: readonly Row[],
  of: (row: Row) => object,
): Described => Object.fromEntries(rows.map((row) => [row.id, of(row)])) as Described;

/** The edition by which this suite judges, as its code and data say it. */
export function editionOfSuite(obligations: readonly Obligation[] = contractObligations.all): Edition {
  return {
    editionVersion: 1,
    name: editionNameOf(sourceDocument),
    ...sourceDocument,
    obligations: byId(obligations, asked),
    operations: byId(operations, ({ id: _id, title: _title, use: _use, ...row }) => row),
    headers: headers as unknown as Described,
    readings: byId(readings, ({ clause, silentOn, default: standard }) => ({
      clause,
      silentOn,
      default: standard,
    })),
    schemas: Object.fromEntries(
      schemaIds()
        .filter((id) => id.startsWith('contract/'))
        .map((id) => [id, schemaWithin(id)]),
    ),
  };
}
