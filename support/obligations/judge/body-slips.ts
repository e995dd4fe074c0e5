import type { BodySlip, ReadBody } from '../../contract/read-body';
import type { SchemaId } from '../../contract/schemas';
import { describedMembers } from '../../contract/schemas';

/**
 * The causes of a body that is written in a wrong way. The suite reads such a body anyway, so that other rules can
 * judge its content.
 */
const causeOfSlip: Readonly<Record<BodySlip, string>> = {
  'byte order mark': 'a byte order mark precedes the JSON text: RFC 8259 (section 8.1) forbids it',
  'UTF-16': 'the JSON text is encoded in UTF-16: RFC 8259 (section 8.1) requires UTF-8',
  'JSON in a JSON text': 'the object is serialised twice: a JSON string contains it',
  form: 'a form is sent in place of JSON',
};

/** The cause of a body in which a documented member appears twice. */
export const memberTwice = 'a member appears twice in its object';

/** All causes that {@link describeSlip} returns. */
export const slipCauses: readonly string[] = Object.values(causeOfSlip);

/** All causes that {@link describeSlips} returns. */
export const bodyCauses: readonly string[] = [...slipCauses, memberTwice];

/** The description of a slip, and its cause. */
export interface DescribedSlip {
  readonly seen: string;
  readonly cause: string;
}

const seenOfSlip: Readonly<Record<BodySlip, (part: string) => string>> = {
  'byte order mark': (part) => `${part} after a byte order mark`,
  'UTF-16': (part) => `${part} in UTF-16`,
  'JSON in a JSON text': (part) => `${part} as a JSON string that contains the JSON text`,
  form: (part) => `${part} as a form`,
};

/** Describes a mistake in how a body, or a part of it, is written. */
export const describeSlip = (slip: BodySlip, part = 'the body'): DescribedSlip => ({
  seen: seenOfSlip[slip](part),
  cause: causeOfSlip[slip],
});

/**
 * Describes the mistakes in how a body is written, the outermost first.
 *
 * @param schema describes the members of the body; a member must not appear twice
 */
export function describeSlips(body: ReadBody | undefined, schema: SchemaId): DescribedSlip[] {
  const repeated = body?.repeated ?? [];
  const twice = repeated.filter((pointer) => describedMembers(schema).includes(pointer));
  return [
    ...(body?.slips.map((slip) => describeSlip(slip)) ?? []),
    ...twice.map((pointer) => ({ seen: `${pointer.slice(1)} appears twice`, cause: memberTwice })),
  ];
}
