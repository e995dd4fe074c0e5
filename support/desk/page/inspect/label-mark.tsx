import type { RowSummary } from '../../wire/inspect-report';
import { VerdictMark } from '../parts/verdict';
import { t } from '../strings';

/** The verdict on an obligation; nothing is said of what was not in the plan. */
export function LabelMark({ label }: { readonly label: RowSummary['label'] }) {
  if (label === 'not in the plan') return <span class="verdict">{t('inspect.notPlanned')}</span>;
  return <VerdictMark verdict={label} />;
}
