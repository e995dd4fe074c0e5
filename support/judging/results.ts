import type { EditionName } from '../contract/source';
import type { Subject } from '../contract/words';
import type { ClientName } from '../exchange/exchange';
import type { Product, Target } from '../targets/target';
import type { FieldProfileRow, ReadingRow } from './as-deployed';
import type { ReportAfterRefusal, Obstacle, WaiverRow } from './notes';
import type { CycleTimeline } from './cycle-timeline';
import type { Observed } from './observed';
import type { Narrowing, OverallResult, OverallVerdict } from './overall';
import type { RequirementTable } from './requirements';
import type { ObligationResult, Verdict } from './verdict';

export type { WaiverRow };

/** The kinds of the lines of a diagnosis that code looks for. */
export const diagnosisKinds = [
  'answered-outside',
  'callback-address',
  'no-request',
  'refused-sessions',
] as const;

/** One line of a diagnosis. */
export interface DiagnosisCheck {
  /**
   * `answered-outside`: counts requests outside the contract that the mock answered. `no-request`: no request of the
   * client reached the mock. `refused-sessions`: the mock refused all session requests. `callback-address`: whether the
   * payer can reach the suite. `undefined` for all other lines.
   */
  readonly kind?: (typeof diagnosisKinds)[number];
  /** As in `gateway reachable`. */
  readonly name: string;
  readonly state: 'good' | 'bad' | 'unknown';
  readonly detail: string;
}

/** What a file held besides exchanges. */
export interface AuditedFile {
  readonly name: string;
  readonly form: 'har' | 'log' | 'recording' | 'wire';
  readonly exchanges: number;
  /**
   * Requests that the contract says nothing about. Those of a proxy, and of a recording that it continued, are among
   * the exchanges, and count where the far side answered 404.
   */
  readonly others: number;
  /** The requests that an audit did not judge; `undefined` if it judged all. */
  readonly unjudged?: UnjudgedRequests;
  /** What could not be read, by its number, up to a few; `brokenCount` tells how many there were. */
  readonly broken: readonly string[];
  readonly brokenCount: number;
  /** Connections that a proxy refused, since too many were open: what they asked was not judged. */
  readonly refused?: number;
  /** Why the file was not read to its end. */
  readonly cut?: string;
}

/** Requests that an audit did not judge. */
export interface UnjudgedRequests {
  /** For each reason, up to 50 kinds of requests, the most frequent first. Each unknown host comes before its further paths. */
  readonly rows: readonly UnjudgedRow[];
  /** The number of all other requests that were not judged; `undefined` if `rows` lists all. */
  readonly further?: number;
  /** The number of requests in `further` that were not judged because of their host. */
  readonly furtherAtHosts?: number;
}

/** The requests with one method, host and path that were not judged. */
export interface UnjudgedRow {
  readonly method: string;
  /** Scheme, host and port, as the recording keeps them. */
  readonly host: string;
  /** The path, with `*` in place of each segment that may be an id. */
  readonly path: string;
  /** `path`: the contract does not name the path. `host`: nothing shows that the host belongs to the services. */
  readonly why: 'path' | 'host';
  readonly count: number;
}

/** A client of recorded traffic, with the verdicts on it. */
export interface ClientRow extends ClientName {
  readonly exchanges: number;
  /** The lowest number of its exchanges; `undefined` if it has none. */
  readonly firstExchange?: number;
  /** ISO 8601; `undefined` if no exchange has a time that can be written so. */
  readonly firstAt?: string;
  readonly lastAt?: string;
  readonly overall: Readonly<Partial<Record<Subject, OverallVerdict>>>;
  /** Ids of the demands that were broken in its traffic. */
  readonly failed: readonly string[];
  /** The demands and recommendations that were broken in its traffic. */
  readonly broken: readonly ClientBreachCount[];
}

/** An obligation that a client broke. */
export interface ClientBreachCount {
  readonly id: string;
  readonly count: number;
  /** The first that shows it. */
  readonly exchange?: number;
}

/** The version of the format of `results.json` that this suite writes and reads. */
export const resultsVersion = 3;

/** The shape of `reports/results.json` (`schemas/results.schema.json`). */
export interface Results {
  readonly schemaVersion: typeof resultsVersion;
  readonly suite: {
    readonly name: string;
    readonly version: string;
    readonly digest: string;
    /** Digest of the files that judge a recording: suites with the same digest judge alike. */
    readonly judging: string;
  };
  readonly run: {
    readonly id: string;
    readonly startedAt: string;
    readonly finishedAt: string;
    /** A run by hand that was interrupted, and taken up again: it is one run since it was begun. */
    readonly resumed?: true;
    readonly subjects: readonly Subject[];
    readonly profile: string;
    /** All subjects are the suite's own: the run shows that the suite works, and is not a certificate. */
    readonly selfTest: boolean;
    /** Subjects that are the suite's own, where there are any: the verdict on them is not a certificate. */
    readonly ownSubjects?: readonly Subject[];
    /** Absent: a run, and not the answers to a challenge. */
    readonly challenge?: {
      readonly id: string;
      readonly createdAt: string;
      readonly items: number;
      readonly answers: number;
      /** The same in words that a reader cannot miss. */
      readonly note: string;
    };
    /** Absent: a run, and not recorded traffic. */
    readonly traffic?: { readonly note: string; readonly files: readonly AuditedFile[] };
    /**
     * The system that was observed, which may be another one than the target; `undefined` for answers to a challenge.
     */
    readonly observed?: Observed;
    readonly target: {
      readonly name: string;
      readonly file: string | null;
      readonly services: Readonly<Record<string, string>>;
      readonly embedded: boolean;
      /** Judges compare with these three besides readings. */
      readonly cmId: string;
      readonly participants: Target['participants'];
      readonly processes: number;
    };
    readonly environment: string;
    readonly product: Product | null;
    /** What the integrator's adapter called itself; absent: none introduced itself. */
    readonly adapter?: { readonly name: string; readonly version: string };
    /** Where the product is at work, and who is responsible for the run; as the target states it. */
    readonly facility?: string;
    readonly operator?: string;
    readonly roles: readonly string[];
    readonly overall: Readonly<Partial<Record<Subject, OverallResult>>>;
    /** Of the test data that the suite made up; null: none was given. */
    readonly seed: number | null;
    /** The certifier's, which shows that a run was made for them; absent: none was given. */
    readonly nonce?: string;
    readonly sourceDigest: string;
    /** The edition of the document by which the run was judged. */
    readonly edition: EditionName;
    readonly obligationsDigest: string;
    readonly plan: {
      readonly obligations: readonly string[];
      readonly scenarios: number;
      /** Scenarios that were not begun, since the run was stopped or its time was spent; absent: none. */
      readonly left?: number;
      /** The options that narrowed the plan; `undefined` if the run has the whole plan, or judges traffic. */
      readonly narrowedBy?: readonly Narrowing[];
    };
    readonly diagnosis: readonly DiagnosisCheck[];
    readonly faults: readonly string[];
    /** What needs attention: what expires soon, or a time budget that was too small. */
    readonly warnings?: readonly string[];
    /** What the client reported of calls in which the services refused; noted, and never judged. Absent: nothing. */
    readonly afterRefusals?: readonly ReportAfterRefusal[];
    /** What got in the way, each told once with the checks that it prevented; absent: nothing. */
    readonly obstacles?: readonly Obstacle[];
    /** The field profile that the target extends; `undefined` if it extends none. */
    readonly fieldProfile?: FieldProfileRow;
    /** Approved exceptions; they change no verdict. */
    readonly waivers?: readonly WaiverRow[];
    /** Absent: there is no earlier report on this target in the folder. */
    readonly changes?: Changes;
  };
  readonly obligations: readonly ObligationResult[];
  readonly readings: readonly ReadingRow[];
  readonly exchanges: number;
  /** Whose traffic it is; absent: a run, or traffic in which nothing names its client. */
  readonly clients?: readonly ClientRow[];
  /** The payer cycles that were seen, each as a sequence of messages. */
  readonly cycles: readonly CycleTimeline[];
  /** The obligations of the run's subjects, by level and by outcome. */
  readonly requirements: RequirementTable;
  /** The verdicts of all rows, in the plan or not. */
  readonly counts: Readonly<Record<Verdict, number>>;
}

/** What became different since the report that stood in the folder before. */
export interface Changes {
  readonly since: { readonly id: string; readonly finishedAt: string; readonly version?: string };
  readonly obligations: readonly {
    readonly id: string;
    readonly from: Verdict;
    readonly to: Verdict;
  }[];
  /**
   * Obligations whose approved exception an earlier version of the suite found used and this version finds unused: a
   * warning until the next version. `undefined` if there are none.
   */
  readonly unusedBySuite?: readonly string[];
}
