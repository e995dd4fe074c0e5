import type { EncryptAsk } from '../../../cases/ask';
import { leadingZeroSearchAsks } from '../../../cases/hip-asks';
import { curveOfForm } from '../../../cases/material';
import { constants } from '../../../contract/constants';
import type { CurveForm } from '../../../contract/readings';
import type { LeadingZeroSearchFact, TransferFact } from '../../../contract/transfer';
import { showsLeadingZeroHandling } from '../../../contract/transfer';
import type { Run } from '../../../run/run';
import type { AskedClient } from '../main-journey';
import { scenarioAndProcess } from '../active-process';
import type { Arrival, CallEnding } from './put-asks';
import { askForTransfer, recordSearch, recordTransfer, seenIn } from './put-asks';

/** At most so many answers with a flaw are recorded: where every answer has it, the first few show it. */
const mostRecorded = 20;

/** An answer, and what records it. */
interface Answer {
  readonly digests: readonly string[];
  readonly record: () => void;
}

/**
 * Records what is worth it: each answer in which something differs from a right and ordinary transfer. Thousands of
 * others are counted, and kept only for as long as one of their keys or nonces may come again.
 */
class AnswersWorthRecording {
  readonly #run: Run;
  readonly #recorded: Set<string>;
  readonly #droppedBy = new Map<string, Answer>();
  #kept = 0;
  #unrecorded = 0;
  #repeated = 0;

  constructor(run: Run) {
    this.#run = run;
    this.#recorded = new Set(
      run.evidence.recording.evidence.flatMap((each) =>
        each.kind === 'adapter answer' ? digestsOf(each.facts.transfer) : [],
      ),
    );
  }

  /** How many answers showed what becomes of zeros, and are not recorded. */
  get unrecorded(): number {
    return this.#unrecorded;
  }

  /** Whether keys or nonces come again and again: with the same key, their secrets do not show anything new. */
  get repeats(): boolean {
    return this.#repeated >= mostRecorded;
  }

  /** What the answer shows, whether it is recorded or not. */
  take(ask: EncryptAsk, ending: CallEnding, arrival: Arrival): TransferFact {
    const seen = seenIn(this.#run.evidence, ask, ending);
    const { fact } = seen;
    const answer: Answer = {
      digests: digestsOf(fact),
      record: () => {
        recordTransfer(this.#run.evidence, ask, ending, arrival, seen);
      },
    };
    const earlier = new Set(answer.digests.flatMap((digest) => this.#droppedBy.get(digest) ?? []));
    const isNew = earlier.size === 0 && !answer.digests.some((digest) => this.#recorded.has(digest));
    if (!isNew) this.#repeated += 1;
    if (isNew && isOrdinary(fact, arrival.arrivedAt)) this.#drop(answer);
    else if (this.#kept < mostRecorded || hasZero(fact)) this.#record([...earlier], answer);
    else if (showsLeadingZeroHandling(fact)) this.#unrecorded += 1;
    return fact;
  }

  #drop(answer: Answer): void {
    this.#unrecorded += 1;
    for (const digest of answer.digests) this.#droppedBy.set(digest, answer);
  }

  #record(earlier: readonly Answer[], answer: Answer): void {
    this.#unrecorded -= earlier.length;
    for (const { digests, record } of [...earlier, answer]) {
      record();
      this.#kept += 1;
      for (const digest of digests) {
        this.#recorded.add(digest);
        this.#droppedBy.delete(digest);
      }
    }
  }
}

/**
 * Whether an answer shows what becomes of a leading zero: the search is over with it, and it is recorded in any case.
 */
function hasZero(fact: TransferFact): boolean {
  return fact.secret === 'with a leading zero' && showsLeadingZeroHandling(fact);
}

function digestsOf(fact: TransferFact | undefined): string[] {
  const { keyDigest, nonceDigest } = fact?.keyMaterial ?? {};
  return [keyDigest, nonceDigest].filter((digest): digest is string => digest !== undefined);
}

/** Whether no rule could say anything of it but that it is right. */
function isOrdinary(fact: TransferFact, now: number): boolean {
  const { keyMaterial, content, secret, echoes, privateKeyIn, bundleIn } = fact;
  if (content?.opens !== 'whole' || secret !== 'ordinary' || keyMaterial === undefined) return false;
  if (echoes !== undefined || privateKeyIn !== undefined || bundleIn !== undefined) return false;
  const { flaws, keyForm, nonceBytes, expiresAt = 0 } = keyMaterial;
  return (
    flaws.length === 0 && keyForm !== undefined && nonceBytes === constants.nonceBytes && expiresAt > now
  );
}

/** Telling transfers on a curve at most: all of them miss a leading zero once in 300 million times. */
const mostTransfers = 5000;

/**
 * Asks for small transfers on each curve until a shared secret begins with a zero byte. The HIP chooses its key, so
 * that nothing but patience brings one about: what goes wrong on the way does not end it. A curve on which nothing came
 * out right has other troubles.
 */
export async function searchLeadingZeros(
  client: AskedClient,
  run: Run,
  forms: readonly CurveForm[],
): Promise<void> {
  for (const curve of ['x25519', 'weierstrass'] as const) {
    const ofCurve = forms.filter((form) => curveOfForm(form) === curve);
    const seen = factsOf(run, ofCurve);
    if (!seen.some(isWhole)) continue;
    if (seen.some(hasZero)) continue;
    // In a form that is refused, nothing shows itself, and time is lost.
    const working = ofCurve.filter((each) => seen.some((fact) => fact.form === each && isWhole(fact)));
    await search(client, run, working);
  }
}

const isWhole = ({ content }: TransferFact): boolean => content?.opens === 'whole';

function factsOf({ evidence: { recording } }: Run, forms: readonly CurveForm[]): TransferFact[] {
  return recording.evidence.flatMap((each) => {
    const isJudged = each.kind === 'adapter answer' && each.asked?.part === 'valid';
    const fact = isJudged ? each.facts.transfer : undefined;
    return fact?.content !== undefined && forms.includes(fact.form) ? [fact] : [];
  });
}

async function search(client: AskedClient, run: Run, forms: readonly CurveForm[]): Promise<void> {
  const endsAt = Date.now() + run.target.limits.searchMs;
  const answers = new AnswersWorthRecording(run);
  const asks = leadingZeroSearchAsks(forms, run.plan.madeUp, () => answers.repeats);
  const first = asks.next().value as EncryptAsk;
  let endedBy: LeadingZeroSearchFact['endedBy'] = 'trouble';
  try {
    endedBy = await askUntil(client, run, asks, answers, endsAt);
  } finally {
    const asked = { ...first.asked, part: 'open' } as const;
    const arrival = {
      arrivedAt: Date.now(),
      ...scenarioAndProcess(run.evidence, client.played.acting, { asked }),
    };
    recordSearch(run.evidence, first, { transfers: answers.unrecorded, endedBy }, arrival);
  }
}

async function askUntil(
  client: AskedClient,
  run: Run,
  asks: Iterable<EncryptAsk>,
  answers: AnswersWorthRecording,
  endsAt: number,
): Promise<LeadingZeroSearchFact['endedBy']> {
  let telling = 0;
  for (const ask of asks) {
    if (telling >= mostTransfers) return 'count';
    if (Date.now() >= endsAt) return 'time';
    const askedAt = Date.now();
    const ending = await askForTransfer(client, ask);
    const arrival = {
      askedAt,
      arrivedAt: Date.now(),
      ...scenarioAndProcess(run.evidence, client.played.acting, ask),
    };
    const fact = answers.take(ask, ending, arrival);
    if (hasZero(fact)) return 'found';
    if (showsLeadingZeroHandling(fact)) telling += 1;
  }
  return 'count';
}
