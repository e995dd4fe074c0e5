import { randomUUID } from 'node:crypto';
import type { OutgoingRequest, Sender, SentRequest } from '../../client/sender';
import { baseAddressesOf } from '../../contract/bases';
import type { ServiceName } from '../../contract/operations';
import { EnvironmentError, NotTestedError } from '../../contract/outcome';
import type { RequestPurpose, Exchange } from '../../exchange/exchange';
import { isRepeatable, transientFailureOf } from '../../exchange/exchange';
import type { Run } from '../../run/run';
import { labelOfPurpose } from '../../run/scenario-label';

/** How often a request is sent again at most. */
const mostRepeats = 3;

/**
 * Sends a request; where it fails as it may only now and then, the same goes again at once, up to three times, to find
 * out. Gives the first that was answered, or else the last; all are recorded, and the first failure stays one.
 */
export async function sendOrRepeat(sender: Sender, request: OutgoingRequest): Promise<SentRequest> {
  const first = await sender.send(request);
  let last = first;
  for (let repeat = 1; repeat <= mostRepeats && mayRepeat(request, last); repeat += 1) {
    const next = await sendAgain(sender, request, first.exchange);
    if (next === undefined) break;
    last = next;
  }
  return last;
}

function mayRepeat({ operation, asked }: OutgoingRequest, { exchange }: SentRequest): boolean {
  if (transientFailureOf(exchange) === undefined || !isRepeatable(operation)) return false;
  if (asked?.part === 'valid') return true;
  // Wrong credentials may count as failed logins. What got no answer is not judged, and another time-out would take the
  // place of the valid twin's.
  return asked?.part === 'negative' && asked.round !== 'wrong-credentials' && exchange.response !== undefined;
}

/** The same request under an id of its own; `undefined` where its service counts as down by now. */
async function sendAgain(
  sender: Sender,
  request: OutgoingRequest,
  { seq }: Exchange,
): Promise<SentRequest | undefined> {
  const { asked, headers } = request;
  const renewed = headers['REQUEST-ID'] === undefined ? headers : { ...headers, 'REQUEST-ID': randomUUID() };
  try {
    return await sender.send({
      ...request,
      headers: renewed,
      ...(asked && { asked: { ...asked, repeats: seq } }),
    });
  } catch (error) {
    if (error instanceof EnvironmentError) return undefined;
    throw error;
  }
}

/** Exchanges with those that they repeat, in the order of their sending. */
export function withRepeated(exchanges: readonly Exchange[], all: readonly Exchange[]): Exchange[] {
  return exchanges.flatMap((exchange) => {
    const first = exchange.asked?.repeats;
    if (first === undefined) return [exchange];
    return all.filter(({ seq, asked }) => seq <= exchange.seq && (seq === first || asked?.repeats === first));
  });
}

/** The address of a service. Throws NotTestedError where the target names none. */
export function requireBaseAddress(run: Run, service: ServiceName): string {
  const base = run.target.services[service];
  if (base === undefined)
    throw new NotTestedError('not-configured', `the target names no ${service}: set services.${service}`);
  return base;
}

/**
 * Sends a request on behalf of a round, again where it failed oddly. Throws EnvironmentError where its service is known
 * to be out of reach.
 */
export async function sendForRound(
  run: Run,
  request: OutgoingRequest,
  asked: RequestPurpose,
): Promise<SentRequest> {
  await requireReachable(run, request);
  const scenario = labelOfPurpose(asked, request.operation, run.evidence.loaded());
  return sendOrRepeat(run.services.sender, { ...request, asked, scenario });
}

/** Calls a base address of a service once in a run: does it answer, and does its certificate verify? */
export function reach(
  run: Run,
  service: ServiceName,
  base = requireBaseAddress(run, service),
): Promise<Exchange> {
  return run.once(`reach/${service}/${base}`, async () => {
    const url = `${base}/`;
    const asked: RequestPurpose = { part: 'open', round: 'reachability', variant: service };
    const { exchange } = await run.services.sender.send({
      service,
      method: 'GET',
      url,
      headers: {},
      asked,
      scenario: labelOfPurpose(asked, undefined, run.evidence.loaded()),
    });
    return exchange;
  });
}

/** Calls the base addresses of all services of the target. */
export function reachAll(run: Run): Promise<Exchange[]> {
  return Promise.all(baseAddressesOf(run.target).map(([service, base]) => reach(run, service, base)));
}

async function requireReachable(run: Run, { service, url }: OutgoingRequest): Promise<void> {
  const known = baseAddressesOf(run.target).find(
    ([name, each]) => name === service && url.startsWith(`${each}/`),
  );
  const base = known?.[1] ?? requireBaseAddress(run, service);
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
