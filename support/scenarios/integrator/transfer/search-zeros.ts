import type { CurveForm } from '../../../contract/readings';
import type { SearchFact, TransferFact } from '../../../contract/transfer-facts';
import { showsZeros } from '../../../contract/transfer-facts';
import type { EncryptAsk } from '../../../cases/ask';
import { searchAsks } from '../../../cases/hip-asks';
import { curveOf } from '../../../cases/material';
import type { Run } from '../../../run/run';
import type { AskedClient } from '../answered-client';
import { doneBy } from '../done-by';
import { NewAnswers, hasZero } from './new-answers';
import { endingOf } from './put-asks';
import { recordSearch } from './record-transfer';

/** Telling transfers on a curve at most: all of them miss a leading zero once in 300 million times. */
const mostTransfers = 5000;

/**
 * Asks for small transfers on each curve until a shared secret begins with a zero byte. The HIP chooses its key, so that
 * nothing but patience brings one about: what goes wrong on the way does not end it. A curve on which nothing came out
 * right has other troubles.
 */
export async function searchLeadingZeros(
  client: AskedClient,
  run: Run,
  forms: readonly CurveForm[],
): Promise<void> {
  for (const curve of ['x25519', 'weierstrass'] as const) {
    const ofCurve = forms.filter((form) => curveOf(form) === curve);
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
  const answers = new NewAnswers(run);
  const asks = searchAsks(forms, run.plan.madeUp, () => answers.repeats);
  const first = asks.next().value as EncryptAsk;
  let endedBy: SearchFact['endedBy'] = 'trouble';
  try {
    endedBy = await askUntil(client, run, asks, answers, endsAt);
  } finally {
    const arrival = { arrivedAt: Date.now(), ...doneBy(run.evidence, client.played) };
    recordSearch(run.evidence, first, { transfers: answers.unrecorded, endedBy }, arrival);
  }
}

async function askUntil(
  client: AskedClient,
  run: Run,
  asks: Iterable<EncryptAsk>,
  answers: NewAnswers,
  endsAt: number,
): Promise<SearchFact['endedBy']> {
  let telling = 0;
  for (const ask of asks) {
    if (telling >= mostTransfers) return 'count';
    if (Date.now() >= endsAt) return 'time';
    const askedAt = Date.now();
    const ending = await endingOf(client, ask);
    const arrival = { askedAt, arrivedAt: Date.now(), ...doneBy(run.evidence, client.played) };
    const fact = answers.take(ask, ending, arrival);
    if (hasZero(fact)) return 'found';
    if (showsZeros(fact)) telling += 1;
  }
  return 'count';
}
