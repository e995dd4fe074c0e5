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
import type { ExtendedProfile } from '../targets/check-text';
import type { LiveUpdate } from '../traffic/proxy/live-update-batcher';
import type { RunOrigin, BrokenObligation, PageRunEvent, ErrorText } from './api-run';

export type * from './api-run';
export type { ExtendedProfile };

/** Body of every response from `/api` with a status of 400 or above */
export interface Refusal {
  readonly error: ErrorText;
}

/** An event for all pages, from the stream `GET /events` */
export type UiEvent =
  /** The page must discard all earlier events of this area, for example because a new run begins. */
  | { readonly type: 'begun'; readonly area: UiArea }
  /**
   * Each `target` event replaces the previous one. The same applies to `doctor`, `proxy`, `file` and `live`.
   */
  | { readonly type: 'target'; readonly target: OpenTarget }
  | ({ readonly type: 'doctor' } & DoctorState)
  | { readonly type: 'run'; readonly event: PageRunEvent }
  | { readonly type: 'hand'; readonly happening: HandEvent }
  | { readonly type: 'proxy'; readonly proxy: ProxyState }
  | { readonly type: 'file'; readonly file: FileState }
  /** Traffic through the proxy: the newest exchanges, their breaches, and counts for each obligation */
  | { readonly type: 'live'; readonly live: LiveUpdate };

export type UiArea = 'target' | 'doctor' | 'run' | 'hand' | 'traffic';

// --- The target file

/** The open target file, with its unsaved changes */
export interface OpenTarget {
  /**
   * A number that grows with every change. A page that edits the file sends the revision on which its edit is
   * based.
   */
  readonly revision: number;
  readonly file: string;
  /** The server's current folder. Pages can open only files below it. */
  readonly folder: string;
  /** Other YAML files in the folder of the target file */
  readonly others: readonly string[];
  readonly isNew: boolean;
  readonly isSaved: boolean;
  /** Modification time of the file, in epoch milliseconds; 0 if the file does not exist */
  readonly savedAt: number;
  /** Number of approved exceptions in `waivers.yaml`, next to the target file */
  readonly exceptions: number;
  /** The text with unsaved changes; `undefined` if no text exists yet, or if `notShown` is set */
  readonly text?: string;
  /** The field profile that the text extends; `undefined` without one, or if it has a mistake */
  readonly profile?: ExtendedProfile;
  /** Reason for not showing the text: it contains a secret, or the file cannot be read */
  readonly notShown?: ErrorText;
  readonly problems: readonly TargetProblem[];
  readonly variables: readonly TargetVariable[];
}

/** A mistake in the target file; a run would refuse the file because of it. */
export interface TargetProblem extends ErrorText {
  readonly line?: number;
  /** Path of the member with the mistake. Empty if the problem concerns the whole file. */
  readonly path: readonly string[];
  readonly hint: string;
}

/** An environment variable that the target file names. The server never sends its value to the page. */
export interface TargetVariable {
  readonly name: string;
  /**
   * The source of the value. `memory`: a user typed it in on the page. `nowhere`: a user must still type it
   * in.
   */
  readonly from: 'environment' | 'memory' | 'nowhere';
  readonly isSecret: boolean;
  /** Whether the value has several lines, like a key in PEM */
  readonly isLong: boolean;
  readonly paths: readonly (readonly string[])[];
}

/** A member that a target file can have, as listed by `GET /api/target/members` */
export interface TargetMember {
  /** Path of the member, such as `limits.timeoutMs`. `*` represents any name, or any index of a list. */
  readonly path: string;
  readonly purpose: string;
  readonly isRequired: boolean;
  readonly example?: string;
  readonly choices?: readonly string[];
  /** The default value, formatted roughly as in YAML */
  readonly standard?: string;
}

/**
 * Body of `POST /api/target/new`. `for` selects a template: one for services, or one for a client that is
 * operated by hand, started as a program, or reached at a URL.
 */
export interface NewTarget {
  readonly for: 'services' | 'by-hand' | 'program' | 'url';
}

/**
 * Body of `PUT /api/target/text`. The server answers 409 if another page has changed the text since
 * `revision`.
 */
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

/**
 * Body of `PUT /api/secrets`, which stores the value of an environment variable in memory. Without `value`,
 * the server deletes the stored value.
 */
export interface TypedSecret {
  readonly name: string;
  readonly value?: string;
}

// --- The doctor, which checks the target file and its services

export interface DoctorState {
  /** Revision of the target that the doctor checks */
  readonly revision: number;
  readonly state: 'at-work' | 'done' | 'stopped';
  readonly lines: readonly DoctorLine[];
  /** The error that ended the doctor's checks early */
  readonly trouble?: ErrorText;
}

// --- Runs in which a person operates the client by hand

/** Body of `POST /api/hand`: the person's reply to the act or question with this `id` */
export interface HandReply {
  readonly id: number;
  readonly saying: PersonInput;
}

// --- Traffic, through the proxy or in uploaded files

/** Body of `POST /api/proxy`, which starts the proxy. The proxy listens only on 127.0.0.1. */
export interface StartProxy {
  /**
   * Port for the first service; the other services get the ports after it. If 0, each service gets a free
   * port.
   */
  readonly port: number;
  readonly tls: boolean;
  /**
   * Address at which the integrator receives callbacks. If empty, callbacks do not pass through the proxy.
   */
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
      /**
       * Whether the proxy uses TLS. Clients must then trust the certificate authority at `GET
       * /api/proxy/ca.pem`.
       */
      readonly tls: boolean;
    }
  | { readonly state: 'ended'; readonly outcome: TrafficOutcome }
  | { readonly state: 'failed'; readonly words: ErrorText };

/** State of the traffic file that was uploaded most recently */
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

/** A row of the list that `GET /api/reports` returns. The newest report comes first. */
export type ReportRow =
  | {
      readonly run: string;
      readonly at: string;
      readonly target: string;
      readonly product: string;
      readonly selfTest: boolean;
      readonly narrowed: boolean;
      readonly profile: string;
      readonly headlines: readonly Pick<Headline, 'subject' | 'verdict' | 'text'>[];
      /** The reviewer's decision in words, such as `Accepted by Jane Doe` */
      readonly decision?: string;
      /** Whether the page can show the report (`compliance.html` exists) */
      readonly hasReport: boolean;
    }
  /** A run with unreadable results */
  | { readonly run: string; readonly trouble: ErrorText };

/** Response to `GET /api/reports/:run/changes?since=OLD`, which compares a report with an earlier report */
export interface ReportChanges extends Pick<ReportDifference, 'faults' | 'isRegression' | 'unlike'>, Changed {
  readonly old: string;
  readonly now: string;
  readonly groups: readonly {
    /**
     * `unjudged`: obligations that had a good verdict before, and are now inconclusive or not tested.
     * `unsettled`: obligations that failed in both reports, and that an exception or a profile no longer settles.
     * `newly-settled`: obligations that failed in both reports, and that an exception or a profile settles only now.
     */
    readonly kind: 'worse' | 'unjudged' | 'unsettled' | 'newly-settled' | 'better' | 'other';
    readonly changes: readonly VerdictChange[];
  }[];
  /**
   * Clients in recorded traffic with different results in the two reports, one line per client. `shown` lists
   * the worst changes; the page collapses the lines in `folded`.
   */
  readonly clients: {
    /**
     * Whether a client newly breaks an obligation, and nothing settles the failure. The comparison is then a
     * regression.
     */
    readonly areWorse: boolean;
    readonly groups: readonly {
      readonly title: string;
      readonly shown: readonly string[];
      readonly folded: readonly string[];
    }[];
  };
  /**
   * One entry for each kind of request that the services now answer differently. Each entry is a list of
   * lines to display.
   */
  readonly answers: readonly (readonly string[])[];
  readonly compared: readonly string[];
}

/** Response to `GET /api/reports/:run/review`: the information that a reviewer needs to decide on a report */
export interface Review extends Pick<Report, 'caveats' | 'headlines' | 'name'> {
  readonly run: string;
  readonly at: string;
  /**
   * `digest` is the `sha256:…` of `results.json`. `standing` is the digest of the sign-off file, or an empty
   * string before the first sign-off. A new decision must repeat both, so that the server can detect a change
   * to either file.
   */
  readonly digest: string;
  readonly standing: string;
  /**
   * Whether the reviewer must add remarks to accept the results, because a subject does not
   * conform
   */
  readonly takesOverruling: boolean;
  /**
   * `earliest` is the first date that a decision may have, and `today` is the current date (UTC). Both have
   * the format YYYY-MM-DD.
   */
  readonly earliest: string;
  readonly today: string;
  /**
   * The current sign-off in the words of the report, and as the reviewer entered it (`decided`). `decided` is
   * `undefined` if the sign-off is not valid.
   */
  readonly signOff?: { readonly told: ReportedSignOff; readonly decided?: ReviewerDecision };
  readonly packIsOlder: boolean;
  /** Start time and target file of the run; `undefined` if the report is not about the open target file */
  readonly began?: RunOrigin;
  /**
   * Ids of obligations that did not pass but may pass in another run. Empty if the report is not about the
   * open target file.
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

/**
 * Response to `POST /api/reports/:run/pack`, which makes an evidence pack. `GET /report/:run/pack` downloads
 * the pack.
 */
export interface MadePack {
  /**
   * Id of the signing key, or a description if the key does not have an id; `undefined` if the pack is not
   * signed
   */
  readonly signedBy?: string;
}

/**
 * Response to `POST /api/packs?name=&nonce=&key=`, which verifies an uploaded pack. `nonce` and `key` (a
 * public key in PEM) are optional; the pack must match those that are set.
 */
export type CheckedPack = VerifiedPack;
