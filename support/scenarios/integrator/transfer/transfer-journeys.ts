import type { TransferSide } from '../../../adapter/key-forms';
import { answerForm, namedForms, sideForms } from '../../../adapter/key-forms';
import { whyUnplayable } from '../../../adapter/roles';
import { EnvironmentError, NotTestedError } from '../../../contract/outcome';
import type { CurveForm } from '../../../contract/readings';
import type { TransferAsk } from '../../../cases/ask';
import type { AnsweredChallenge } from '../../../cases/answered-challenge';
import { bundles } from '../../../cases/bundles';
import { hipAsks, hipTrials } from '../../../cases/hip-asks';
import {
  givenRefusalAsks,
  hiuTrials,
  openAsks,
  openedAsks,
  peerOf,
  recipientAsks,
} from '../../../cases/hiu-asks';
import { mistakenAsks } from '../../../cases/mistaken-asks';
import { preparedAsks } from '../../../cases/prepared';
import type { MadeUp } from '../../../cases/made-up';
import type { Run } from '../../../run/run';
import { requireSandbox } from '../../../run/run';
import type { AdapterSession } from '../adapter-session';
import { openAdapter } from '../adapter-session';
import { answeredClient } from '../answered-client';
import { searchLogFiles } from '../log-reader';
import { formsTaken } from './find-forms';
import type { PutAsk } from './put-asks';
import { putTo } from './put-asks';
import { searchLeadingZeros } from './search-zeros';

/** Asks the client, as HIP, to encrypt for the suite; once in a run, in one process. */
export function hipJourney(run: Run): Promise<void> {
  return transferJourney(run, 'hip', async (put, forms, client) => {
    await putAll(put, hipAsks(forms, run.plan.madeUp, bundles, knownForms(forms, client)));
    await searchLeadingZeros(client, run, forms);
    await tryAll(put, hipTrials(forms, run.plan.madeUp));
  });
}

/** Asks the client, as HIU, to decrypt what the suite encrypted; once in a run, in one process. */
export function hiuJourney(run: Run): Promise<void> {
  const {
    plan: { madeUp },
  } = run;
  return transferJourney(run, 'hiu', async (put, forms, client) => {
    for (const form of forms) {
      await putAll(put, recipientAsks(form, madeUp));
      await putAll(put, preparedAsks(form, madeUp));
    }
    const { gives = forms } = sideForms(client.about.transferKeyForms, 'hiu');
    const known = knownForms(forms, client);
    const tried = await openTransfers(put, forms, gives[0] ?? 'x25519', known, madeUp);
    // What a client does not open itself is tried with a key that it is given.
    for (const form of forms.filter((each) => !tried.has(each)))
      await putAll(put, givenRefusalAsks(form, known, madeUp));
    await tryAll(put, hiuTrials(forms, madeUp));
  });
}

/** What a client declares for anything is no wrong form: both sides may read keys in the same way. */
function knownForms(forms: readonly CurveForm[], { about }: AdapterSession): CurveForm[] {
  return [...new Set([...forms, ...namedForms(about.transferKeyForms)])];
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
  data: MadeUp,
): Promise<ReadonlySet<CurveForm>> {
  const tried = new Set<CurveForm>();
  for (const ask of openAsks(expected)) {
    const ending = await put(ask);
    if (ending.kind !== 'result' || !('transferId' in ending.value)) continue;
    const opened = peerOf(ending.value.keyMaterial);
    if (opened === undefined) continue;
    const form = answerForm(opened.form, forms);
    if (tried.has(form)) continue;
    tried.add(form);
    await putAll(put, openedAsks(ending.value.transferId, { ...opened, form }, known, data));
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
      const unplayable = whyUnplayable(role, adapter.about);
      if (unplayable !== undefined) throw new NotTestedError(`${unplayable}; ${otherWay}`);
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
