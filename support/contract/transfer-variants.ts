/** The one fact in which a transfer that is to be refused differs from its valid twin: what it is about. */
export type SpoiltFact =
  /** `cryptoAlg` of the HIU. */
  | 'algorithm'
  /** `curve` of the HIU. */
  | 'curve'
  /** An expiry of the HIU that has passed. */
  | 'expiry'
  /** A public key that is malformed, of low order or of another form. */
  | 'bad key'
  /** A nonce of another length. */
  | 'nonce length'
  /** A bit of what was sent has changed on its way. */
  | 'changed ciphertext'
  | 'changed tag'
  | 'changed nonce'
  | 'changed key';

/** A variant as an exchange carries it, as in `expiry: a second ago`. */
export function spoilt(fact: SpoiltFact, detail: string): string {
  return `${fact}: ${detail}`;
}

const noBundle = 'no bundle: ';

/** The variant of a transfer whose content is no FHIR bundle, as in `no bundle: an empty text`. */
export function withoutBundle(content: string): string {
  return noBundle + content;
}

/** The content of such a transfer; `undefined` of any other. */
export function contentWithoutBundle(variant: string): string | undefined {
  return variant.startsWith(noBundle) ? variant.slice(noBundle.length) : undefined;
}

/** The same with the item of a challenge that asks it: a reader can find it again. */
export function withItem(variant: string, item: string): string {
  return `${variant} (${item})`;
}

/** The variant alone, whether a challenge asked it or not. */
export function withoutItem(variant: string): string {
  return variant.replace(/ \(item-\d+\)$/, '');
}

/** Whether a variant spoils one of those facts. */
export function isAbout(variant: string, facts: readonly SpoiltFact[]): boolean {
  return facts.some((fact) => variant.startsWith(`${fact}: `));
}
