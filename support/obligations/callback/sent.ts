import type { Text } from '../../exchange/text';
import { numbered, text } from '../../exchange/text';
import { withoutBridgedCallbacks } from './unless';
import { home } from '../judge/home';
import { at, needed } from '../judge/places';
import { nameExchange } from '../../exchange/exchange';
import { CycleLog } from '../cycles/cycle-log';
import { stepIn } from '../cycles/messages';
import { bridgeHeaders, bridgeIn, isBridgeScoped, otherBridge, tellOtherBridge } from '../judge/bridge';
import { withheld } from '../judge/requests';
import type { Judgement } from '../judge/judge';
import { Tally, eachExchange, inFacets, kept } from '../judge/judge';
import { OperationSorter, callbackOperations } from './operations';
import { isFromPayer, judgePrevented } from './prevented';
import type { Begun, Callback } from './callback-ids';
import { IdJudge, correlationCauses } from './callback-ids';

/** A callback that comes later than this is worth a remark, in milliseconds. */
const lateMs = 10_000;

/**
 * Clause 6.1: the id of a callback is that of its own cycle. No other header is named by any clause; a workflow id only
 * helps to tell what is ours. What came twice or late is named.
 */
export const correlationKept = home({
  id: 'CBK-01',
  clauses: ['6.1', '4.7.2'],
  quote: 'All callbacks of one request cycle share the correlation id.',
  subject: 'service',
  roles: ['payer'],
  level: 'must',
  seen: 'active',
  title: 'Callbacks carry the correlation id of their cycle',
  rule:
    'Every callback of a request cycle, from the first to the last, bears the correlation id of that ' +
    'cycle.',
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  facets: { callback: ['each operation that the payer calls'] },
  facetsOf: callbackOperations,
  needs: ['DPY-08', 'FLW-12', 'FLW-13', 'FLW-14', 'FLW-15'],
  tells: at('fact payer/correlationId', 'fact payer/flaw'),
  causes: correlationCauses,
  judge: (context) => {
    const log = new CycleLog(context);
    const begun = new Map<string, Begun>();
    const callbacks: Callback[] = [];
    const unbegun: Judgement[] = [];
    const sorter = new OperationSorter(context.readings);
    return {
      observe(exchange) {
        log.observe(exchange);
        sorter.observe(exchange);
        const { payer } = exchange.facts;
        const id = payer?.correlationId;
        const prevented = judgePrevented(exchange, context);
        if (prevented !== undefined) unbegun.push(prevented);
        if (exchange.sender === 'suite' && id !== undefined && !begun.has(id))
          begun.set(id, { seq: exchange.seq, at: exchange.arrivedAt, workflowId: payer?.workflowId });
        if (!isFromPayer(exchange) || payer === undefined) return;
        // Of what has no header that can be read, nothing is known.
        if (payer.envelope === 'unreadable' && payer.unoffered !== true && id === undefined) return;
        callbacks.push({ exchange, fact: payer, step: stepIn(exchange, context.readings)?.step });
      },
      // A callback can be faster than the answer to its request, which is recorded only then.
      conclude() {
        const tally = new Tally();
        for (const each of unbegun) tally.add(each);
        const judge = new IdJudge(log.cycles, begun, callbacks, context);
        const seen = new Map<string, number>();
        for (const callback of callbacks) {
          const { seq } = callback.exchange;
          const judgement = judge.judge(callback);
          if (judgement !== undefined) tally.add(inFacets(judgement, ...sorter.of(callback.exchange)), seq);
          const remark = remarkOn(callback, begun, seen);
          if (remark !== undefined) tally.add({ note: remark }, seq);
        }
        return tally.conclude();
      },
    };
  },
});

function remarkOn(
  { exchange, step, fact }: Callback,
  begun: ReadonlyMap<string, Begun>,
  seen: Map<string, number>,
): Text | undefined {
  const id = fact.correlationId;
  if (id === undefined || isInterim(step, fact)) return undefined;
  const what = `the ${step ?? 'callback'}`;
  const earlier = seen.get(`${id} ${what}`);
  seen.set(`${id} ${what}`, exchange.seq);
  if (earlier !== undefined) return text`${what} came twice: ${numbered(earlier)}, ${numbered(exchange.seq)}`;
  const after = exchange.arrivedAt - (begun.get(id)?.at ?? exchange.arrivedAt);
  return after > lateMs ? `${what} came ${Math.round(after / 1000)} s after its cycle began` : undefined;
}

/** Any number of these may come before the final answer. */
function isInterim(step: Callback['step'], { final }: Callback['fact']): boolean {
  return (step === 'preauth-answer' || step === 'claim-answer') && final !== true;
}

const roleLeftOut =
  'the role is left out on callbacks; where this one is not bridge-scoped, correct readings.bridge-scoped';

/** Clause 5.2: whom the message is for. */
export const callbacksBridged = home({
  id: 'CBK-07',
  clauses: ['5.2'],
  quote:
    'X-HIP-ID / X-HIU-ID | facility or bridge role the message targets; a facility registry id ' +
    'doubles as the HIP id | bridge-scoped requests and callbacks',
  subject: 'service',
  roles: ['payer'],
  level: 'must',
  seen: 'passive',
  title: 'Bridge-scoped callbacks name a HIP or HIU',
  rule:
    'X-HIP-ID or X-HIU-ID is on each callback that the target lists as bridge-scoped, with the id that ' +
    'the target names for it, if any. Where it lists none, the obligation is not-applicable.',
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  causes: [roleLeftOut, otherBridge],
  tells: needed('request header x-hip-id|x-hiu-id'),
  unless: withoutBridgedCallbacks,
  judge: eachExchange((exchange, context) => {
    if (!isFromPayer(exchange) || !isBridgeScoped(exchange, context)) return undefined;
    const found = bridgeIn(exchange, context);
    if (found === 'right') return kept;
    const unknown = withheld(exchange, ...bridgeHeaders);
    if (unknown !== undefined) return unknown;
    return {
      breach: {
        sent: nameExchange(exchange),
        expected: 'X-HIP-ID or X-HIU-ID',
        seen: 'neither',
        cause: roleLeftOut,
        ...(found === 'another' && tellOtherBridge(exchange, context)),
      },
    };
  }),
});
