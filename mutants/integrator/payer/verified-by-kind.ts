import { createServer } from 'node:http';
import type { AdapterHandlers } from '../../../support/adapter/handlers';
import { conformingSeams } from '../../../support/client/integrator';
import { defaultReadings } from '../../../support/contract/readings';
import type { HarmlessSubject, Mutant, StartStage } from '../../mutant';
import { listen } from '../../raw-server';
import { relay } from '../../relay';
import { brokenIntegrator, harmlessIntegrator } from '../specimens';
import { integratorWith, payerTarget, stageClient } from '../stage';

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

function handling({ verifies, refusal }: Required<Handling>, log: (line: string) => void): AdapterHandlers {
  let path = '';
  const verifier: typeof conformingSeams.verifier = (...given) =>
    verifies(path) ? conformingSeams.verifier(...given) : Promise.resolve(true);
  const own = integratorWith({ verifier }, log);
  const closing: (() => Promise<void>)[] = [];
  return {
    ...own,
    initialize: async (params) => {
      const about = await own.initialize(params);
      const { callbackUrl } = about;
      if (typeof callbackUrl !== 'string') return about;
      const proxy = await listen(
        createServer((request, response) => {
          path = request.url ?? '';
          const refused = refusal(path);
          const status = (given: number): number => (given === 401 ? refused : given);
          relay(callbackUrl, { status }, request, response);
        }),
      );
      closing.push(proxy.close);
      return { ...about, callbackUrl: proxy.origin };
    },
    shutdown: async () => {
      await Promise.all(closing.map((close) => close()));
      return own.shutdown({});
    },
  };
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
