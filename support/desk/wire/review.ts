import type { ToldSignOff } from '../../report/model/sign-off';
import type { Decided, Decision } from '../../report/sign-off/sign-off';

/** `GET /api/review/:entry`, and the answer to a sign-off. */
export interface ReviewAnswer {
  readonly key: string;
  /** The product with its version, or the target. */
  readonly name: string;
  readonly runId: string;
  readonly finishedAt: string;
  /** What a reader must know before any verdict. */
  readonly caveats: readonly string[];
  readonly headlines: readonly {
    readonly verdict: 'conforms' | 'does-not-conform' | 'incomplete';
    readonly sentence: string;
    readonly basis: string;
  }[];
  /** Of results.json as it stands; a sign-off names it. */
  readonly digest: string;
  /** Of the sign-off that stands beside them; empty: there is none. */
  readonly standing: string;
  /** To accept it takes remarks: a subject does not conform, or something was left out. */
  readonly takesOverruling: boolean;
  /** The first day that a decision can have, and today. */
  readonly earliest: string;
  readonly today: string;
  readonly hasReport: boolean;
  /** What stands there already. */
  readonly told?: ToldSignOff;
  readonly signOff?: Decided;
  /** A pack stands beside the report that was made before the decision. */
  readonly isPackOlder: boolean;
}

/** `POST /api/review/:entry` */
export interface ReviewRequest {
  /** Both as they were when the reviewer looked. */
  readonly digest: string;
  readonly standing: string;
  readonly name: string;
  readonly decision: Decision;
  readonly remarks: string;
  readonly conditions: readonly string[];
  readonly date: string;
}
