import type { AdapterHandlers } from '../../support/adapter/handlers';
import { conformingSeams } from '../../support/client/integrator';
import type { IntegratorHandlers } from '../../support/client/integrator';
import type { HarmlessSubject, Mutant, StartStage } from '../mutant';
import { brokenIntegrator, harmlessIntegrator } from './specimens';
import type { IntegratorSeamsChange, WriteLogLine } from './stage';
import { integratorWith, stageClient } from './stage';

/** Chooses between two programs for each call, by the service of the call. */
type Share = () => (service: string | undefined) => 0 | 1;

/** One program for the registry, and one for everything else. */
const byService: Share = () => (service) => (service === 'registry' ? 1 : 0);

/** The programs answer calls of all methods in turn. */
const inTurn: Share = () => {
  let calls = 0;
  return () => ((calls += 1) % 2 === 0 ? 0 : 1);
};

/** Two programs behind one adapter. Each has its own session and its own certificates, under one client id. */
function twoPrograms(share: Share, seams: IntegratorSeamsChange, log: WriteLogLine): AdapterHandlers {
  const [first, second] = [integratorWith(seams, log), integratorWith(seams, log)];
  const choose = share();
  const of = (service?: string): IntegratorHandlers => (choose(service) === 0 ? first : second);
  return {
    ...first,
    initialize: async (params) => {
      await second.initialize(params);
      return first.initialize(params);
    },
    'session.create': (params) => of()['session.create'](params),
    'certificate.fetch': (params) => of(params.service)['certificate.fetch'](params),
    'field.encrypt': (params) => of(params.service)['field.encrypt'](params),
    'fields.send': (params) => of(params.service)['fields.send'](params),
    'otp.verify': (params) => of('identity')['otp.verify'](params),
    shutdown: async (params) => {
      await second.shutdown(params);
      return first.shutdown(params);
    },
  };
}

/** A stage of two programs, for a target that declares two processes. */
const declared =
  (share: Share, seams: IntegratorSeamsChange = {}): StartStage =>
  () =>
    stageClient((log) => twoPrograms(share, seams, log), { processes: 2 });

/** Two programs behind one adapter, of a target that declares two processes: each program keeps its own tokens and certificates. */
export const harmlessPrograms: readonly HarmlessSubject[] = [
  harmlessIntegrator(
    'two-programs-by-service',
    'Behind one adapter, one program calls the registry and another the rest, each with its own session.',
    { start: declared(byService) },
  ),
  harmlessIntegrator(
    'two-programs-in-turn',
    'Behind one adapter, two programs answer the calls in turn, each with its own session and certificates.',
    { start: declared(inTurn) },
  ),
];

/** Two programs behind one adapter that keep nothing: the number that the target declares does not explain that. */
export const programMutants: readonly Mutant[] = [
  brokenIntegrator(
    'two-programs-without-token-cache',
    ['TOK-01'],
    'Behind one adapter, two programs answer the calls in turn, and create a session for each request.',
    { start: declared(inTurn, { sessions: { ...conformingSeams.sessions, usable: () => false } }) },
  ),
  brokenIntegrator(
    'two-programs-without-certificate-cache',
    ['CRT-07'],
    'Behind one adapter, two programs answer the calls in turn, and fetch the certificate for each value.',
    { start: declared(inTurn, { certificates: { usable: () => false } }) },
  ),
];
