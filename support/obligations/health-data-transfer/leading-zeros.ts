import type { CurveForm } from '../../contract/readings';
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
  /** Whether such a secret was searched for. */
  searched: boolean;
}

/** Counts shared secrets with leading zeros, on each curve by itself. */
class SecretCounts {
  readonly #counts = new Map<string, Count>();

  add({ method, fact }: TransferAnswer): void {
    if (method !== 'transfer.encrypt') return;
    const { search, secret, form } = fact;
    const count = this.#of(form);
    count.searched ||= search !== undefined;
    count.transfers += search?.transfers ?? 0;
    if (secret === undefined || !showsSecret(fact)) return;
    count.transfers += 1;
    if (secret === 'with a leading zero') count.leading += 1;
  }

  #of(form: CurveForm): Count {
    const curve = form === 'x25519' ? 'X25519' : 'short Weierstrass';
    const count = this.#counts.get(curve) ?? { transfers: 0, leading: 0, searched: false };
    this.#counts.set(curve, count);
    return count;
  }

  get all(): (Count & { readonly curve: string })[] {
    return [...this.#counts]
      .filter(([, { transfers }]) => transfers > 0)
      .map(([curve, count]) => ({ curve, ...count }));
  }
}

/** A content with another mistake tells nothing of zeros. */
function showsSecret({ content }: TransferAnswer['fact']): boolean {
  return content?.opens === 'whole' || content?.mistake?.stage === 'agree';
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
    .map(
      (count) => `${noteOf(count)}; ${count.searched ? 'raise limits.searchMs' : 'an adapter shows more'}`,
    );
}
