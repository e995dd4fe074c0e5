import type { AdapterAnswer } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import { intended } from '../../exchange/exchange';
import type { ReadingValues } from '../../contract/readings';
import { certificateOf } from '../matchers/requests';
import type { Run } from '../../run/run';
import { foreignCertificateJourney } from '../integrator/certificate-journey';
import {
  paddingRejectionJourney,
  rotatedKeyJourney,
  sha256Journey,
  shortTokenJourney,
} from '../integrator/stimulus-journeys';
import { refusedTokenJourney } from '../integrator/refused-token-journey';
import { unavailableFor } from '../integrator/unavailable-journey';
import { encryptionsOf, sendsFieldsTo, valueKinds } from '../matchers/fields';

/** The part of the journey that an act is: requests on the wire, or answers of the adapter. */
export interface Turn {
  readonly requests?: (exchange: Exchange) => boolean;
  readonly answers?: (answers: readonly AdapterAnswer[]) => readonly AdapterAnswer[];
}

const requests = (is: (exchange: Exchange) => boolean) => (): Turn => ({ requests: is });

/** What an integrator does on its journey, in the words of the features. */
const acts: Readonly<Record<string, (readings: ReadingValues) => Turn>> = {
  'creates a session': requests((each) => intended(each) === 'session.create'),
  'fetches the certificate of "identity"': requests((each) => certificateOf(each) === 'identity'),
  'fetches the certificate of "registry"': requests((each) => certificateOf(each) === 'registry'),
  'verifies an OTP': requests((each) => intended(each) === 'otp.verify'),
  'sends fields to "identity"': requests(sendsFieldsTo('identity')),
  'sends fields to "registry"': requests(sendsFieldsTo('registry')),
  ...Object.fromEntries(
    valueKinds.map((kind) => [
      `encrypts ${kind}`,
      (readings: ReadingValues): Turn => ({ answers: (answers) => encryptionsOf(kind, answers, readings) }),
    ]),
  ),
};

export type IntegratorAct = keyof typeof acts;
export const integratorActs = Object.keys(acts);

/** The turn that an act is. Throws for an act that features do not know. */
export function turnOf(act: IntegratorAct, readings: ReadingValues): Turn {
  const find = acts[act];
  if (find === undefined) throw new Error(`No step knows the act: the integrator ${act}`);
  return find(readings);
}

/** What services do to an integrator, in the words of the features. */
const stimuli = {
  'the gateway answers the next session request with 503': unavailableFor('session'),
  'the service answers the next certificate request with 503': unavailableFor('certificate'),
  'the service answers the next fields with 503': unavailableFor('fields'),
  'the service answers the next OTP with 503': unavailableFor('otp'),
  'a token that lives two seconds has expired': shortTokenJourney,
  'a service answers 401 to a token that has not expired': refusedTokenJourney,
  'the service rejects one ciphertext as undecryptable': paddingRejectionJourney,
  'the service changes its key between two values': rotatedKeyJourney,
  'the service takes OAEP with SHA-256 only': sha256Journey,
  'the services present a certificate that the integrator cannot verify': foreignCertificateJourney,
} as const satisfies Readonly<Record<string, (run: Run) => Promise<void>>>;

export type StimulusText = keyof typeof stimuli;
export const stimulusTexts = Object.keys(stimuli) as readonly StimulusText[];

export function underStimulus(run: Run, text: StimulusText): Promise<void> {
  return stimuli[text](run);
}

/** The faults that the mock plays in the journeys after which ciphertexts were rejected, by what features say of them. */
const rejections: Readonly<Partial<Record<StimulusText, string>>> = {
  'the service rejects one ciphertext as undecryptable': 'padding-rejection',
  'the service changes its key between two values': 'rotated-key',
};

/** The requests that came while the fault was played that a When tells of. */
export const sentUnder = (
  exchanges: readonly Exchange[],
  text: StimulusText | undefined,
): readonly Exchange[] =>
  exchanges.filter(
    ({ stimulus }) => stimulus !== undefined && text !== undefined && stimulus === rejections[text],
  );
