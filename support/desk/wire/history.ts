import type { Subject } from '../../contract/words';
import type { Verdict } from '../../judging/verdict';
import type { Decision } from '../../report/sign-off/sign-off';
import type { VerdictChange } from '../../report/diff/verdicts';
import type { Waiver } from '../../targets/load-waivers';

/** One report of the history. */
export interface HistoryEntry {
  /** By which routes know it: its run's id, which does not change as others come; of what cannot be read, its name. */
  readonly key: string;
  /** As `conform history` calls it. */
  readonly name: string;
  readonly bytes: number;
  /** Whether it can be shown as a page. */
  readonly hasReport: boolean;
  /** Absent: its results cannot be read. */
  readonly run?: {
    readonly id: string;
    readonly finishedAt: string;
    readonly target: string;
    readonly selfTest: boolean;
    readonly product: string;
    readonly outcomes: readonly Outcome[];
  };
  readonly signOff?: { readonly kind: Decision | 'not-valid'; readonly sentence: string };
}

/** What one subject came to, in words. */
export interface Outcome {
  readonly subject: Subject;
  readonly verdict: 'conforms' | 'does-not-conform' | 'incomplete';
  readonly text: string;
}

/** `GET /api/history` */
export interface HistoryAnswer {
  readonly entries: readonly HistoryEntry[];
  /** Targets with whole runs, which have a trend. */
  readonly targets: readonly string[];
  /** Whether packs are signed: the environment holds the key. */
  readonly isSigning: boolean;
}

/** `GET /api/history/diff/:old/:now` */
export interface DiffAnswer {
  /** The two runs in a sentence each. */
  readonly old: string;
  readonly now: string;
  readonly isRegression: boolean;
  readonly unlike: readonly string[];
  readonly system: readonly string[];
  readonly suite: readonly string[];
  readonly faults: readonly string[];
  readonly groups: readonly {
    /** `unjudged`: it was kept, and could not be judged this time. */
    readonly kind: 'better' | 'other' | 'unjudged' | 'unwaived' | 'worse';
    readonly changes: readonly VerdictChange[];
  }[];
  /** Each kind of question that is answered otherwise, with its lines. */
  readonly answers: readonly (readonly string[])[];
  readonly slower: readonly string[];
  /** How much was compared. */
  readonly closing: readonly string[];
}

/** `GET /api/history/trend?target=` */
export interface TrendAnswer {
  readonly target: string;
  readonly runs: readonly {
    readonly key: string;
    readonly name: string;
    readonly finishedAt: string;
    readonly outcome: string;
  }[];
  readonly rows: readonly {
    readonly id: string;
    readonly title: string;
    readonly verdicts: readonly (Verdict | null)[];
    readonly changes: number;
  }[];
  readonly leftOut: number;
}

/** `GET /api/history/exceptions`, and the answer to each change. */
export interface ExceptionsAnswer {
  readonly file: string;
  /** What the file is known by; a change names what it saw. */
  readonly digest: string;
  readonly exceptions: readonly (Waiver & { readonly isExpired: boolean })[];
  /** Those that can have one. */
  readonly obligations: readonly {
    readonly id: string;
    readonly title: string;
    /** In the latest report on a target. */
    readonly hasFailed: boolean;
  }[];
  /** Today in UTC, as in 2026-11-22. */
  readonly today: string;
}

/** `POST /api/history/pack/:entry`; the pack itself is at the same address. */
export interface PackAnswer {
  readonly bytes: number;
  readonly members: number;
  /** Absent: it is not signed. */
  readonly signedBy?: string;
}

/** A text file that was chosen on the page. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
}

/** `POST /api/history/checks`: what the pack that follows has to meet. */
export interface CheckRequest {
  readonly nonce?: string;
  readonly key?: TextFile;
  /** A certificate: of this subject, or of each subject under test. Absent: any sound pack will do. */
  readonly conforms?: 'any' | 'service' | 'integrator';
}

/** `POST /api/history/verify/:check`, whose body is the pack. */
export interface VerifyAnswer {
  /** `intact`: sound, but no signature was checked. `open`: it takes another version of the suite to judge it. */
  readonly state: 'intact' | 'open' | 'refuted' | 'sound';
  /** What the pack says of itself. */
  readonly stated: readonly (readonly [name: string, value: string])[];
  readonly isSelfTest: boolean;
  /** What was found out. */
  readonly lines: readonly { readonly kind: 'bad' | 'good' | 'note'; readonly text: string }[];
}
