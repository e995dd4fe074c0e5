import type { ReportText } from '../support/exchange/text';
import { toPlainText } from '../support/exchange/text';

/** A text as people read it; empty where there is none. */
export const plainTextOrEmpty = (value: ReportText | undefined): string => toPlainText(value ?? '');
