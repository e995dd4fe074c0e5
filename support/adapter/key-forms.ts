import type { CurveForm } from '../contract/readings';

export type TransferSide = 'hip' | 'hiu';

/** The forms (encodings) of public keys that one side of a transfer accepts (`takes`) and sends (`gives`). */
export interface SideForms {
  readonly takes?: readonly CurveForm[];
  readonly gives?: readonly CurveForm[];
}

/**
 * The key forms that an adapter declares: one list for all keys, or lists for each side. If `takes` is
 * missing, the suite tries every form.
 */
export type TransferKeyForms = readonly CurveForm[] | Readonly<Partial<Record<TransferSide, SideForms>>>;

type Nullable<Value> = { readonly [Name in keyof Value]?: Value[Name] | null };

/** `TransferKeyForms` as received in JSON: a null counts as a missing member. */
export type GivenKeyForms = readonly CurveForm[] | Nullable<Record<TransferSide, Nullable<SideForms>>>;

const isList = (forms: TransferKeyForms | GivenKeyForms): forms is readonly CurveForm[] =>
  Array.isArray(forms);

export function withoutNullForms(given: GivenKeyForms): TransferKeyForms {
  if (isList(given)) return given;
  const { hip, hiu } = given;
  return { ...(hip && { hip: sideOf(hip) }), ...(hiu && { hiu: sideOf(hiu) }) };
}

function sideOf({ takes, gives }: Nullable<SideForms>): SideForms {
  return { ...(takes && { takes }), ...(gives && { gives }) };
}

/** Returns the forms that apply to one side; `{}` if the adapter does not declare any. */
export function formsOfSide(declared: TransferKeyForms | undefined, side: TransferSide): SideForms {
  if (declared === undefined) return {};
  return isList(declared) ? { takes: declared, gives: declared } : (declared[side] ?? {});
}

/**
 * The key forms that each side of a transfer accepts, as determined by trial transfers. Contains only the
 * sides for which the suite ran trials.
 */
export type FoundForms = Partial<Record<TransferSide, readonly CurveForm[]>>;

/**
 * Returns the declared forms. For each side in `found`, replaces the accepted forms with those that trial
 * transfers found.
 */
export function withFormsFoundByTrying(
  declared: TransferKeyForms | undefined,
  found: FoundForms,
): TransferKeyForms | undefined {
  if (Object.keys(found).length === 0) return declared;
  const side = (name: TransferSide): SideForms => {
    const takes = found[name];
    return { ...formsOfSide(declared, name), ...(takes && { takes }) };
  };
  return { hip: side('hip'), hiu: side('hiu') };
}

/** Returns the forms that either side is declared to accept or send, without duplicates. */
export function allDeclaredForms(declared: TransferKeyForms | undefined): CurveForm[] {
  const sides = (['hip', 'hiu'] as const).map((side) => formsOfSide(declared, side));
  return [...new Set(sides.flatMap(({ takes = [], gives = [] }) => [...takes, ...gives]))];
}

/**
 * Returns true if `wide` includes `form`: `weierstrass-spki` includes both SPKI encodings, explicit and
 * named.
 */
const means = (wide: CurveForm, form: CurveForm): boolean =>
  wide === form || (wide === 'weierstrass-spki' && form.startsWith('weierstrass-spki-'));

/**
 * Restricts `forms` to those that `chosen`, the value of the reading `curve-form`, allows. Returns an empty
 * list if it allows none of them.
 */
export function formsAllowedByReading(
  forms: readonly CurveForm[],
  chosen: CurveForm | 'as-declared',
): readonly CurveForm[] {
  if (chosen === 'as-declared') return forms;
  if (forms.some((form) => means(form, chosen))) return [chosen];
  return forms.filter((form) => means(chosen, form));
}

/**
 * Returns the key form with which to answer a side that sent a key in the form `given`. Prefers `given`, then
 * the first accepted form of the same kind (x25519 or Weierstrass). Returns `given` if neither is accepted.
 */
export function chooseAnswerForm(given: CurveForm, takes: readonly CurveForm[]): CurveForm {
  const onCurve = takes.filter((form) => (form === 'x25519') === (given === 'x25519'));
  return onCurve.find((form) => means(form, given)) ?? onCurve[0] ?? given;
}
