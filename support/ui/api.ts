import type { DoctorLine } from '../cli/doctor/line';
import type { VerifiedPack } from '../library/api';
import type { Changed, ReportDifference } from '../report/diff/compare';
import type { VerdictChange } from '../report/diff/verdicts';
import type { Report } from '../report/model/report';
import type { ToldSignOff } from '../report/model/sign-off';
import type { Headline } from '../report/model/subjects';
import type { Decided } from '../report/sign-off/sign-off';
import type { Happening } from '../run/hand/happenings';
import type { Saying } from '../run/hand/person';
import type { LiveUpdate } from '../traffic/proxy/live-news';
import type { Begun, RunFailure, PageRunEvent, Words } from './api-run';

export type * from './api-run';

/** What every answer of status 400 and above holds. */
export interface Refusal {
  readonly error: Words;
}

/** What the server tells all pages: `GET /events`. */
export type UiEvent =
  /** What was said of the area before no longer holds. */
  | { readonly type: 'begun'; readonly area: UiArea }
  /** Of this one, and of `doctor`, `proxy`, `file` and `live`, only the latest holds. */
  | { readonly type: 'target'; readonly target: OpenTarget }
  | ({ readonly type: 'doctor' } & DoctorState)
  | { readonly type: 'run'; readonly event: PageRunEvent }
  | { readonly type: 'hand'; readonly happening: Happening }
  | { readonly type: 'proxy'; readonly proxy: ProxyState }
  | { readonly type: 'file'; readonly file: FileState }
  /** What went through the proxy: the newest of it, with what it broke, and all counts. */
  | { readonly type: 'live'; readonly live: LiveUpdate };

export type UiArea = 'target' | 'doctor' | 'run' | 'hand' | 'traffic';

// --- The target

/** The target file that is open, with the changes that are not saved yet. */
export interface OpenTarget {
  /** Rises with every change. A text names the one from which it was made. */
  readonly revision: number;
  readonly file: string;
  /** Target files are opened below this folder alone. */
  readonly folder: string;
  /** Other YAML files beside it. */
  readonly others: readonly string[];
  /** There is no such file yet. */
  readonly isNew: boolean;
  readonly isSaved: boolean;
  /** When its file was written last, in epoch milliseconds; 0: it is not there. */
  readonly savedAt: number;
  /** How many approved exceptions `waivers.yaml` beside it holds. */
  readonly exceptions: number;
  /** Absent: there is none yet, or it is not shown. */
  readonly text?: string;
  /** Why it is not: a secret stands in it, or it cannot be read. */
  readonly notShown?: Words;
  readonly problems: readonly TargetProblem[];
  readonly variables: readonly AskedVariable[];
}

/** What a run would refuse. */
export interface TargetProblem extends Words {
  readonly line?: number;
  /** Of the member; empty: it is about the file. */
  readonly path: readonly string[];
  readonly hint: string;
}

/** A variable that the target names. Its value never reaches the page. */
export interface AskedVariable {
  readonly name: string;
  /** `nowhere`: it is to be typed in. */
  readonly from: 'environment' | 'memory' | 'nowhere';
  readonly isSecret: boolean;
  /** More than one line, as a key in PEM. */
  readonly isLong: boolean;
  readonly paths: readonly (readonly string[])[];
}

/** A member that a target file can have: `GET /api/target/members`. */
export interface TargetMember {
  /** As in `limits.timeoutMs`; `*` stands for a name of your own, or for the place in a list. */
  readonly path: string;
  readonly purpose: string;
  readonly isRequired: boolean;
  readonly example?: string;
  readonly choices?: readonly string[];
  /** What holds where it is left out. */
  readonly standard?: string;
}

/** `POST /api/target/new` */
export interface NewTarget {
  readonly for: 'services' | 'by-hand' | 'program' | 'url';
}

/** `PUT /api/target/text`; refused with 409 where the text was changed since that revision. */
export interface WrittenText {
  readonly text: string;
  readonly revision: number;
}

/** `POST /api/target/save`; refused with 409 where the file was changed on the disk, unless `over` says to write over it. */
export interface SaveTarget {
  readonly over: boolean;
}

/** `PUT /api/secrets`; without a value it is forgotten. */
export interface TypedSecret {
  readonly name: string;
  readonly value?: string;
}

// --- The doctor

export interface DoctorState {
  /** Of the target that it looks at. */
  readonly revision: number;
  readonly state: 'at-work' | 'done' | 'stopped';
  readonly lines: readonly DoctorLine[];
  /** What kept it from its end. */
  readonly trouble?: Words;
}

// --- By hand

/** `POST /api/hand`: about the act or question that waits. */
export interface SaidByHand {
  readonly id: number;
  readonly saying: Saying;
}

// --- Traffic

/** `POST /api/proxy`: how it listens, at 127.0.0.1. */
export interface StartProxy {
  /** Of the first service; the others take the next. 0: free ones. */
  readonly port: number;
  readonly tls: boolean;
  /** Base address of the integrator's own callbacks; empty: they do not come through the proxy. */
  readonly callbacks: string;
}

export type ProxyState =
  | { readonly state: 'none' | 'starting' }
  | {
      readonly state: 'running' | 'judging';
      readonly addresses: readonly {
        readonly name: string;
        readonly url: string;
        readonly upstream: string;
      }[];
      /** There is an authority to trust: `GET /api/proxy/ca.pem`. */
      readonly tls: boolean;
    }
  | { readonly state: 'ended'; readonly outcome: TrafficOutcome }
  | { readonly state: 'failed'; readonly words: Words };

/** The file that was dropped last. */
export type FileState =
  | { readonly state: 'none' }
  | { readonly state: 'judging'; readonly name: string }
  | {
      readonly state: 'judged';
      readonly name: string;
      readonly form: 'har' | 'log' | 'recording';
      readonly outcome: TrafficOutcome;
    }
  | { readonly state: 'refused'; readonly name: string; readonly words: Words };

export interface TrafficOutcome extends Pick<Report, 'counts' | 'exchanges' | 'headlines'> {
  readonly run: string;
  readonly failed: readonly Pick<RunFailure, 'id' | 'title'>[];
  /** What could not be judged. */
  readonly missing: readonly string[];
}

// --- Reports

/** `GET /api/reports`, newest first. */
export type ReportRow =
  | {
      readonly run: string;
      readonly at: string;
      readonly target: string;
      readonly product: string;
      readonly selfTest: boolean;
      readonly partial: boolean;
      readonly profile: string;
      readonly headlines: readonly Pick<Headline, 'subject' | 'verdict' | 'text'>[];
      /** What a reviewer decided, in a sentence. */
      readonly decision?: string;
      /** It can be shown. */
      readonly hasReport: boolean;
    }
  /** It cannot be read. */
  | { readonly run: string; readonly trouble: Words };

/** `GET /api/reports/:run/changes?since=` */
export interface ReportChanges extends Pick<ReportDifference, 'faults' | 'isRegression' | 'unlike'>, Changed {
  readonly old: string;
  readonly now: string;
  readonly groups: readonly {
    /** `unjudged`: it was kept, and could not be judged this time. */
    readonly kind: 'worse' | 'unjudged' | 'unwaived' | 'better' | 'other';
    readonly changes: readonly VerdictChange[];
  }[];
  /** Clients of traffic that differ, a line each; the first of many are shown. */
  readonly clients: {
    /** That alone is a regression. */
    readonly areWorse: boolean;
    readonly groups: readonly {
      readonly title: string;
      readonly shown: readonly string[];
      readonly folded: readonly string[];
    }[];
  };
  /** Each kind of question that is answered otherwise, with its lines. */
  readonly answers: readonly (readonly string[])[];
  readonly compared: readonly string[];
}

/** `GET /api/reports/:run/review` */
export interface Review extends Pick<Report, 'caveats' | 'headlines' | 'name'> {
  readonly run: string;
  readonly at: string;
  /** Of the results as they stand, and of the decision beside them; a decision names both. */
  readonly digest: string;
  readonly standing: string;
  /** To accept it takes remarks. */
  readonly takesOverruling: boolean;
  /** The first day that a decision can have, and today. */
  readonly earliest: string;
  readonly today: string;
  /** What was decided, as reports tell it; `decided` is absent where it does not count. */
  readonly signOff?: { readonly told: ToldSignOff; readonly decided?: Decided };
  /** The pack was made before the decision. */
  readonly packIsOlder: boolean;
  /** Absent where the report is not of the open target. */
  readonly began?: Begun;
  /** Ids of what did not pass, and may in another run; none where the report is not of the open target. */
  readonly again: readonly string[];
}

/** `POST /api/reports/:run/review`: both as they were when the reviewer looked. */
export interface GivenSignOff extends Decided {
  readonly digest: string;
  readonly standing: string;
}

/** `POST /api/reports/:run/pack`; the pack itself is at `/report/:run/pack`. */
export interface MadePack {
  /** Absent: it is not signed. */
  readonly signedBy?: string;
}

/** `POST /api/packs?name=&nonce=&key=`: a pack that is handed over, and what it has to meet; `key` is a public one, in PEM. */
export type CheckedPack = VerifiedPack;
