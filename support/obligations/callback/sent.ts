import { exchangeReference } from '../../exchange/exchange';
import type { ReportText } from '../../exchange/text';
import { linkToExchange, reportText } from '../../exchange/text';
import { CycleLog } from '../cycles/cycle-log';
import { isRefusal, readPayerStep } from '../cycles/messages';
import { judgesEachMessage } from '../judge/absences';
import { defineHome, placesAt, requiredPlaces } from '../judge/home';
import type { Judgement } from '../judge/judge';
import { JudgementTally, eachExchange, withFacetNames, keptJudgement } from '../judge/judge';
import {
  bridgeHeaders,
  checkBridgeId,
  describeRepeated,
  isBridgeScoped,
  isReadableRequest,
  sentTwice,
  wrongBridgeCause,
  describeWrongBridge,
  unjudgedIfWithheld,
} from '../judge/requests';
import type { Begun, Callback } from './id-judge';
import { correlationCauses, IdJudge, isInterim } from './id-judge';
import {
  CallbackFacetFinder,
  callbackOperationFacets,
  isFromPayer,
  judgePrevented,
  noteRefusal,
  withoutBridgedCallbacks,
} from './operations';

/**
 * Delay after the beginning of its cycle, in milliseconds, after which a callback counts as late. Lateness is only
 * noted.
 */
const lateMs = 10_000;

/**
 * Clause 6.1: a callback carries the correlation id of its own cycle. No clause names another header; a workflow id
 * only helps to recognise the suite's own cycles. Notes mention repeated and late callbacks.
 */
export const correlationKept = defineHome({
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
  latitude: {
    'a repeated callback': 'callbacks-twice',
    'an HTTP header for the correlation id, if the target sets it': 'correlation-id-in-http-header',
    'a member of the body for the correlation id, if the target sets it': 'correlation-id-in-body',
    'another workflow id': 'workflow-of-its-own',
    'interim answers': 'interim-answers',
  },
  absences: { 'the request with the correlation id of a callback': { run: 'failed', traffic: 'not judged' } },
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  facets: { callback: ['each operation that the payer calls'] },
  facetsOf: callbackOperationFacets,
  needs: ['DPY-08', 'FLW-12', 'FLW-13', 'FLW-14', 'FLW-15'],
  tells: placesAt('fact payer/correlationId', 'fact payer/flaw'),
  causes: correlationCauses,
  judge: (context) => {
    const log = new CycleLog(context);
    const begun = new Map<string, Begun>();
    const callbacks: Callback[] = [];
    const unbegun: Judgement[] = [];
    const sorter = new CallbackFacetFinder(context.readings);
    return {
      observe(exchange) {
        log.observe(exchange);
        sorter.observe(exchange);
        const { payer } = exchange.facts;
        const id = payer?.correlationId;
        const prevented = judgePrevented(exchange, context);
        if (prevented !== undefined) unbegun.push(prevented);
        const refusal = noteRefusal(exchange);
        if (refusal !== undefined) unbegun.push(refusal);
        if (refusal !== undefined) return;
        if (exchange.sender === 'suite' && id !== undefined && !begun.has(id))
          begun.set(id, { seq: exchange.seq, at: exchange.arrivedAt, workflowId: payer?.workflowId });
        if (!isFromPayer(exchange) || payer === undefined) return;
        // Skip a message if neither its body nor a correlation id can be read. Keep a JWE that the suite merely does
        // not support.
        if (payer.envelope === 'unreadable' && payer.unoffered !== true && id === undefined) return;
        callbacks.push({ exchange, fact: payer, step: readPayerStep(exchange, context.readings)?.step });
      },
      // Judge at the end: a callback can arrive before its request is answered, and the request is recorded only then.
      conclude() {
        const tally = new JudgementTally(context);
        for (const each of unbegun) tally.add(each);
        const judge = new IdJudge(log.cycles, begun, callbacks, context);
        const seen = new Map<string, number>();
        for (const callback of callbacks) {
          const { seq } = callback.exchange;
          const judgement = judge.judge(callback);
          if (judgement !== undefined)
            tally.add(withFacetNames(judgement, ...sorter.of(callback.exchange)), seq);
          const remark = remarkOn(callback, begun, seen);
          if (remark !== undefined) tally.add({ note: remark }, seq);
        }
        return tally.conclude();
      },
    };
  },
});

function remarkOn(
  callback: Callback,
  begun: ReadonlyMap<string, Begun>,
  seen: Map<string, number>,
): ReportText | undefined {
  const { exchange, step, fact } = callback;
  const id = fact.correlationId;
  if (id === undefined || isInterim(callback)) return undefined;
  const what = `the ${step ?? 'callback'}`;
  const earlier = seen.get(`${id} ${what}`);
  seen.set(`${id} ${what}`, exchange.seq);
  if (earlier !== undefined)
    return reportText`${what} came twice: ${linkToExchange(earlier)}, ${linkToExchange(exchange.seq)}`;
  const after = exchange.arrivedAt - (begun.get(id)?.at ?? exchange.arrivedAt);
  return after > lateMs ? `${what} came ${Math.round(after / 1000)} s after its cycle began` : undefined;
}

const roleLeftOut =
  'the role is left out on callbacks; where this one is not bridge-scoped, correct readings.bridge-scoped';

/** Clause 5.2: a bridge-scoped callback names the HIP or HIU for which it is meant. */
export const callbacksBridged = defineHome({
  id: 'CBK-07',
  clauses: ['5.2'],
  quote:
    'X-HIP-ID / X-HIU-ID | facility or bridge role the message targets; a facility registry id ' +
    'doubles as the HIP id | bridge-scoped requests and callbacks',
  subject: 'service',
  roles: ['payer'],
  level: 'must',
  seen: 'passive',
  title: 'Bridge-scoped callbacks name an HIP or HIU',
  rule:
    'X-HIP-ID or X-HIU-ID is on each callback that the target lists as bridge-scoped, with the id that ' +
    'the target names for it, if any. For the registry id of a facility as the HIP id, the target names that id: ' +
    'no other value can be told from one. If it lists none, the obligation is not-tested (not-configured).',
  latitude: {
    'X-HIU-ID instead of X-HIP-ID': 'callbacks-name-a-hiu',
    'X-HIP-ID on some callbacks only': 'callbacks-bridge-scoped',
  },
  absences: judgesEachMessage,
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  causes: [roleLeftOut, wrongBridgeCause, sentTwice],
  tells: requiredPlaces('request header x-hip-id|x-hiu-id'),
  unless: withoutBridgedCallbacks,
  judge: eachExchange((exchange, context) => {
    if (!isFromPayer(exchange) || isRefusal(exchange) || !isReadableRequest(exchange)) return undefined;
    if (!isBridgeScoped(exchange, context)) return undefined;
    const found = checkBridgeId(exchange, context);
    const repeated = describeRepeated(exchange, ...bridgeHeaders);
    if (repeated === undefined && found === 'right') return keptJudgement;
    const unknown = unjudgedIfWithheld(exchange, ...bridgeHeaders);
    if (unknown !== undefined) return unknown;
    return {
      breach: {
        sent: exchangeReference(exchange),
        expected: 'X-HIP-ID or X-HIU-ID',
        seen: 'neither',
        cause: roleLeftOut,
        ...(found === 'another' && describeWrongBridge(exchange, context)),
        ...repeated,
      },
    };
  }),
});
