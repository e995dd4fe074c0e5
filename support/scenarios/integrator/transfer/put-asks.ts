import type { CallOutcome } from '../../../adapter/channel';
import type { DecryptAsk, EncryptAsk, TransferAsk, TransferMethod } from '../../../cases/ask';
import type { MistakenAsk } from '../../../cases/mistaken-asks';
import { paramsOfAsk } from '../../../cases/params';
import { parseJson } from '../../../contract/json';
import { EnvironmentError } from '../../../contract/outcome';
import type { CurveForm } from '../../../contract/readings';
import type { KnownMistake, LeadingZeroSearchFact, TransferFact } from '../../../contract/transfer';
import type { AdapterAnswer } from '../../../exchange/evidence';
import type { TransportFailure } from '../../../exchange/exchange';
import type { ExchangeRedactor } from '../../../exchange/exchange-redactor';
import type { Recording } from '../../../exchange/recording';
import type { RunEvidence } from '../../../run/evidence';
import type { Run } from '../../../run/run';
import type { AskedClient } from '../main-journey';
import { scenarioAndProcess } from '../active-process';
import type { InspectedAnswer } from './inspect';
import { inspectAnswer } from './inspect';

/** When an answer came, during which call, from which process, and what a search showed about it. */
export interface Arrival extends Pick<
  AdapterAnswer,
  'askedAt' | 'arrivedAt' | 'scenario' | 'clientInstance'
> {
  readonly mistake?: KnownMistake;
}

/** How a call ended: with an answer, or with a fault of the adapter. */
export type CallEnding =
  | CallOutcome<TransferMethod>
  /** `code` is the error code, if the adapter answered that it did not understand the call. */
  | { readonly kind: 'fault'; readonly message: string; readonly code?: number };

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
        ...('code' in ending && { code: ending.code }),
        valueBytes: 'bundle' in ask ? Buffer.byteLength(ask.bundle.text) : 0,
      },
      transfer: { ...keptFact(seen.fact, evidence.keeper), ...(mistake && { mistake }) },
    },
  });
}

/** What stood in place of a word is quoted, and kept as words are. */
function keptFact(fact: TransferFact, keeper: ExchangeRedactor): TransferFact {
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
  search: LeadingZeroSearchFact,
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
function mistakesBefore({ evidence }: Recording, form: CurveForm): KnownMistake[] {
  const found = new Map<string, KnownMistake>();
  for (const each of [...evidence].reverse()) {
    const transfer = each.kind === 'adapter answer' ? each.facts.transfer : undefined;
    const mistake = transfer?.form === form ? transfer.content?.mistake : undefined;
    if (mistake !== undefined && !found.has(mistake.id)) found.set(mistake.id, mistake);
  }
  return [...found.values()];
}

/** A fault breaks off the conversation: what it would have said is unknown. */
function faultOf(message: string): TransportFailure {
  return { kind: 'malformed', code: 'ERR_ADAPTER', message };
}

/** What came instead of a result is an error. */
function answered(ending: CallEnding): unknown {
  if (ending.kind === 'result') return ending.value;
  return { error: { ...('code' in ending && { code: ending.code }), message: ending.message } };
}

/** Asks the client to decrypt, and gives the bundle, or how else the call ended. */
type Decrypt = (ask: DecryptAsk) => Promise<string | null>;

/**
 * Finds out why an HIU does not read what is right: it is given contents that were made with one known mistake each.
 * Those that it reads are made as it makes its own. Sought once for each form.
 */
class MistakeSearch {
  readonly #decrypt: Decrypt;
  readonly #mistaken: (right: DecryptAsk) => Iterable<MistakenAsk>;
  readonly #found = new Map<CurveForm, KnownMistake | undefined>();

  constructor(decrypt: Decrypt, mistaken: (right: DecryptAsk) => Iterable<MistakenAsk>) {
    this.#decrypt = decrypt;
    this.#mistaken = mistaken;
  }

  /** The mistake behind the answer to an ask; `undefined` where the answer is right, or nothing explains it. */
  async find(ask: TransferAsk, ending: CallEnding): Promise<KnownMistake | undefined> {
    if (ask.method !== 'transfer.decrypt' || ask.asked.part !== 'valid' || isReadable(ending))
      return undefined;
    if (!this.#found.has(ask.form)) this.#found.set(ask.form, await this.#seek(ask));
    return this.#found.get(ask.form);
  }

  async #seek(right: DecryptAsk): Promise<KnownMistake | undefined> {
    for (const { ask, mistake } of this.#mistaken(right)) {
      const read = await this.#decrypt(ask);
      if (read === ask.bundle.text) return mistake;
      if (read === 'fault' || read === 'not-offered') return undefined;
    }
    return undefined;
  }
}

/** Whether the content was read, well or in a way of its own; or a fault says nothing. */
function isReadable(ending: CallEnding): boolean {
  if (ending.kind === 'refused') return false;
  if (ending.kind !== 'result' || !('bundle' in ending.value)) return true;
  return (ending.value.bundle ?? '') !== '';
}

/** Puts an ask to a client, and records what becomes of it. */
export type PutAsk = (ask: TransferAsk) => Promise<CallEnding>;

/** @param mistaken the contents that are tried where a right one is not read */
export function putTo(
  client: AskedClient,
  run: Run,
  mistaken: (right: DecryptAsk) => Iterable<MistakenAsk>,
): PutAsk {
  const mistakes = new MistakeSearch(async (ask) => {
    const ending = await askForTransfer(client, ask);
    return ending.kind === 'result' && 'bundle' in ending.value ? ending.value.bundle : ending.kind;
  }, mistaken);
  return async (ask) => {
    const askedAt = Date.now();
    const ending = await askForTransfer(client, ask);
    // When the answers to a challenge were made is unknown; it was after the challenge.
    const made = run.plan.challenge?.createdAt;
    const times = made === undefined ? { askedAt, arrivedAt: Date.now() } : { arrivedAt: made };
    const arrival = { ...times, ...scenarioAndProcess(run.evidence, client.played.acting, ask) };
    const mistake = await mistakes.find(ask, ending);
    recordTransfer(run.evidence, ask, ending, { ...arrival, ...(mistake && { mistake }) });
    return ending;
  };
}

/** One call that goes wrong says nothing about the others, unless the adapter cannot be asked any more. */
export async function askForTransfer(client: AskedClient, ask: TransferAsk): Promise<CallEnding> {
  const { secrets } = client.played;
  secrets?.asking(ask);
  try {
    const outcome = await client.act<TransferMethod>(ask.method, paramsOfAsk(ask));
    secrets?.answered(ask, outcome);
    return outcome;
  } catch (error) {
    if (!(error instanceof EnvironmentError) || client.ended) throw error;
    const code = error.details.adapterCode;
    return { kind: 'fault', message: error.message, ...(code !== undefined && { code }) };
  }
}
