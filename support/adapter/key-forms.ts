import type { CurveForm } from '../contract/readings';

/** The two sides of a transfer. */
export type TransferSide = 'hip' | 'hiu';

/** The forms of the keys that one side is sent, and of those that it sends. */
export interface SideForms {
  readonly takes?: readonly CurveForm[];
  readonly gives?: readonly CurveForm[];
}

/** One list for everything, or what each side takes and gives. What it leaves out has to be found out. */
export type TransferKeyForms = readonly CurveForm[] | Readonly<Partial<Record<TransferSide, SideForms>>>;

type Nullable<Value> = { readonly [Name in keyof Value]?: Value[Name] | null };

/** The same as it travels: null is as good as absent. */
export type GivenKeyForms = readonly CurveForm[] | Nullable<Record<TransferSide, Nullable<SideForms>>>;

const isList = (forms: TransferKeyForms | GivenKeyForms): forms is readonly CurveForm[] =>
  Array.isArray(forms);

/** Without what is null. */
export function keyFormsOf(given: GivenKeyForms): TransferKeyForms {
  if (isList(given)) return given;
  const { hip, hiu } = given;
  return { ...(hip && { hip: sideOf(hip) }), ...(hiu && { hiu: sideOf(hiu) }) };
}

function sideOf({ takes, gives }: Nullable<SideForms>): SideForms {
  return { ...(takes && { takes }), ...(gives && { gives }) };
}

/** What one side declares. */
export function sideForms(declared: TransferKeyForms | undefined, side: TransferSide): SideForms {
  if (declared === undefined) return {};
  return isList(declared) ? { takes: declared, gives: declared } : (declared[side] ?? {});
}

/** The forms that each side takes, where they were found out. */
export type FoundForms = Partial<Record<TransferSide, readonly CurveForm[]>>;

/** What is declared, and what was found out in place of it. */
export function withFound(
  declared: TransferKeyForms | undefined,
  found: FoundForms,
): TransferKeyForms | undefined {
  if (Object.keys(found).length === 0) return declared;
  const side = (name: TransferSide): SideForms => {
    const takes = found[name];
    return { ...sideForms(declared, name), ...(takes && { takes }) };
  };
  return { hip: side('hip'), hiu: side('hiu') };
}

/** Every form that is named anywhere. */
export function namedForms(declared: TransferKeyForms | undefined): CurveForm[] {
  const sides = (['hip', 'hiu'] as const).map((side) => sideForms(declared, side));
  return [...new Set(sides.flatMap(({ takes = [], gives = [] }) => [...takes, ...gives]))];
}

/** An SPKI has two codings, and a form that means either. */
const means = (wide: CurveForm, form: CurveForm): boolean =>
  wide === form || (wide === 'weierstrass-spki' && form.startsWith('weierstrass-spki-'));

/** Of these forms what a reading leaves: none where they do not have the chosen one. */
export function narrowed(
  forms: readonly CurveForm[],
  chosen: CurveForm | 'as-declared',
): readonly CurveForm[] {
  if (chosen === 'as-declared') return forms;
  if (forms.some((form) => means(form, chosen))) return [chosen];
  return forms.filter((form) => means(chosen, form));
}

/** The form in which a side is answered that gave its key in another or the same: what it takes comes first. */
export function answerForm(given: CurveForm, takes: readonly CurveForm[]): CurveForm {
  const onCurve = takes.filter((form) => (form === 'x25519') === (given === 'x25519'));
  return onCurve.find((form) => means(form, given)) ?? onCurve[0] ?? given;
}
