import { formatCount } from '../contract/format-count';
import { printableLine } from '../contract/printable';
import { readAddress } from '../exchange/address';
import type { Evidence, SentEvidence } from '../exchange/evidence';
import { fitsIsoDate, sourceOfEvidence, subjectOfEvidence } from '../exchange/evidence';
import type { Exchange } from '../exchange/exchange';
import { cycleIdOf, triggerIn } from '../obligations/cycles/messages';
import type { CycleStep, CycleTimeline } from './cycle-timeline';
import { timeSinceCycleStart } from './cycle-timeline';

/** The cycles of a recording, each with its messages in the order of their sending. */
export function cyclesInEvidence(evidence: readonly Evidence[]): CycleTimeline[] {
  const cycles = new Map<string, SentEvidence[]>();
  for (const each of evidence) {
    if (each.kind === 'log line') continue;
    const id = cycleIdOf(each);
    if (id !== undefined) cycles.set(id, [...(cycles.get(id) ?? []), each]);
  }
  return [...cycles].map(([correlationId, members]) => ({
    correlationId,
    subject: members.some((each) => subjectOfEvidence(each) === 'integrator') ? 'integrator' : 'service',
    steps: members.sort((one, other) => one.arrivedAt - other.arrivedAt || one.seq - other.seq).map(stepOf),
  }));
}

function stepOf(sent: SentEvidence): CycleStep {
  const { seq, arrivedAt } = sent;
  const at = fitsIsoDate(arrivedAt) ? new Date(arrivedAt).toISOString() : undefined;
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
function partiesOf(sent: SentEvidence): readonly [from: string, to: string] {
  if (sent.kind !== undefined) return ['integrator', 'suite'];
  const { sender, facts } = sent;
  const isOfIntegrator = subjectOfEvidence(sent) === 'integrator';
  const [provider, payer] = isOfIntegrator
    ? ['integrator', 'suite as payer']
    : ['suite as provider', 'payer'];
  const isCallback = sender === 'service' || (sender === 'suite' && facts.callbackToken !== undefined);
  if (isCallback) return [payer, provider];
  return sender === 'suite' && isOfIntegrator ? ['suite', payer] : [provider, payer];
}

function messageOf(sent: SentEvidence): string {
  if (sent.kind !== undefined) {
    const { state = '', callbacks = 0 } = sent.facts.cycle ?? {};
    return `${sourceOfEvidence(sent)}, ${state}, ${formatCount(callbacks, 'callback')}`;
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

function answerOf({ response, failure, clientEnd }: Exchange): string {
  const answer = response === undefined ? (failure?.kind ?? 'done') : String(response.status);
  return clientEnd === undefined ? answer : `${answer}, not judged: the client had ended`;
}

/** A cycle in a few lines, to show where it stopped. */
export function renderCycle(cycle: CycleTimeline): string[] {
  const lines = cycle.steps.map((step) => {
    const { seq, from, to, message, answer } = step;
    const took = timeSinceCycleStart(cycle, step);
    const after = took === undefined ? '–' : `+${took}`;
    return `              ${`#${seq}`.padEnd(5)} ${after.padStart(9)}  ${from} → ${to}: ${message} (${answer})`;
  });
  return [`  cycle     ${cycle.correlationId}`, ...lines].map(printableLine);
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
