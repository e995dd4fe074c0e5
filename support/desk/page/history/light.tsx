import type { Verdict } from '../../../judging/verdict';
import { t } from '../strings';

/** Told apart without colours. */
const signs: Readonly<Record<Verdict, string>> = {
  passed: '✓',
  failed: '✗',
  warning: '!',
  observed: 'o',
  declared: 'd',
  inconclusive: '?',
  'not-applicable': '–',
  'not-tested': '·',
};

/** A verdict as a small light; its word is there for who cannot see it, or points at it. */
export function Light({ verdict }: { readonly verdict: Verdict | null }) {
  const word = verdict === null ? t('history.trend.notPlanned') : t(`verdict.${verdict}`);
  return (
    <span class={`verdict spark ${verdict ?? 'none'}`} title={word}>
      <span aria-hidden="true">{verdict === null ? ' ' : signs[verdict]}</span>
      <span class="hidden">{word}</span>
    </span>
  );
}
