import type { CallOutcome } from '../../../adapter/channel';
import type { CurveForm } from '../../../contract/readings';
import { parseJson } from '../../../contract/json';
import type { MistakeFact, SearchFact, TransferFact } from '../../../contract/transfer-facts';
import type { Failure } from '../../../exchange/exchange';
import type { AdapterAnswer } from '../../../exchange/evidence';
import type { Keeper } from '../../../exchange/keep';
import type { Recording } from '../../../exchange/recording';
import type { RunEvidence } from '../../../run/evidence';
import type { EncryptAsk, TransferAsk, TransferMethod } from '../../../cases/ask';
import type { InspectedAnswer } from './inspect';
import { inspectAnswer } from './inspect';

/** When an answer came, during which call, from which process, and what a search showed about it. */
export interface Arrival extends Pick<
  AdapterAnswer,
  'askedAt' | 'arrivedAt' | 'scenario' | 'clientInstance'
> {
  readonly mistake?: MistakeFact;
}

/** How a call ended: with an answer, or with a fault of the adapter. */
export type CallEnding = CallOutcome<TransferMethod> | { readonly kind: 'fault'; readonly message: string };

/** What an answer shows. */
export function seenIn(
  { recording }: Pick<RunEvidence, 'recording'>,
  ask: TransferAsk,
  ending: CallEnding,
): InspectedAnswer {
  const { form } = ask;
  return ending.kind === 'fault'
    ? { fact: { form }, secrets: [] }
    : inspectAnswer(ask, ending, mistakesBefore(recording, form));
}

/** Records what the adapter answered: it is evidence as if it had been sent. Neither keys nor bundles are kept. */
export function recordTransfer(
  evidence: Pick<RunEvidence, 'recording' | 'keeper' | 'secrets'>,
  ask: TransferAsk,
  ending: CallEnding,
  arrival: Arrival,
  seen = seenIn(evidence, ask, ending),
): void {
  const { method, asked } = ask;
  for (const secret of seen.secrets) evidence.secrets.learn('private-key', secret);
  const text = evidence.keeper.json(answered(ending));
  const { mistake, ...occasion } = arrival;
  evidence.recording.append<AdapterAnswer>({
    kind: 'adapter answer',
    asked,
    ...occasion,
    method,
    body: { text, bytes: Buffer.byteLength(text) },
    ...(ending.kind === 'fault' && { failure: faultOf(ending.message) }),
    facts: {
      adapter: {
        outcome: ending.kind === 'fault' ? 'refused' : ending.kind,
        valueBytes: 'bundle' in ask ? Buffer.byteLength(ask.bundle.text) : 0,
      },
      transfer: { ...keptFact(seen.fact, evidence.keeper), ...(mistake && { mistake }) },
    },
  });
}

/** What stood in place of a word is quoted, and kept as words are. */
function keptFact(fact: TransferFact, keeper: Keeper): TransferFact {
  const { keyMaterial } = fact;
  if (keyMaterial === undefined) return fact;
  const flaws = keyMaterial.flaws.map((flaw) =>
    flaw.replace(/(?<=, is )".*"$/s, (quoted) =>
      JSON.stringify(keeper.value('curve', String(parseJson(quoted)))),
    ),
  );
  return { ...fact, keyMaterial: { ...keyMaterial, flaws } };
}

/** Records what many answers came to that are not worth a record each. */
export function recordSearch(
  { recording }: Pick<RunEvidence, 'recording'>,
  ask: EncryptAsk,
  search: SearchFact,
  arrival: Arrival,
): void {
  const { method, form, asked } = ask;
  const text = JSON.stringify(search);
  recording.append<AdapterAnswer>({
    kind: 'adapter answer',
    asked: { ...asked, part: 'open' },
    ...arrival,
    method,
    body: { text, bytes: Buffer.byteLength(text) },
    facts: { adapter: { outcome: 'result', valueBytes: 0 }, transfer: { form, search } },
  });
}

/**
 * What the client did wrong before with keys of one form, the latest first: that explains what several mistakes would,
 * an empty bundle, say.
 */
function mistakesBefore({ evidence }: Recording, form: CurveForm): MistakeFact[] {
  const found = new Map<string, MistakeFact>();
  for (const each of [...evidence].reverse()) {
    const transfer = each.kind === 'adapter answer' ? each.facts.transfer : undefined;
    const mistake = transfer?.form === form ? transfer.content?.mistake : undefined;
    if (mistake !== undefined && !found.has(mistake.id)) found.set(mistake.id, mistake);
  }
  return [...found.values()];
}

/** A fault breaks off the conversation: what it would have said is unknown. */
function faultOf(message: string): Failure {
  return { kind: 'malformed', code: 'ERR_ADAPTER', message };
}

/** What came instead of a result is an error. */
function answered(ending: CallEnding): unknown {
  if (ending.kind === 'result') return ending.value;
  return { error: { ...('code' in ending && { code: ending.code }), message: ending.message } };
}
