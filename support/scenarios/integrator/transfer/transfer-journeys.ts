import { whyUnplayable } from '../../../adapter/roles';
import { EnvironmentError, NotTestedError } from '../../../contract/outcome';
import type { CurveForm } from '../../../contract/readings';
import type { TransferAsk } from '../../../run/cases/ask';
import type { AnsweredChallenge } from '../../../run/answered-challenge';
import { hipAsks } from '../../../run/cases/hip-asks';
import { givenRefusalAsks, openAsks, openedAsks, peerOf, recipientAsks } from '../../../run/cases/hiu-asks';
import { mistakenAsks } from '../../../run/cases/mistaken-asks';
import { preparedAsks } from '../../../run/cases/prepared';
import type { MadeUp } from '../../../run/made-up';
import type { Run } from '../../../run/run';
import { requireSandbox } from '../../../run/run';
import type { AdapterSession } from '../adapter-session';
import { openAdapter } from '../adapter-session';
import type { AskedClient } from '../answered-client';
import { answeredClient } from '../answered-client';
import { searchLogFiles } from '../log-ear';
import type { PutAsk } from './put-asks';
import { putTo } from './put-asks';
import { searchLeadingZeros } from './search-zeros';

/** Asks the client, as HIP, to encrypt for the suite; once in a run, in one process. */
export function hipJourney(run: Run): Promise<void> {
  return transferJourney(run, 'hip', async (put, forms, client) => {
    await putAll(put, hipAsks(forms, run.madeUp));
    await searchLeadingZeros(client, run, forms);
  });
}

/** Asks the client, as HIU, to decrypt what the suite encrypted; once in a run, in one process. */
export function hiuJourney(run: Run): Promise<void> {
  const { madeUp } = run;
  return transferJourney(run, 'hiu', async (put, forms) => {
    for (const form of forms) {
      await putAll(put, recipientAsks(form, madeUp));
      await putAll(put, preparedAsks(form, madeUp));
    }
    const tried = await openTransfers(put, forms, madeUp);
    // What a client does not open itself is tried with a key that it is given.
    for (const form of forms.filter((each) => !tried.has(each)))
      await putAll(put, givenRefusalAsks(form, forms, madeUp));
  });
}

async function putAll(put: PutAsk, asks: Iterable<TransferAsk>): Promise<void> {
  for (const ask of asks) await put(ask);
}

async function openTransfers(
  put: PutAsk,
  forms: readonly CurveForm[],
  data: MadeUp,
): Promise<ReadonlySet<CurveForm>> {
  const tried = new Set<CurveForm>();
  for (const ask of openAsks(forms[0] ?? 'x25519')) {
    const ending = await put(ask);
    if (ending.kind !== 'result' || !('transferId' in ending.value)) continue;
    const opened = peerOf(ending.value.keyMaterial);
    if (opened === undefined || tried.has(opened.form)) continue;
    tried.add(opened.form);
    await putAll(put, openedAsks(ending.value.transferId, opened, forms, data));
  }
  return tried;
}

function transferJourney(
  run: Run,
  role: 'hip' | 'hiu',
  act: (put: PutAsk, forms: readonly CurveForm[], client: AskedClient) => Promise<void>,
): Promise<void> {
  return run.once(`transfers/${role}`, async () => {
    requireSandbox(run, 'a transfer of a test bundle');
    if (run.settings.challenge !== undefined) {
      await putAnswered(run, run.settings.challenge, role);
      return;
    }
    const plan = { name: role, title: 'Health-data transfer', calls: 0, piecewise: false };
    const adapter = await openAdapter(run, plan);
    try {
      const unplayable = whyUnplayable(role, adapter.about);
      if (unplayable !== undefined) throw new NotTestedError(`${unplayable}; ${otherWay}`);
      const put = putTo(adapter, run, (right) => mistakenAsks(right, run.madeUp));
      await act(put, formsOf(run, adapter), adapter);
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
    if (!run.warnings.includes(error.message)) run.warnings.push(error.message);
  }
}

/** Puts the asks of a challenge to the client that answered it. */
function putAnswered(run: Run, challenge: AnsweredChallenge, role: 'hip' | 'hiu'): Promise<void> {
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

/** The forms that the adapter declares, or the one that the target narrows them to. */
function formsOf(run: Run, { about }: AdapterSession): readonly CurveForm[] {
  const chosen = run.target.readings['curve-form'];
  const declared = about.transferKeyForms ?? [];
  if (chosen === 'as-declared') {
    if (declared.length > 0) return declared;
    throw new NotTestedError('the adapter declares no transferKeyForms, and readings.curve-form names none');
  }
  if (declared.length > 0 && !declared.includes(chosen))
    throw new NotTestedError(
      `readings.curve-form is ${chosen}, and the adapter declares ${declared.join(', ')}`,
    );
  return [chosen];
}
