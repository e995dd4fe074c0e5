import type { TransferSide } from '../../../adapter/key-forms';
import {
  chooseAnswerForm,
  allDeclaredForms,
  formsAllowedByReading,
  formsOfSide,
} from '../../../adapter/key-forms';
import { whyRoleUnplayable } from '../../../adapter/roles';
import type { AnsweredChallenge } from '../../../cases/answered-challenge';
import type { TransferAsk } from '../../../cases/ask';
import { fullSizeBundleMakers } from '../../../cases/bundle-makers';
import { generateHipAsks, nonFhirHipAsks, tryAsHip } from '../../../cases/hip-asks';
import {
  givenKeyRefusalAsks,
  nonFhirHiuAsks,
  openAsks,
  openTransferAsks,
  peerOf,
  givenKeyAsks,
  tryAsHiu,
} from '../../../cases/hiu-asks';
import type { TestData } from '../../../cases/test-data';
import { mistakenAsks } from '../../../cases/mistaken-asks';
import { knownAnswerAsks } from '../../../cases/prepared';
import { EnvironmentError, NotTestedError } from '../../../contract/outcome';
import type { CurveForm } from '../../../contract/readings';
import type { Run } from '../../../run/run';
import { requireSandbox } from '../../../run/run';
import type { AdapterSession } from '../adapter-session';
import { openAdapter } from '../adapter-session';
import { searchLogFiles } from '../log-reader';
import { answeredClient } from '../main-journey';
import { tryOptionalJourney } from '../stimulus-journeys';
import type { PutAsk } from './put-asks';
import { askForTransfer, putTo } from './put-asks';
import { searchLeadingZeros } from './search-zeros';

const tryAs: Readonly<Record<TransferSide, (form: CurveForm, data: TestData) => TransferAsk>> = {
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
    (await askForTransfer(adapter, tryAs[side](form, run.plan.madeUp))).kind === 'result';
  const spki = await readSpki(reads, declared);
  if (declared === undefined) {
    const read = [...(await eachOf(['x25519', 'weierstrass'], reads)), ...spki];
    const { gives = [] } = formsOfSide(adapter.about.transferKeyForms, side);
    // A side that declares only the keys that it sends is held to these: the suite knows their form.
    return read.length === 0 && gives.length > 0 ? gives : found(run, side, read);
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
  const { takes } = formsOfSide(about.transferKeyForms, side);
  if (takes === undefined) return chosen === 'as-declared' ? undefined : [chosen];
  const left = formsAllowedByReading(takes, chosen);
  if (left.length === 0)
    throw new NotTestedError(
      'left-out',
      `readings.curve-form is ${chosen}, and the adapter declares ${takes.join(', ')}`,
      { by: `readings.curve-form: ${chosen}` },
    );
  return left;
}

function found(run: Run, side: TransferSide, forms: readonly CurveForm[]): readonly CurveForm[] {
  // A form that the suite does not know may be the reason: nothing is held against the client.
  if (forms.length === 0)
    throw new NotTestedError(
      'not-offered',
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

/** Asks the client, as HIP, to encrypt for the suite; once in a run, in one process. */
export function hipJourney(run: Run): Promise<void> {
  return transferJourney(run, 'hip', async (put, forms, client) => {
    await putAll(
      put,
      generateHipAsks(forms, run.plan.madeUp, fullSizeBundleMakers, knownForms(forms, client)),
    );
    await searchLeadingZeros(client, run, forms);
    await tryAll(put, nonFhirHipAsks(forms, run.plan.madeUp));
  });
}

/** Asks the client, as HIU, to decrypt what the suite encrypted; once in a run, in one process. */
export function hiuJourney(run: Run): Promise<void> {
  const {
    plan: { madeUp },
  } = run;
  return transferJourney(run, 'hiu', async (put, forms, client) => {
    for (const form of forms) {
      await putAll(put, givenKeyAsks(form, madeUp));
      await putAll(put, knownAnswerAsks(form, madeUp));
    }
    const { gives = forms } = formsOfSide(client.about.transferKeyForms, 'hiu');
    const known = knownForms(forms, client);
    const tried = await openTransfers(put, forms, gives[0] ?? 'x25519', known, madeUp);
    // What a client does not open itself is tried with a key that it is given.
    for (const form of forms.filter((each) => !tried.has(each)))
      await putAll(put, givenKeyRefusalAsks(form, known, madeUp));
    await tryAll(put, nonFhirHiuAsks(forms, madeUp));
  });
}

/** What a client declares for anything is no wrong form: both sides may read keys in the same way. */
function knownForms(forms: readonly CurveForm[], { about }: AdapterSession): CurveForm[] {
  return [...new Set([...forms, ...allDeclaredForms(about.transferKeyForms)])];
}

async function putAll(put: PutAsk, asks: Iterable<TransferAsk>): Promise<void> {
  for (const ask of asks) await put(ask);
}

/** What decides nothing, after all that does: a client may even end over it. */
async function tryAll(put: PutAsk, asks: Iterable<TransferAsk>): Promise<void> {
  try {
    await putAll(put, asks);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
  }
}

/** The key of an HIU may have another form than those that it takes: it is answered in one of these. */
async function openTransfers(
  put: PutAsk,
  forms: readonly CurveForm[],
  expected: CurveForm,
  known: readonly CurveForm[],
  data: TestData,
): Promise<ReadonlySet<CurveForm>> {
  const tried = new Set<CurveForm>();
  for (const ask of openAsks(expected)) {
    const ending = await put(ask);
    if (ending.kind !== 'result' || !('transferId' in ending.value)) continue;
    const opened = peerOf(ending.value.keyMaterial);
    if (opened === undefined) continue;
    const form = chooseAnswerForm(opened.form, forms);
    if (tried.has(form)) continue;
    tried.add(form);
    await putAll(put, openTransferAsks(ending.value.transferId, { ...opened, form }, known, data));
  }
  return tried;
}

function transferJourney(
  run: Run,
  role: TransferSide,
  act: (put: PutAsk, forms: readonly CurveForm[], client: AdapterSession) => Promise<void>,
): Promise<void> {
  return run.once(`transfers/${role}`, async () => {
    requireSandbox(run, 'a transfer of a test bundle');
    if (run.plan.challenge !== undefined) {
      await putAnswered(run, run.plan.challenge, role);
      return;
    }
    const plan = { name: role, title: 'Health-data transfer', calls: 0, piecewise: false };
    const adapter = await openAdapter(run, plan);
    try {
      const unplayable = whyRoleUnplayable(role, adapter.about);
      if (unplayable !== undefined) throw new NotTestedError('not-offered', `${unplayable}; ${otherWay}`);
      const put = putTo(adapter, run, (right) => mistakenAsks(right, run.plan.madeUp));
      await act(put, await formsTaken(run, adapter, role), adapter);
    } finally {
      await adapter.close();
      searchTransferLogs(run, adapter);
    }
  });
}

/** Which logs there are is a matter of the target, and nothing that a transfer is judged by. */
function searchTransferLogs(run: Run, { played }: AdapterSession): void {
  try {
    searchLogFiles(run, (place) => (text) => {
      played.secrets.hear(text, place);
    });
  } catch (error) {
    if (!(error instanceof NotTestedError || error instanceof EnvironmentError)) throw error;
    if (!run.evidence.warnings.includes(error.message)) run.evidence.warnings.push(error.message);
  }
}

/** Puts the asks of a challenge to the client that answered it. */
function putAnswered(run: Run, challenge: AnsweredChallenge, role: TransferSide): Promise<void> {
  const { transfers, mistaken } = challenge;
  const method = role === 'hip' ? 'transfer.encrypt' : 'transfer.decrypt';
  const put = putTo(answeredClient(run, challenge), run, ({ form }) =>
    mistaken.filter(({ ask }) => ask.form === form),
  );
  return putAll(
    put,
    transfers.filter((ask) => ask.method === method),
  );
}

const otherWay = 'without an adapter, answer a file of npx conform challenge';

/** Transfers in each role that the target plays. Where one cannot be made, the other is judged all the same. */
export async function transfersOfEachRole(run: Run): Promise<void> {
  const { roles } = run.target;
  const journeys = [
    ...(roles.includes('hip') ? [hipJourney] : []),
    ...(roles.includes('hiu') ? [hiuJourney] : []),
  ];
  const reasons: string[] = [];
  for (const journey of journeys) {
    const reason = await tryOptionalJourney(journey(run));
    if (reason !== undefined) reasons.push(reason);
  }
  // No transfer was made: the first journey throws again and gives the reason.
  if (reasons.length === journeys.length) for (const journey of journeys) await journey(run);
}
