import { NotTestedError } from '../contract/outcome';
import type { ReasonKind, ReasonTopic } from '../contract/reasons';
import type { ReportText } from './text';
import { toPlainText } from './text';

/** The reason why an obligation or a facet got no judgement. */
export interface Reason {
  readonly kind: ReasonKind;
  readonly text: ReportText;
  /** The setting that left it out, as in `--only` or `limits.probes: gentle`. */
  readonly by?: string;
  /** The target may leave out the method or the reading that would show it. */
  readonly optional?: true;
  /** The topic of the reason, if code looks for it. */
  readonly topic?: ReasonTopic;
  /** A fault of the suite itself is the reason. */
  readonly bySuite?: true;
}

/** The reason for a verdict. It has a kind if the verdict is `not-tested` or `inconclusive`. */
export interface VerdictReason extends Omit<Reason, 'kind'> {
  readonly kind?: ReasonKind;
}

/** Returns the reason for a check that the suite does not make in production. */
export const leftOutInProduction = (what: string): Reason & { readonly by: string } => ({
  kind: 'left-out',
  text: `the environment is production: ${what}`,
  by: 'environment: production',
});

/** Returns the reason for requests that the suite does not send with `limits.probes: gentle`. */
export const leftOutByGentleProbes = (what: string): Reason & { readonly by: string } => ({
  kind: 'left-out',
  text: `limits.probes is gentle: ${what}`,
  by: 'limits.probes: gentle',
});

/** Returns the reason for a check that needs the value of a reading. The target may leave the reading unset. */
export const unsetReading = (text: string): Reason => ({ kind: 'not-configured', text, optional: true });

/** Returns the error that ends a scenario for this reason. */
export const notTestedError = ({ kind, text, ...details }: Reason): NotTestedError =>
  new NotTestedError(kind, toPlainText(text), details);
