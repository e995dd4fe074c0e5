import type { CurveForm } from '../../contract/readings';
import type { SearchFact } from '../../contract/transfer-facts';
import { showsZeros } from '../../contract/transfer-facts';
import { contentWithoutBundle } from '../../contract/transfer-variants';
import type { AdapterAnswer, Evidence } from '../../exchange/evidence';
import type { Judge } from '../judge/judge';
import type { TransferAnswer } from './transfer-answer';
import { transferIn } from './transfer-answer';

/** One secret in so many begins with a zero byte. */
const oneIn = 256;

/** Less than this, and the first screen of a report says so. */
const enough = 0.99;

/** What the transfers on one curve show of leading zeros. */
interface Count {
  transfers: number;
  /** Of those, how many had a shared secret with a leading zero. */
  leading: number;
  /** What ended the search for such a secret; absent where there was none. */
  endedBy?: SearchFact['endedBy'];
  /** Whether a challenge was answered, in which nothing is searched for. */
  offline: boolean;
}

/** Counts shared secrets with leading zeros, on each curve by itself. */
class SecretCounts {
  readonly #counts = new Map<string, Count>();

  add({ method, asked, variant, fact }: TransferAnswer): void {
    if (method !== 'transfer.encrypt' || contentWithoutBundle(variant) !== undefined) return;
    const { search, secret, form } = fact;
    const count = this.#of(form);
    count.offline ||= asked.variant !== variant;
    if (search !== undefined) count.endedBy = search.endedBy;
    count.transfers += search?.transfers ?? 0;
    if (!showsZeros(fact)) return;
    count.transfers += 1;
    if (secret === 'with a leading zero') count.leading += 1;
  }

  #of(form: CurveForm): Count {
    const curve = form === 'x25519' ? 'X25519' : 'short Weierstrass';
    const count = this.#counts.get(curve) ?? { transfers: 0, leading: 0, offline: false };
    this.#counts.set(curve, count);
    return count;
  }

  get all(): (Count & { readonly curve: string })[] {
    return [...this.#counts]
      .filter(([, { transfers }]) => transfers > 0)
      .map(([curve, count]) => ({ curve, ...count }));
  }
}

/** With what probability so many transfers would have caught a client that drops leading zeros. */
function chanceOf({ transfers, leading }: Count): number {
  return leading > 0 ? 1 : 1 - (1 - 1 / oneIn) ** transfers;
}

/** Never rounded up: 99 % is what was asked for. */
const percent = (chance: number): string => `${Math.floor(chance * 100)} %`;

function noteOf(count: Count & { readonly curve: string }): string {
  const { curve, transfers, leading } = count;
  if (leading > 0)
    return `${curve}: ${leading} of ${transfers} shared secrets began with a zero byte; a client that drops leading zeros is caught`;
  return `${curve}: none of ${transfers} shared secrets began with a zero byte; a client that drops leading zeros would have been caught with a probability of ${percent(chanceOf(count))}`;
}

/** The same judge, with notes of how far the transfers show what becomes of leading zeros. */
export function noting(judge: Judge<AdapterAnswer>): Judge<AdapterAnswer> {
  return (context) => {
    const rule = judge(context);
    const counts = new SecretCounts();
    return {
      observe(given) {
        rule.observe(given);
        const answer = transferIn(given);
        if (answer !== undefined) counts.add(answer);
      },
      conclude() {
        const conclusion = rule.conclude();
        return { ...conclusion, notes: [...conclusion.notes, ...counts.all.map(noteOf)] };
      },
    };
  };
}

/** What a reader has to know who takes a pass for proof: a line for each curve on which luck may have helped. */
export function leadingZeroWarnings(evidence: readonly Evidence[]): string[] {
  const counts = new SecretCounts();
  for (const each of evidence) {
    const answer = each.kind === 'adapter answer' ? transferIn(each) : undefined;
    if (answer !== undefined) counts.add(answer);
  }
  return counts.all
    .filter((count) => chanceOf(count) < enough)
    .map((count) => `${noteOf(count)}; ${adviceOf(count)}`);
}

/** What helps depends on what kept the transfers from being more. */
function adviceOf({ endedBy, offline }: Count): string {
  if (offline) return 'an adapter shows more';
  if (endedBy === undefined) return 'the search for one did not begin, see why';
  if (endedBy === 'trouble') return 'the adapter could not be asked any more, which ended the search';
  if (endedBy === 'time') return 'raise limits.searchMs';
  return 'the search ended before the time was over';
}
