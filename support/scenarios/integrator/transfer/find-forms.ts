import type { TransferSide } from '../../../adapter/key-forms';
import { narrowed, sideForms } from '../../../adapter/key-forms';
import { NotTestedError } from '../../../contract/outcome';
import type { CurveForm } from '../../../contract/readings';
import type { TransferAsk } from '../../../cases/ask';
import { tryAsHip } from '../../../cases/hip-asks';
import { tryAsHiu } from '../../../cases/hiu-asks';
import type { MadeUp } from '../../../cases/made-up';
import type { Run } from '../../../run/run';
import type { AdapterSession } from '../adapter-session';
import { endingOf } from './put-asks';

const tryAs: Readonly<Record<TransferSide, (form: CurveForm, data: MadeUp) => TransferAsk>> = {
  hip: tryAsHip,
  hiu: tryAsHiu,
};

/**
 * The forms of keys that a client takes on one side: as it declares them, or as the target narrows them. What a
 * declaration leaves open is tried with a small transfer each, of which nothing is recorded.
 */
export async function formsTaken(
  run: Run,
  adapter: AdapterSession,
  side: TransferSide,
): Promise<readonly CurveForm[]> {
  const declared = declaredForms(run, adapter, side);
  const reads: Reads = async (form) =>
    (await endingOf(adapter, tryAs[side](form, run.plan.madeUp))).kind === 'result';
  const spki = await readSpki(reads, declared);
  if (declared === undefined) {
    const points = await eachOf(['x25519', 'weierstrass'], reads);
    return found(run, side, [...points, ...spki]);
  }
  const [coding] = spki;
  if (coding === undefined || coding === 'weierstrass-spki') return declared;
  const forms = declared.map((form) => (form === 'weierstrass-spki' ? coding : form));
  return found(run, side, [...new Set(forms)]);
}

type Reads = (form: CurveForm) => Promise<boolean>;

/** In which coding an SPKI is read, where that is open: a client that reads both is given them in turn. */
async function readSpki(reads: Reads, declared: readonly CurveForm[] | undefined): Promise<CurveForm[]> {
  if (declared?.includes('weierstrass-spki') === false) return [];
  const read = await eachOf(['weierstrass-spki-explicit', 'weierstrass-spki-named'], reads);
  return read.length === 2 ? ['weierstrass-spki'] : read;
}

/** `undefined`: it is left open. */
function declaredForms(
  { target }: Run,
  { about }: AdapterSession,
  side: TransferSide,
): readonly CurveForm[] | undefined {
  const chosen = target.readings['curve-form'];
  const { takes } = sideForms(about.transferKeyForms, side);
  if (takes === undefined) return chosen === 'as-declared' ? undefined : [chosen];
  const left = narrowed(takes, chosen);
  if (left.length === 0)
    throw new NotTestedError(
      `readings.curve-form is ${chosen}, and the adapter declares ${takes.join(', ')}`,
    );
  return left;
}

function found(run: Run, side: TransferSide, forms: readonly CurveForm[]): readonly CurveForm[] {
  // A form that the suite does not know may be the reason: nothing is held against the client.
  if (forms.length === 0)
    throw new NotTestedError(
      `as ${side} the adapter declares no transferKeyForms, and it read keys in none; name them, or set readings.curve-form`,
    );
  run.evidence.foundForms[side] = forms;
  return forms;
}

async function eachOf(forms: readonly CurveForm[], holds: Reads): Promise<CurveForm[]> {
  const kept: CurveForm[] = [];
  for (const form of forms) if (await holds(form)) kept.push(form);
  return kept;
}
