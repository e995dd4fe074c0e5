import type { AdapterHandlers } from '../../support/adapter/handlers';
import type { IntegratorHandlers, IntegratorSeams } from '../../support/client/integrator';
import { createIntegrator } from '../../support/client/integrator';
import type { ClientFactory } from '../../support/run/plan';
import { embeddedTarget } from '../../support/run/targets';
import { embeddedLimits } from '../../support/targets/embedded';
import type { Target } from '../../support/targets/target';
import type { Stage, StartStage } from '../mutant';

/** Writes a line to the log of the process, as a program writes to stderr. */
export type WriteLogLine = (line: string) => void;

/** Seams to replace; a function is called for each process of the client, so it may hold state. */
export type IntegratorSeamsChange =
  Partial<IntegratorSeams> | ((log: WriteLogLine) => Partial<IntegratorSeams>);

/** Loopback answers in milliseconds: a call that takes longer than this hangs. */
const callMs = 20_000;

/** Roles that have nothing to do with services. */
const transferRoles: Target['roles'] = ['hip', 'hiu'];
/** Roles that have a side of their own to answer for. */
const payerRoles: Target['roles'] = ['provider', 'trigger'];

/**
 * A transfer has nothing to do with sessions and fields, and takes seconds of computing; payer flows are conversations
 * of their own. Specimens of the one are not tried for the others. Null clients and a few harmless ones are, with the
 * roles of the embedded target.
 */
export const integratorTarget: Target = {
  ...embeddedTarget,
  name: 'mutant',
  roles: embeddedTarget.roles.filter((role) => !transferRoles.includes(role) && !payerRoles.includes(role)),
  limits: { ...embeddedLimits, callMs, callbackMs: 3000 },
};

/**
 * The part of a target for specimens of health-data transfer. Leading zeros are searched for where they are dropped:
 * hundreds of transfers for each of the others would show nothing.
 */
export const transferTarget = {
  roles: transferRoles,
  limits: { ...integratorTarget.limits, searchMs: 0 },
} as const satisfies Partial<Target>;

/** The part of a target for specimens of payer flows. */
export const payerTarget = { roles: ['session', ...payerRoles] } as const satisfies Partial<Target>;

/** The part of a target for specimens that are tried for everything. */
export const everyRole = { roles: embeddedTarget.roles } as const satisfies Partial<Target>;

/** A stage for a client in this process. */
export function stageClient(client: ClientFactory, target: Partial<Target> = {}): Promise<Stage> {
  return Promise.resolve({
    target: { ...integratorTarget, ...target },
    client,
    close: () => Promise.resolve(),
  });
}

/** The suite's own integrator as a stage, with some of its seams replaced. */
export function stageIntegrator(seams: IntegratorSeamsChange, target: Partial<Target> = {}): Promise<Stage> {
  return stageClient((log) => integratorWith(seams, log), target);
}

/** As above, for a specimen. */
export function startClientWithSeams(seams: IntegratorSeamsChange, target: Partial<Target> = {}): StartStage {
  return () => stageIntegrator(seams, target);
}

/** The suite's own integrator with another way of answering some calls. */
export function startClientWithHandlers(change: (own: IntegratorHandlers) => AdapterHandlers): StartStage {
  return () => stageClient((log) => ({ ...change(integratorWith({}, log)) }));
}

/** A program of its own, which speaks the protocol on its standard streams. */
export function startClientProgram(command: readonly string[], target: Partial<Target> = {}): StartStage {
  return () => {
    const base: Target = { ...integratorTarget, ...target };
    return Promise.resolve({
      target: { ...base, integrator: { command } },
      close: () => Promise.resolve(),
    });
  };
}

/** The suite's own integrator, whose log is that of the process that it is taken for. */
export function integratorWith(seams: IntegratorSeamsChange, log: WriteLogLine): IntegratorHandlers {
  return createIntegrator({
    log: (operation, ending) => {
      log(`${operation} ${ending}`);
    },
    ...(typeof seams === 'function' ? seams(log) : seams),
  });
}
