import type { ServiceName } from '../../contract/operations';
import type { Subject } from '../../contract/words';
import type { Exchange } from '../../exchange/exchange';
import type { Verdict } from '../../judging/verdict';

/** An exchange as a list shows it, redacted as it is recorded. */
export interface LiveExchange extends Pick<
  Exchange,
  'seq' | 'arrivedAt' | 'sender' | 'service' | 'operation'
> {
  /** From the request to the whole answer, in milliseconds. */
  readonly durationMs: number;
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  /** Absent: there was no answer. */
  readonly status?: number;
  /** Why there was none, as in `ECONNREFUSED`. */
  readonly failure?: string;
  /** Whose it is, where that is known by then. */
  readonly client?: string;
}

/** A breach of one obligation. */
export interface LiveFinding {
  /** The exchange that completed it. */
  readonly seq: number;
  readonly obligation: string;
  readonly title: string;
  readonly verdict: Extract<Verdict, 'failed' | 'observed' | 'warning'>;
  /** All that there is to say of it, as in a report. */
  readonly message: string;
  readonly exchanges: readonly number[];
}

/** What is known of an obligation by now; a failure stays one. */
export interface LiveVerdict {
  readonly obligation: string;
  readonly title: string;
  readonly subject: Subject;
  readonly verdict: Verdict;
  /** How often it was seen, and how often broken; the first breaches alone are told one by one. */
  readonly observations: number;
  readonly broken: number;
}

/** What came since the last time: exchanges in their order, breaches, and obligations of which more is known. */
export interface LiveTold {
  readonly exchanges: readonly LiveExchange[];
  readonly findings: readonly LiveFinding[];
  readonly verdicts: readonly LiveVerdict[];
}

/** The name that a service or the lack of one has in a list. */
export const serviceOf = ({ service }: { readonly service?: ServiceName }): string => service ?? 'other';
