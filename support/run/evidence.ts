import type { FoundForms } from '../adapter/key-forms';
import type { AdapterMethod } from '../adapter/protocol';
import type { AdapterOffer } from '../adapter/roles';
import type { Subject } from '../contract/words';
import type { ExchangeRedactor } from '../exchange/exchange-redactor';
import type { FactFinder, Recorder } from '../exchange/recorder';
import { createRecorder } from '../exchange/recorder';
import type { Recording } from '../exchange/recording';
import { rejectionFinder } from '../exchange/finders';
import type { SecretRedactor } from '../exchange/secret-redactor';
import type { DecidedKind, DecidingAction } from '../obligations/judge/self-triggered';
import type { DiagnosisCheck, Results } from '../judging/results';
import type { Target } from '../targets/target';
import type { NamedScenario } from './scenario-label';

/**
 * A call that could have provided evidence for an obligation and did not, because the suite did not make the call, a
 * person skipped the call, or the client answered the call with an error.
 */
export interface MissedCall {
  /** The methods of the call. `undefined` if the obligations of all roles may need the call. */
  readonly methods?: readonly AdapterMethod[];
  readonly isError?: true;
  /** The names of the methods, with the reason. */
  readonly text: string;
}

/** The evidence that a run records, with its notes about the client, its warnings and the running scenario. */
export interface RunEvidence {
  readonly recording: Recording;
  /** Redacts exchanges before the run records them. */
  readonly keeper: ExchangeRedactor;
  /** Hides the run's secrets in texts that are not exchanges. */
  readonly secrets: SecretRedactor;
  /**
   * Name of the running scenario. An exchange is recorded with this name, unless it belongs to a journey or to a batch of
   * requests that several scenarios share.
   */
  scenario?: string;
  /** Returns the scenarios of the feature files that were loaded. Empty for a run without features. */
  readonly loaded: () => readonly NamedScenario[];
  /** Transaction ids that the suite gave to the integrator for its OTPs. */
  readonly txnIds: string[];
  /** Maps each method that the client refused on purpose (-32001) to the client's reason. */
  readonly refusals: Map<string, string>;
  readonly missedCalls: MissedCall[];
  /** The kinds of cycles for which the client triggered the payer by itself, with the actions. */
  readonly selfTriggered: Map<DecidedKind, readonly DecidingAction[]>;
  /**
   * Errors that ended a sequence of requests early, by message, with the subject concerned. Rules still judge the
   * earlier evidence, but the run is incomplete.
   */
  readonly obstacles: Map<string, Subject>;
  /** The methods and roles that the integrator's adapter offers. `undefined` until an adapter has introduced itself. */
  offer?: AdapterOffer;
  /**
   * The forms of transfer keys that the adapter accepts on each side of a transfer. Contains only forms that trial
   * transfers found, not declared ones.
   */
  readonly foundForms: FoundForms;
  /** The adapter's own name and version, without secrets. */
  adapter?: Results['run']['adapter'];
  /** Results of the checks of the target before the first scenario, and counts of ignored requests. */
  diagnosis: readonly DiagnosisCheck[];
  /** Warnings for the report, for example about a certificate that expires soon. */
  readonly warnings: string[];
}

/** Creates a recorder that appends redacted exchanges to the evidence of a run. */
export function recorderFor(
  { readings }: Pick<Target, 'readings'>,
  { recording, keeper }: Pick<RunEvidence, 'recording' | 'keeper'>,
  finders: readonly FactFinder[] = [],
): Recorder {
  return createRecorder(recording, keeper, [rejectionFinder(readings), ...finders]);
}
