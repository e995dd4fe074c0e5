import type { Params } from '../../../adapter/protocol';
import { whyUnplayable } from '../../../adapter/roles';
import { EnvironmentError, NotTestedError } from '../../../contract/outcome';
import type { CurveForm } from '../../../contract/readings';
import { replayTransfers } from '../../../challenge/replay';
import type { MadeUp } from '../../../run/made-up';
import type { Run } from '../../../run/run';
import { requireSandbox } from '../../../run/run';
import type { AdapterSession } from '../adapter-session';
import { openAdapter } from '../adapter-session';
import type { TransferAsk, TransferMethod } from './ask';
import { hipAsks } from './hip-asks';
import { givenRefusalAsks, openAsks, openedAsks, peerOf, recipientAsks } from './hiu-asks';
import { paramsOf } from './params';
import { preparedAsks } from './prepared';
import type { Ending } from './record-transfer';
import { recordTransfer } from './record-transfer';
import { MistakeSearch } from './mistake-search';

/** Asks the client, as HIP, to encrypt for the suite; once in a run, in one process. */
export function hipJourney(run: Run): Promise<void> {
  return transferJourney(run, 'hip', async (transfers) => {
    for (const ask of hipAsks(transfers.forms, run.madeUp)) await transfers.put(ask);
  });
}

/** Asks the client, as HIU, to decrypt what the suite encrypted; once in a run, in one process. */
export function hiuJourney(run: Run): Promise<void> {
  return transferJourney(run, 'hiu', async (transfers) => {
    const { forms } = transfers;
    for (const form of forms) {
      for (const ask of recipientAsks(form, run.madeUp)) await transfers.put(ask);
      for (const ask of preparedAsks(form, run.madeUp)) await transfers.put(ask);
    }
    const tried = await openTransfers(transfers, forms, run.madeUp);
    // What a client does not open itself is tried with a key that it is given.
    for (const form of forms.filter((each) => !tried.has(each)))
      for (const ask of givenRefusalAsks(form, forms, run.madeUp)) await transfers.put(ask);
  });
}

async function openTransfers(
  transfers: Transfers,
  forms: readonly CurveForm[],
  data: MadeUp,
): Promise<ReadonlySet<CurveForm>> {
  const tried = new Set<CurveForm>();
  for (const ask of openAsks(forms[0] ?? 'x25519')) {
    const ending = await transfers.put(ask);
    if (ending.kind !== 'result' || !('transferId' in ending.value)) continue;
    const opened = peerOf(ending.value.keyMaterial);
    if (opened === undefined || tried.has(opened.form)) continue;
    tried.add(opened.form);
    for (const each of openedAsks(ending.value.transferId, opened, forms, data)) await transfers.put(each);
  }
  return tried;
}

/** The way to put asks to one process of the client, and to record what becomes of them. */
export interface Transfers {
  /** Forms of keys that the client takes. */
  readonly forms: readonly CurveForm[];
  put(ask: TransferAsk): Promise<Ending>;
}

function transferJourney(
  run: Run,
  role: 'hip' | 'hiu',
  act: (transfers: Transfers) => Promise<void>,
): Promise<void> {
  return run.once(`transfers/${role}`, async () => {
    requireSandbox(run, 'a transfer of a test bundle');
    if (run.settings.challenge !== undefined) {
      replayTransfers(run, run.settings.challenge, role);
      return;
    }
    const plan = { name: role, title: 'Health-data transfer', calls: 0, piecewise: false };
    const adapter = await openAdapter(run, plan);
    try {
      const unplayable = whyUnplayable(role, adapter.about);
      if (unplayable !== undefined) throw new NotTestedError(`${unplayable}; ${otherWay}`);
      await act(transfersWith(run, adapter, formsOf(run, adapter)));
    } finally {
      await adapter.close();
    }
  });
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

function transfersWith(run: Run, adapter: AdapterSession, forms: readonly CurveForm[]): Transfers {
  const mistakes = new MistakeSearch(async (params) => {
    const ending = await endingOf(adapter, 'transfer.decrypt', params);
    return ending.kind === 'result' && 'bundle' in ending.value ? ending.value.bundle : ending.kind;
  }, run.madeUp);
  return {
    forms,
    async put(ask) {
      const ending = await endingOf(adapter, ask.method, paramsOf(ask));
      const { asked, clientInstance } = adapter.played;
      const arrival = {
        at: Date.now(),
        ...(asked !== undefined && { call: asked.number }),
        ...(clientInstance !== undefined && { clientInstance }),
      };
      const mistake = await mistakes.find(ask, ending);
      recordTransfer(run, ask, ending, { ...arrival, ...(mistake && { mistake }) });
      return ending;
    },
  };
}

/** One call that goes wrong says nothing about the others, unless the adapter cannot be asked any more. */
async function endingOf<M extends TransferMethod>(
  adapter: AdapterSession,
  method: M,
  params: Params<M>,
): Promise<Ending> {
  try {
    return await adapter.act(method, params);
  } catch (error) {
    if (!(error instanceof EnvironmentError) || adapter.ended) throw error;
    return { kind: 'fault', message: error.message };
  }
}
