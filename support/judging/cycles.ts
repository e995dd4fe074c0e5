import { formatCount } from '../contract/format-count';
import { isSameCycleId, keyOfCycleId } from '../contract/payer-facts';
import { printableLine } from '../contract/printable';
import type { ReadingValues } from '../contract/readings';
import type { Subject } from '../contract/words';
import { readAddress } from '../exchange/address';
import type { Evidence, SentEvidence } from '../exchange/evidence';
import { fitsIsoDate, sourceOfEvidence, subjectOfEvidence } from '../exchange/evidence';
import type { Exchange } from '../exchange/exchange';
import type { AstrayEvidence } from '../obligations/cycles/astray';
import { AstrayMessages } from '../obligations/cycles/astray';
import { CycleLog } from '../obligations/cycles/cycle-log';
import { cycleIdOf, triggerIn } from '../obligations/cycles/messages';
import type { CycleStep, CycleTimeline } from './cycle-timeline';
import { timeSinceCycleStart } from './cycle-timeline';

/** Describes how the correlation id or the path of a message differs from that of its cycle. */
const differences: Readonly<Record<AstrayEvidence, string>> = {
  letters: 'id in other letters',
  workflow: 'other id',
  path: 'other path',
  timing: 'other id, perhaps of this cycle',
  id: 'perhaps on a wrong path',
};

/** The cycle that a message belongs to although its correlation id or its path differs, by the `seq` of the message. */
type Meant = ReadonlyMap<number, { readonly cycleId: string; readonly difference: string }>;

/**
 * Returns the cycles of a recording, each with its messages in the order of sending. A cycle includes the messages that
 * were meant for it but have another correlation id; their text contains the difference.
 */
export function cyclesInEvidence(evidence: readonly Evidence[], readings: ReadingValues): CycleTimeline[] {
  const meant = new Map([
    ...meantIn(evidence, 'integrator', readings),
    ...meantIn(evidence, 'service', readings),
  ]);
  const cycles = new Map<string, { readonly correlationId: string; readonly members: SentEvidence[] }>();
  for (const each of evidence) {
    if (each.kind === 'log line') continue;
    const id = meant.get(each.seq)?.cycleId ?? cycleIdOf(each);
    if (id === undefined) continue;
    const cycle = cycles.get(keyOfCycleId(id)) ?? { correlationId: id, members: [] };
    cycles.set(keyOfCycleId(id), cycle);
    cycle.members.push(each);
  }
  return [...cycles.values()].map(({ correlationId, members }) => ({
    correlationId,
    subject: members.some((each) => subjectOfEvidence(each) === 'integrator') ? 'integrator' : 'service',
    steps: members
      .sort((one, other) => one.arrivedAt - other.arrivedAt || one.seq - other.seq)
      .map((each) => stepOf(each, meant.get(each.seq)?.difference)),
  }));
}

/** Connects the messages and triggers with another correlation id or path with the cycles of one subject. */
function meantIn(evidence: readonly Evidence[], subject: Subject, readings: ReadingValues): Meant {
  const log = new CycleLog({ readings });
  const exchanges: Exchange[] = [];
  for (const each of evidence) {
    if (each.kind === 'log line' || subjectOfEvidence(each) !== subject) continue;
    log.observe(each);
    if (each.kind === undefined) exchanges.push(each);
  }
  const cycles = log.all;
  const astray = new AstrayMessages(cycles, exchanges, readings).all.map(
    ({ exchange, cycle, by }) => [exchange.seq, cycle.correlationId, by] as const,
  );
  const bySeq = new Map(exchanges.map((each) => [each.seq, each]));
  const triggers = cycles.flatMap(({ trigger, correlationId }) => {
    const exchange = bySeq.get(trigger?.seq ?? -1);
    const id = exchange && cycleIdOf(exchange);
    if (trigger === undefined || id === undefined || id === correlationId) return [];
    return [[trigger.seq, correlationId, isSameCycleId(id, correlationId) ? 'letters' : 'timing'] as const];
  });
  return new Map(
    [...astray, ...triggers].map(([seq, cycleId, by]) => [seq, { cycleId, difference: differences[by] }]),
  );
}

/** @param difference how the message differs from the others of its cycle; `undefined` if it does not */
function stepOf(sent: SentEvidence, difference: string | undefined): CycleStep {
  const { seq, arrivedAt } = sent;
  const at = fitsIsoDate(arrivedAt) ? new Date(arrivedAt).toISOString() : undefined;
  const [from, to] = partiesOf(sent);
  return {
    seq,
    ...(at !== undefined && { at }),
    from,
    to,
    message: [messageOf(sent), ...(difference === undefined ? [] : [difference])].join(', '),
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
