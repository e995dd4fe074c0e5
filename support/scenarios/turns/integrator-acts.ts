import type { AdapterAnswer } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import { intended } from '../../exchange/exchange';
import type { ReadingValues } from '../../contract/readings';
import { certificateOf, createsSession } from '../matchers/requests';
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

const requests =
  (is: (exchange: Exchange, readings: ReadingValues) => boolean) =>
  (readings: ReadingValues): Turn => ({
    // What a client does when a service fails is told of by itself.
    requests: (each) => each.stimulus === undefined && is(each, readings),
  });

/** What an integrator does on its journey, in the words of the features. */
const acts: Readonly<Record<string, (readings: ReadingValues) => Turn>> = {
  'creates a session': requests(createsSession),
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

/** What a service does to an integrator: how it is played, and by which name the mock records it. */
interface Played {
  readonly play: (run: Run) => Promise<void>;
  readonly name: string;
}

/** What services do to an integrator, in the words of the features. */
const stimuli = {
  'the gateway answers the next session request with 503': unavailable('session'),
  'the service answers the next certificate request with 503': unavailable('certificate'),
  'the service answers the next fields with 503': unavailable('fields'),
  'the service answers the next OTP with 503': unavailable('otp'),
  'a token that lives two seconds has expired': { play: shortTokenJourney, name: 'short-token' },
  'a service answers 401 to a token that has not expired': {
    play: refusedTokenJourney,
    name: 'token-refused',
  },
  'the service rejects one ciphertext as undecryptable': {
    play: paddingRejectionJourney,
    name: 'padding-rejection',
  },
  'the service changes its key between two values': { play: rotatedKeyJourney, name: 'rotated-key' },
  'the service takes OAEP with SHA-256 only': { play: sha256Journey, name: 'sha256-only' },
  'the services present a certificate that the integrator cannot verify': {
    play: foreignCertificateJourney,
    name: 'foreign-certificate',
  },
} as const satisfies Readonly<Record<string, Played>>;

function unavailable(matter: Parameters<typeof unavailableFor>[0]): Played {
  return { play: unavailableFor(matter), name: 'unavailable' };
}

export type StimulusText = keyof typeof stimuli;
export const stimulusTexts = Object.keys(stimuli) as readonly StimulusText[];

export function underStimulus(run: Run, text: StimulusText): Promise<void> {
  return stimuli[text].play(run);
}

/** What those processes sent that met it; where processes are not told apart, what came from there on. */
export function sentUnder(exchanges: readonly Exchange[], text: StimulusText): readonly Exchange[] {
  const met = exchanges.filter(({ stimulus }) => stimulus === stimuli[text].name);
  const processes = new Set(met.map(({ clientInstance }) => clientInstance));
  const [first] = met;
  return exchanges.filter(
    ({ clientInstance, seq }) =>
      processes.has(clientInstance) && (clientInstance !== undefined || seq >= (first?.seq ?? 0)),
  );
}
