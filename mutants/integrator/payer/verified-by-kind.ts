import type { AdapterHandlers } from '../../../support/adapter/handlers';
import { conformingSeams } from '../../../support/client/integrator';
import { defaultReadings } from '../../../support/contract/readings';
import type { HarmlessSubject, Mutant, StartStage } from '../../mutant';
import { brokenIntegrator, harmlessIntegrator } from '../specimens';
import type { WriteLogLine } from '../stage';
import { integratorWith, payerTarget, stageClient } from '../stage';
import { proxiedProvider } from './proxied-provider';

/** Whether callbacks at a path are verified, and with which status a forged one is refused (401 by default). */
interface Handling {
  readonly verifies?: (path: string) => boolean;
  readonly refusal?: (path: string) => number;
}

/** A provider with a handler of its own for each kind of callback. */
const handlingEach =
  ({ verifies = () => true, refusal = () => 401 }: Handling): StartStage =>
  () =>
    stageClient((log) => handling({ verifies, refusal }, log), payerTarget);

function handling({ verifies, refusal }: Required<Handling>, log: WriteLogLine): AdapterHandlers {
  let path = '';
  const verifier: typeof conformingSeams.verifier = (...given) =>
    verifies(path) ? conformingSeams.verifier(...given) : Promise.resolve(true);
  return proxiedProvider(integratorWith({ verifier }, log), ({ url = '' }) => {
    path = url;
    return { status: (given) => (given === 401 ? refusal(url) : given) };
  });
}

const isDecision = (path: string): boolean => path.includes('on_submit');
const isQuery = (path: string): boolean => path.endsWith('/communication/request');
const isPrompt = (path: string): boolean => path.endsWith(defaultReadings['payment-prompt']);

const unverified = (name: string, story: string, verifies: (path: string) => boolean): Mutant => ({
  ...brokenIntegrator(name, ['CBK-04'], story, { start: handlingEach({ verifies }) }),
  diagnosis: {
    'CBK-04':
      'no JWT is looked at in this kind of callback: the client refused a forged callback of another kind',
  },
});

/** Providers that verify the JWT of some kinds of callbacks only (CBK-04). */
export const verifiedByKindMutants: readonly Mutant[] = [
  unverified('jwt-verified-on-decisions-alone', 'Only decisions are thought to matter.', isDecision),
  unverified('queries-unverified', 'The route for queries was added later.', (path) => !isQuery(path)),
  unverified('prompts-unverified', 'A payment notice decides nothing.', (path) => !isPrompt(path)),
];

/** A provider that refuses forged callbacks of each kind, with different statuses. */
export const harmlessVerifiedByKind: readonly HarmlessSubject[] = [
  harmlessIntegrator(
    'refusal-status-for-each-kind',
    'Forged decisions are answered 401, forged queries 400 and forged prompts 403.',
    {
      start: handlingEach({ refusal: (path) => (isQuery(path) ? 400 : isPrompt(path) ? 403 : 401) }),
    },
  ),
];
