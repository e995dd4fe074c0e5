import type { Exchange } from '../exchange/exchange';
import { resultMethod, subjectOf } from '../exchange/exchange';
import { readAddress } from '../exchange/address';
import { cycleIdOf, triggerIn } from '../obligations/cycles/messages';

/** One message of a request cycle, as people follow it (clause 4.7). */
export interface CycleStep {
  readonly seq: number;
  /** ISO-8601. */
  readonly at: string;
  readonly from: string;
  readonly to: string;
  /** What it is, and what it says, as in `POST /v1/preauth/on_submit, approved`. */
  readonly message: string;
  /** Status of its answer, or why none came. */
  readonly answer: string;
}

export interface CycleSteps {
  readonly correlationId: string;
  readonly subject: 'integrator' | 'service';
  readonly steps: readonly CycleStep[];
}

/** The cycles of a recording, each with its messages in the order of their sending. */
export function cyclesOf(exchanges: readonly Exchange[]): CycleSteps[] {
  const cycles = new Map<string, Exchange[]>();
  for (const exchange of exchanges) {
    const id = cycleIdOf(exchange);
    if (id !== undefined) cycles.set(id, [...(cycles.get(id) ?? []), exchange]);
  }
  return [...cycles].map(([correlationId, members]) => ({
    correlationId,
    subject: members.some((each) => subjectOf(each) === 'integrator') ? 'integrator' : 'service',
    steps: members.sort((one, other) => one.arrivedAt - other.arrivedAt || one.seq - other.seq).map(stepOf),
  }));
}

function stepOf(exchange: Exchange): CycleStep {
  const { seq, arrivedAt } = exchange;
  const [from, to] = partiesOf(exchange);
  return {
    seq,
    at: new Date(arrivedAt).toISOString(),
    from,
    to,
    message: messageOf(exchange),
    answer: answerOf(exchange),
  };
}

/** Whoever is certified has its own name; the suite plays the other part. */
function partiesOf(exchange: Exchange): readonly [from: string, to: string] {
  const { sender, facts } = exchange;
  const [provider, payer] =
    subjectOf(exchange) === 'integrator' ? ['integrator', 'suite as payer'] : ['suite as provider', 'payer'];
  if (facts.cycle !== undefined) return [provider, 'suite'];
  const isCallback = sender === 'service' || (sender === 'suite' && facts.callbackToken !== undefined);
  if (isCallback) return [payer, provider];
  return sender === 'suite' && subjectOf(exchange) === 'integrator' ? ['suite', payer] : [provider, payer];
}

function messageOf(exchange: Exchange): string {
  const { request, facts, asked } = exchange;
  const { action, method } = triggerIn(exchange) ?? {};
  const details = [
    ...(action === undefined ? [] : [`${wordOf(action)} ${wordOf(method)}`]),
    ...(facts.payer?.decision === undefined ? [] : [facts.payer.decision]),
    ...(facts.cycle === undefined ? [] : [`${facts.cycle.state}, ${facts.cycle.callbacks} callbacks`]),
    ...(asked === undefined || asked.part === 'valid' || asked.variant === '' ? [] : [asked.variant]),
  ];
  const what =
    request.method === resultMethod ? 'cycle.get' : `${request.method} ${readAddress(request.url).pathname}`;
  return [what, ...details].join(', ');
}

function answerOf({ response, failure, request }: Exchange): string {
  if (response !== undefined) return String(response.status);
  if (failure !== undefined) return failure.kind;
  return request.method === resultMethod ? 'told' : 'done';
}

/** A cycle in a few lines, so that one sees where it stopped. */
export function renderCycle({ correlationId, steps }: CycleSteps): string[] {
  const begin = Date.parse(steps[0]?.at ?? '');
  const lines = steps.map(({ seq, at, from, to, message, answer }) => {
    const after = `+${Date.parse(at) - begin} ms`;
    return `              ${`#${seq}`.padEnd(5)} ${after.padStart(9)}  ${from} → ${to}: ${message} (${answer})`;
  });
  return [`  cycle     ${correlationId}`, ...lines];
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
