import type { OutgoingRequest, SentRequest } from '../../client/sender';
import { basesOf } from '../../contract/bases';
import type { ServiceName } from '../../contract/operations';
import { EnvironmentError, NotTestedError } from '../../contract/outcome';
import type { Asked, Exchange } from '../../exchange/exchange';
import type { Run } from '../../run/run';
import { sendOrRepeat } from './repeat';

/** The address of a service. Throws NotTestedError where the target names none. */
export function baseOf(run: Run, service: ServiceName): string {
  const base = run.target.services[service];
  if (base === undefined) throw new NotTestedError(`the target names no ${service}: set services.${service}`);
  return base;
}

/** Sends a request on behalf of a round, again where it failed oddly. Throws EnvironmentError where its service is known to be out of reach. */
export async function ask(run: Run, request: OutgoingRequest, asked: Asked): Promise<SentRequest> {
  await requireReachable(run, request);
  return sendOrRepeat(run.services.sender, { ...request, asked, ...scenarioOf(run) });
}

function scenarioOf(run: Run): { scenario?: string } {
  return run.evidence.scenario === undefined ? {} : { scenario: run.evidence.scenario };
}

/** Calls a base address of a service once in a run: does it answer, and does its certificate verify? */
export function reach(run: Run, service: ServiceName, base = baseOf(run, service)): Promise<Exchange> {
  return run.once(`reach/${service}/${base}`, async () => {
    const url = `${base}/`;
    const asked: Asked = { part: 'open', round: 'reachability', variant: service };
    const { exchange } = await run.services.sender.send({
      service,
      method: 'GET',
      url,
      headers: {},
      asked,
      ...scenarioOf(run),
    });
    return exchange;
  });
}

/** Calls the base addresses of all services of the target. */
export function reachAll(run: Run): Promise<Exchange[]> {
  return Promise.all(basesOf(run.target).map(([service, base]) => reach(run, service, base)));
}

async function requireReachable(run: Run, { service, url }: OutgoingRequest): Promise<void> {
  const known = basesOf(run.target).find(([name, each]) => name === service && url.startsWith(`${each}/`));
  const base = known?.[1] ?? baseOf(run, service);
  const { failure } = await reach(run, service, base);
  if (failure?.kind !== 'unreachable' && failure?.kind !== 'tls') return;
  const [why, fix] =
    failure.kind === 'tls'
      ? ['has no certificate that verifies', 'give its authority in tls.ca']
      : ['is not reachable', `check services.${service} and that it runs`];
  // The doctor itself need not be told of the doctor.
  const more = run.plan.profile === 'doctor' ? '' : ', or ask: npx conform doctor';
  throw new EnvironmentError(`the ${service} at ${base} ${why}: ${failure.code}; ${fix}${more}`);
}
