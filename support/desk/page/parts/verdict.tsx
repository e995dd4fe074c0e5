import type { Verdict } from '../../../judging/verdict';
import { t } from '../strings';

/** A verdict, by word and colour. */
export function VerdictMark({ verdict }: { readonly verdict: Verdict }) {
  return <span class={`verdict ${verdict}`}>{t(`verdict.${verdict}`)}</span>;
}
