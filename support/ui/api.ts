import type { DoctorLine } from '../cli/doctor/line';
import type { VerifiedPack } from '../library/api';
import type { Changed, ReportDifference } from '../report/diff/compare';
import type { VerdictChange } from '../report/diff/verdicts';
import type { Report } from '../report/model/report';
import type { ReportedSignOff } from '../report/model/sign-off';
import type { Headline } from '../report/model/subjects';
import type { ReviewerDecision } from '../report/sign-off/sign-off';
import type { HandEvent } from '../run/hand/happenings';
import type { PersonInput } from '../run/hand/person';
import type { LiveUpdate } from '../traffic/proxy/live-update-batcher';
import type { RunOrigin, BrokenObligation, PageRunEvent, ErrorText } from './api-run';

export type * from './api-run';

/** Body of every response with a status of 400 or above */
export interface Refusal {
  readonly error: ErrorText;
}

/** An event for all pages, from the stream `GET /events` */
export type UiEvent =
  /** Earlier events of this area no longer apply. */
  | { readonly type: 'begun'; readonly area: UiArea }
  /**
   * The page keeps only the latest `target` event. The same is true of `doctor`, `proxy`, `file` and `live`.
   */
  | { readonly type: 'target'; readonly target: OpenTarget }
  | ({ readonly type: 'doctor' } & DoctorState)
  | { readonly type: 'run'; readonly event: PageRunEvent }
  | { readonly type: 'hand'; readonly happening: HandEvent }
  | { readonly type: 'proxy'; readonly proxy: ProxyState }
  | { readonly type: 'file'; readonly file: FileState }
  /** Traffic through the proxy: the newest exchanges with their breaches, and the counts of all. */
  | { readonly type: 'live'; readonly live: LiveUpdate };

export type UiArea = 'target' | 'doctor' | 'run' | 'hand' | 'traffic';

// --- The target

/** The open target file, with its unsaved changes */
export interface OpenTarget {
  /** Grows with every change. Edits name the revision on which they are based. */
  readonly revision: number;
  readonly file: string;
  /** The server's current folder. Pages can open only files below it. */
  readonly folder: string;
  /** Other YAML files in the folder of the target file */
  readonly others: readonly string[];
  readonly isNew: boolean;
  readonly isSaved: boolean;
  /** Modification time of the file in epoch milliseconds; 0 if it does not exist. */
  readonly savedAt: number;
  /** Number of approved exceptions in `waivers.yaml` beside the file */
  readonly exceptions: number;
  /** `undefined` if the file does not exist yet, or if `notShown` is set. */
  readonly text?: string;
  /** Set if the text contains a secret or the file cannot be read */
  readonly notShown?: ErrorText;
  readonly problems: readonly TargetProblem[];
  readonly variables: readonly TargetVariable[];
}

/** A mistake in the target file; a run would refuse the file because of it. */
export interface TargetProblem extends ErrorText {
  readonly line?: number;
  /** Path of the member. The list is empty if the problem concerns the whole file. */
  readonly path: readonly string[];
  readonly hint: string;
}

/** An environment variable that the target names. Its value is never sent to the page. */
export interface TargetVariable {
  readonly name: string;
  /** `memory`: typed in by a user. `nowhere`: the user must still type it in. */
  readonly from: 'environment' | 'memory' | 'nowhere';
  readonly isSecret: boolean;
  /** The value has several lines, such as a key in PEM. */
  readonly isLong: boolean;
  readonly paths: readonly (readonly string[])[];
}

/** A member that a target file can have, from `GET /api/target/members` */
export interface TargetMember {
  /** As in `limits.timeoutMs`. `*` represents any name, or any index of a list. */
  readonly path: string;
  readonly purpose: string;
  readonly isRequired: boolean;
  readonly example?: string;
  readonly choices?: readonly string[];
  /** The default value, as text */
  readonly standard?: string;
}

/** `POST /api/target/new` */
export interface NewTarget {
  readonly for: 'services' | 'by-hand' | 'program' | 'url';
}

/** Body of `PUT /api/target/text`. The server answers 409 if the text has changed since that revision. */
export interface WrittenText {
  readonly text: string;
  readonly revision: number;
}

/**
 * Body of `POST /api/target/save`. Unless `over` is true, the server answers 409 if the file has changed on
 * disk.
 */
export interface SaveTarget {
  readonly over: boolean;
}

/** Body of `PUT /api/secrets`. Without a value, the server forgets the variable. */
export interface TypedSecret {
  readonly name: string;
  readonly value?: string;
}

// --- The doctor

export interface DoctorState {
  /** Revision of the target that the doctor checks */
  readonly revision: number;
  readonly state: 'at-work' | 'done' | 'stopped';
  readonly lines: readonly DoctorLine[];
  /** The error that ended the doctor's checks early */
  readonly trouble?: ErrorText;
}

// --- By hand

/** Body of `POST /api/hand`: the person's reply to the open act or question */
export interface HandReply {
  readonly id: number;
  readonly saying: PersonInput;
}

// --- Traffic

/** Body of `POST /api/proxy`. The proxy always listens at 127.0.0.1. */
export interface StartProxy {
  /** Port for the first service; the other services get the following ports. 0: any free ports. */
  readonly port: number;
  readonly tls: boolean;
  /** Base address of the integrator's own callbacks. An empty text keeps callbacks out of the proxy. */
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
      /** Whether clients must trust the certificate authority at `GET /api/proxy/ca.pem` */
      readonly tls: boolean;
    }
  | { readonly state: 'ended'; readonly outcome: TrafficOutcome }
  | { readonly state: 'failed'; readonly words: ErrorText };

/** The traffic file that was uploaded last */
export type FileState =
  | { readonly state: 'none' }
  | { readonly state: 'judging'; readonly name: string }
  | {
      readonly state: 'judged';
      readonly name: string;
      readonly form: 'har' | 'log' | 'recording';
      readonly outcome: TrafficOutcome;
    }
  | { readonly state: 'refused'; readonly name: string; readonly words: ErrorText };

export interface TrafficOutcome extends Pick<Report, 'counts' | 'exchanges' | 'headlines'> {
  readonly run: string;
  readonly failed: readonly Pick<BrokenObligation, 'id' | 'title'>[];
  /** Reasons why some of the traffic could not be judged, one per line */
  readonly missing: readonly string[];
}

// --- Reports

/** A row of `GET /api/reports`, which lists the newest report first */
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
      /** The reviewer's decision, in a sentence */
      readonly decision?: string;
      /** Whether the page can show the report (`compliance.html` exists) */
      readonly hasReport: boolean;
    }
  /** The results of this run are unreadable. */
  | { readonly run: string; readonly trouble: ErrorText };

/** Answer of `GET /api/reports/:run/changes?since=` */
export interface ReportChanges extends Pick<ReportDifference, 'faults' | 'isRegression' | 'unlike'>, Changed {
  readonly old: string;
  readonly now: string;
  readonly groups: readonly {
    /**
     * `unjudged`: kept before, but inconclusive or not tested this time. `unwaived`: failed both times, but
     * the approved exception has ended.
     */
    readonly kind: 'worse' | 'unjudged' | 'unwaived' | 'better' | 'other';
    readonly changes: readonly VerdictChange[];
  }[];
  /** Clients of traffic that differ, one line each. `shown` are the worst; the page folds the rest. */
  readonly clients: {
    /**
     * A client newly breaks an obligation without an approved exception. That makes the difference a
     * regression.
     */
    readonly areWorse: boolean;
    readonly groups: readonly {
      readonly title: string;
      readonly shown: readonly string[];
      readonly folded: readonly string[];
    }[];
  };
  /** One entry for each kind of question that the services now answer differently, as lines of text */
  readonly answers: readonly (readonly string[])[];
  readonly compared: readonly string[];
}

/** Answer of `GET /api/reports/:run/review` */
export interface Review extends Pick<Report, 'caveats' | 'headlines' | 'name'> {
  readonly run: string;
  readonly at: string;
  /**
   * `sha256:…` of `results.json`, and of the sign-off file (empty text: not signed off). A new decision must
   * repeat both, so that the server can tell if either has changed.
   */
  readonly digest: string;
  readonly standing: string;
  /** Whether accepting requires remarks, because the run is partial or a subject does not conform */
  readonly takesOverruling: boolean;
  /** The first date that a decision can have, and today (UTC), as in 2026-11-22 */
  readonly earliest: string;
  readonly today: string;
  /** The current sign-off as reports show it. `decided` is `undefined` if the sign-off is not valid. */
  readonly signOff?: { readonly told: ReportedSignOff; readonly decided?: ReviewerDecision };
  readonly packIsOlder: boolean;
  /** `undefined` if the report is not about the open target. */
  readonly began?: RunOrigin;
  /**
   * Ids of obligations that did not pass but may pass in another run. The list is empty unless the report is
   * about the open target.
   */
  readonly again: readonly string[];
}

/**
 * Body of `POST /api/reports/:run/review`. It repeats `digest` and `standing` of the {@link Review} that the
 * reviewer saw.
 */
export interface NewSignOff extends ReviewerDecision {
  readonly digest: string;
  readonly standing: string;
}

/** Answer of `POST /api/reports/:run/pack`. The pack is at `/report/:run/pack`. */
export interface MadePack {
  /** `undefined` if the pack is not signed. */
  readonly signedBy?: string;
}

/**
 * Answer of `POST /api/packs?name=&nonce=&key=`, which verifies an uploaded pack. `nonce` and `key` (a public
 * key in PEM) are optional requirements.
 */
export type CheckedPack = VerifiedPack;
