import type { PayerFact } from '../../contract/payer-facts';
import type { Exchange } from '../../exchange/exchange';
import type { Text } from '../../exchange/text';
import type { RuleContext } from '../judge/judge';
import type { Step } from './messages';
import { errorAlone, isPlain, isUnreached, whyUnread } from './messages';
import { isAccepted } from '../../exchange/exchange';

/** What a flow is judged by in one message of a cycle. */
export interface CycleMessage {
  readonly seq: number;
  /** When it was sent, in epoch milliseconds: a slow answer has a message recorded late. */
  readonly at: number;
  /** Whether the far side answered 2xx. */
  readonly taken: boolean;
  /** The status that it answered; 0 for none. */
  readonly status: number;
  /** Why its content could not be read. */
  readonly flaw?: string;
  /** The same in a sentence, where that is no fault of its sender. */
  readonly unread?: Text;
  /** It says nothing but that something went wrong. */
  readonly error?: string;
  /** It came as it is, although an envelope was agreed on. */
  readonly plain?: true;
  /** No connection was made, so the subject did not fail to answer. */
  readonly unreached?: true;
}

/** What the payer says of a request; an interim answer is no final one. */
export interface Answer extends CycleMessage {
  readonly step: Step;
  readonly final: boolean;
  readonly decision: string | undefined;
  /** What it decides, each decision once. */
  readonly decisions: readonly string[];
}

/** What was taken counts, and then what is no error; else what came first. What was refused may be sent again. */
export function better<Of extends CycleMessage>(known: Of | undefined, next: Of): Of {
  const weightOf = ({ taken, error }: CycleMessage): number =>
    (taken ? 2 : 0) + (error === undefined ? 1 : 0);
  return known === undefined || weightOf(next) > weightOf(known) ? next : known;
}

export function answerOf(step: Step, stage: CycleMessage, { final, decision, decisions }: PayerFact): Answer {
  return {
    ...stage,
    step,
    // Recordings of old say nothing of final answers; but one that decides is one.
    final: final === true || decision !== undefined,
    decision,
    decisions: decisions ?? (decision === undefined ? [] : [decision]),
  };
}

/** Any number of interim answers may come before the final one; one that cannot be read may be either. */
export function betterAnswer(known: Answer | undefined, next: Answer): Answer {
  const weightOf = ({ final, flaw }: Answer): number => (final ? 2 : flaw === undefined ? 0 : 1);
  if (known === undefined || weightOf(next) > weightOf(known)) return next;
  return weightOf(next) < weightOf(known) ? known : better(known, next);
}

export function messageOf(exchange: Exchange, context: RuleContext): CycleMessage {
  const { payer } = exchange.facts;
  const flaw = payer?.flaw;
  const error = payer && errorAlone(payer);
  const unread = whyUnread(exchange);
  return {
    seq: exchange.seq,
    at: exchange.arrivedAt,
    taken: isAccepted(exchange),
    status: exchange.response?.status ?? 0,
    ...(flaw !== undefined && { flaw }),
    ...(unread !== undefined && { unread }),
    ...(error !== undefined && { error }),
    ...(isPlain(exchange, context) && { plain: true }),
    ...(isUnreached(exchange) && { unreached: true }),
  };
}
