import { beginnings, dataBeginnings, decidedBeginnings } from '../../contract/cycle-beginnings';
import { whyNotBegun } from '../../adapter/not-begun';
import { sendsRefusals } from '../../contract/payer-content';
import { rounds, typedVariants } from '../../exchange/rounds';
import { linkToExchange, reportText } from '../../exchange/text';
import type { Circumstances, Facet } from '../judge/home';
import { whyNoCycle } from '../judge/self-triggered';
import { defineHome, placesAt } from '../judge/home';
import type { Exchange } from '../../exchange/exchange';
import type { Judgement } from '../judge/judge';
import { JudgementTally, withFacetNames, keptJudgement } from '../judge/judge';
import { statusOrFailure, isSuiteCallback, showCallback } from './taken';

const overwritten = 'each callback overwrites what is known of its cycle';

/** What a receiver breaks over. */
const unhandled = {
  twice: 'a callback that comes a second time is not handled',
  late: 'a query in a cycle that has already ended is not handled',
  unknown: 'a callback for an unknown cycle is not handled',
  refused: 'a refusal in the clear (ProtocolResponse) is not handled',
  undelivered: 'an error report on /v1/error is not handled',
} as const;

const always = ['twice', 'late', 'unknown'] as const;

/**
 * The kinds of odd callbacks. The last two come only if the target sets the reading `callback-body` to `typed`. A payer
 * queries only preauthorizations and claims.
 */
function kindsOf(about: Circumstances): readonly Facet[] {
  const typed = sendsRefusals(about.readings) ? (['refused', 'undelivered'] as const) : [];
  const unqueried = whyNotBegun(decidedBeginnings, about);
  const unapproved = whyNoCycle('approved', about);
  const late = {
    ...(unqueried !== undefined && { ruledOut: unqueried }),
    ...(unapproved !== undefined && { setAside: unapproved }),
  };
  return [...always, ...typed].map((name) => ({ name, ...(name === 'late' && late) }));
}

/** Clause 6.1 is silent on callbacks that come twice, late or under an unknown id. We recommend that they do no harm. */
export const harmlessCallbacks = defineHome({
  id: 'CBK-06',
  clauses: ['6.1'],
  quote: 'Payload shapes, retry behaviour and the full list of event kinds: not shown.',
  subject: 'integrator',
  roles: ['provider'],
  level: 'should',
  seen: 'active',
  title: 'Repeated, late and unknown callbacks do no harm',
  rule:
    'No harm follows from a callback that arrives a second time, that arrives late, or whose ' +
    'correlation id is unknown. The document is silent on these: we recommend it, and a breach is a ' +
    'warning. A case that a late query reopens is only noted.',
  providerMethods: [beginnings, ['cycle.get']],
  latitude: {
    'another 4xx for an unknown cycle': 'callbacks-behind-a-proxy',
    'a reply that the client sends before the suite asks for it': 'replies-by-itself',
    'a callback that is processed later': 'callbacks-through-a-queue',
    'a 4xx for a refusal in the clear, or 404 for an error report, if the target sets it':
      'refusals-in-the-clear-refused',
    'the status 202 for an error report, if the target sets it': 'error-reports-taken',
    'a trigger that the client sends by itself': 'triggers-itself',
  },
  absences: 'only the answers and the states that the client gave are judged',
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  facets: { callback: always },
  facetsOf: kindsOf,
  unseen: (about) => {
    const noData = whyNotBegun(dataBeginnings, about);
    return noData === undefined ? undefined : whyNoCycle('approved', about);
  },
  needs: ['CBK-03', 'FLW-03', 'FLW-06', 'FLW-11'],
  tells: placesAt('asked', 'fact payer/correlationId', 'answer line', 'fact cycle'),
  causes: [overwritten, ...Object.values(unhandled)],
  judge: (context) => {
    const tally = new JudgementTally(context);
    /** By cycle: what it was before such a callback, and what it is to be after it. */
    const before = new Map<string, string>();
    const disturbed = new Map<string, Exchange>();
    return {
      observe(sent) {
        if (sent.kind === undefined) {
          if (!isSuiteCallback(sent) || sent.asked?.round !== rounds.oddCallbacks) return;
          // The document does not define the state of a refused cycle.
          if (!isTyped(sent)) disturbed.set(sent.facts.payer?.correlationId ?? '', sent);
          tally.add(withFacetNames(judgeOdd(sent), facetOf(sent)), sent.seq);
          return;
        }
        const { cycle } = sent.facts;
        if (cycle === undefined) return;
        const odd = disturbed.get(cycle.correlationId);
        const known = before.get(cycle.correlationId);
        if (odd !== undefined && known !== undefined && known !== cycle.state)
          tally.add(
            withFacetNames(judgeChange(odd, known, sent.seq, cycle.state), facetOf(odd)),
            odd.seq,
            sent.seq,
          );
        before.set(cycle.correlationId, cycle.state);
      },
      conclude: () => tally.conclude(),
    };
  },
});

const isTyped = ({ asked }: Exchange): boolean =>
  Object.values<string | undefined>(typedVariants).includes(asked?.variant);

/** The kind of an odd callback, by its variant. */
function facetOf({ asked }: Exchange): keyof typeof unhandled {
  const { variant = '' } = asked ?? {};
  if (variant === typedVariants.refused) return 'refused';
  if (variant === typedVariants.undelivered) return 'undelivered';
  return variant.startsWith('once more') ? 'twice' : variant.startsWith('late') ? 'late' : 'unknown';
}

function judgeChange(odd: Exchange, known: string, seq: number, state: string): Judgement {
  // A payer may ask again about what it has decided: the document forbids neither that, nor to answer.
  if (facetOf(odd) === 'late' && state === 'queried')
    return { note: reportText`${showCallback(odd)}: ${known}, then ${state}, in ${linkToExchange(seq)}` };
  return {
    breach: {
      sent: showCallback(odd),
      expected: `the cycle stays ${known}`,
      seen: reportText`${state}, in ${linkToExchange(seq)}`,
      cause: overwritten,
    },
  };
}

function judgeOdd(exchange: Exchange): Judgement {
  const status = exchange.response?.status;
  if (status === undefined)
    return { unjudged: reportText`${showCallback(exchange)}: ${statusOrFailure(exchange)}` };
  if (status < 500) return keptJudgement;
  return {
    breach: {
      sent: showCallback(exchange),
      expected: 'any answer but an error of the server: it is taken and ignored, or refused',
      seen: statusOrFailure(exchange),
      cause: unhandled[facetOf(exchange)],
    },
  };
}
