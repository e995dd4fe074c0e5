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
import type { DiagnosisCheck, Results } from '../judging/results';
import type { Target } from '../targets/target';

/**
 * A call that could have shown an obligation, and did not: the suite did not make it, a person skipped it, or the client
 * answered it with an error.
 */
export interface MissedCall {
  /** `undefined` if the obligations of all roles may need it. */
  readonly methods?: readonly AdapterMethod[];
  readonly isError?: true;
  /** The methods, with the reason. */
  readonly text: string;
}

/** What a run records, and what it notes besides. */
export interface RunEvidence {
  readonly recording: Recording;
  /** What is kept of what crosses the wire. */
  readonly keeper: ExchangeRedactor;
  /** Hides in any other text the secrets that are known. */
  readonly secrets: SecretRedactor;
  /** Name of the scenario that is running: exchanges are recorded under it. */
  scenario?: string;
  /** Transaction ids that the integrator was given for its OTPs. */
  readonly txnIds: string[];
  /** Calls that the client refused on purpose (-32001), by method, with its reason. */
  readonly refusals: Map<string, string>;
  readonly missedCalls: MissedCall[];
  /** What cut a journey short, each told once, with the subject whose it was: what it showed before stays judged, and the whole is incomplete. */
  readonly obstacles: Map<string, Subject>;
  /** What the integrator's adapter offers; absent until one has introduced itself. */
  offer?: AdapterOffer;
  /** The forms of transfer keys that it takes on each side, where they were found out and not declared. */
  readonly foundForms: FoundForms;
  /** What the adapter called itself, without secrets. */
  adapter?: Results['run']['adapter'];
  /** What was found when the target was checked, before the first scenario. */
  diagnosis: readonly DiagnosisCheck[];
  /** What will prevent a later run, as a certificate that expires soon. */
  readonly warnings: string[];
}

/** A recorder into the evidence of a run. */
export function recorderFor(
  { readings }: Pick<Target, 'readings'>,
  { recording, keeper }: Pick<RunEvidence, 'recording' | 'keeper'>,
  finders: readonly FactFinder[] = [],
): Recorder {
  return createRecorder(recording, keeper, [rejectionFinder(readings), ...finders]);
}
