import { counted } from '../contract/counted';
import { printableLine } from '../contract/printable';
import { readAddress } from '../exchange/address';
import type { Evidence, Sent } from '../exchange/evidence';
import { isWritable, placeOf, subjectOf } from '../exchange/evidence';
import type { Exchange } from '../exchange/exchange';
import { cycleIdOf, triggerIn } from '../obligations/cycles/messages';
import type { CycleStep, CycleSteps } from './cycle-steps';
import { sinceBegin } from './cycle-steps';

/** The cycles of a recording, each with its messages in the order of their sending. */
export function cyclesOf(evidence: readonly Evidence[]): CycleSteps[] {
  const cycles = new Map<string, Sent[]>();
  for (const each of evidence) {
    if (each.kind === 'log line') continue;
    const id = cycleIdOf(each);
    if (id !== undefined) cycles.set(id, [...(cycles.get(id) ?? []), each]);
  }
  return [...cycles].map(([correlationId, members]) => ({
    correlationId,
    subject: members.some((each) => subjectOf(each) === 'integrator') ? 'integrator' : 'service',
    steps: members.sort((one, other) => one.arrivedAt - other.arrivedAt || one.seq - other.seq).map(stepOf),
  }));
}

function stepOf(sent: Sent): CycleStep {
  const { seq, arrivedAt } = sent;
  const at = isWritable(arrivedAt) ? new Date(arrivedAt).toISOString() : undefined;
  const [from, to] = partiesOf(sent);
  return {
    seq,
    ...(at !== undefined && { at }),
    from,
    to,
    message: messageOf(sent),
    answer: sent.kind === undefined ? answerOf(sent) : 'told',
  };
}

/** The subject has its own name; the suite plays the other part. */
function partiesOf(sent: Sent): readonly [from: string, to: string] {
  if (sent.kind !== undefined) return ['integrator', 'suite'];
  const { sender, facts } = sent;
  const isOfIntegrator = subjectOf(sent) === 'integrator';
  const [provider, payer] = isOfIntegrator
    ? ['integrator', 'suite as payer']
    : ['suite as provider', 'payer'];
  const isCallback = sender === 'service' || (sender === 'suite' && facts.callbackToken !== undefined);
  if (isCallback) return [payer, provider];
  return sender === 'suite' && isOfIntegrator ? ['suite', payer] : [provider, payer];
}

function messageOf(sent: Sent): string {
  if (sent.kind !== undefined) {
    const { state = '', callbacks = 0 } = sent.facts.cycle ?? {};
    return `${placeOf(sent)}, ${state}, ${counted(callbacks, 'callback')}`;
  }
  const { request, facts, asked } = sent;
  const { action, method } = triggerIn(sent) ?? {};
  const details = [
    `${request.method} ${readAddress(request.url).pathname}`,
    ...(action === undefined ? [] : [`${wordOf(action)} ${wordOf(method)}`]),
    ...(facts.payer?.decision === undefined ? [] : [facts.payer.decision]),
    ...(asked === undefined || asked.part === 'valid' || asked.variant === '' ? [] : [asked.variant]),
  ];
  return details.join(', ');
}

function answerOf({ response, failure }: Exchange): string {
  return response === undefined ? (failure?.kind ?? 'done') : String(response.status);
}

/** A cycle in a few lines, to show where it stopped. */
export function renderCycle(cycle: CycleSteps): string[] {
  const lines = cycle.steps.map((step) => {
    const { seq, from, to, message, answer } = step;
    const took = sinceBegin(cycle, step);
    const after = took === undefined ? '–' : `+${took}`;
    return `              ${`#${seq}`.padEnd(5)} ${after.padStart(9)}  ${from} → ${to}: ${message} (${answer})`;
  });
  return [`  cycle     ${cycle.correlationId}`, ...lines].map(printableLine);
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
