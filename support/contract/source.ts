/**
 * The document that every clause number refers to. The document itself is undated: `date` is the day on which
 * this suite adopted it.
 */
export const sourceDocument = {
  title: 'Identity-Session, Payload Encryption and Sandbox Dummy Payer Interface',
  date: '2026-11-20',
  digest: 'sha256:e78329e53661fac9d5d18a6c0f23b520e0737e82a15332a492fff574a89d017c',
} as const;

/** The name of an edition of the document: its date and the first 12 hexadecimal digits of its digest. */
export type EditionName = string;

function editionNameOf({ date, digest }: { readonly date: string; readonly digest: string }): EditionName {
  return `${date}-${digest.replace(/^sha256:/, '').slice(0, 12)}`;
}

export const currentEdition: EditionName = editionNameOf(sourceDocument);
