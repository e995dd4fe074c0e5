import type { ObligationId } from '..';
import type { Exchange } from '../../exchange/exchange';
import { nameExchange } from '../../exchange/exchange';
import type { RuleFactory } from './judge';
import { listed } from './judge';

/** Rules that read what a request says. */
const onRequests: readonly ObligationId[] = [
  'SES-02',
  'SES-03',
  'TOK-05',
  'ENC-03',
  'ENC-08',
  'ENC-10',
  'OTP-01',
  'OTP-02',
  'DPY-02',
  'DPY-03',
  'DPY-05',
  'DPY-06',
  'DPY-07',
];

/** Rules that read what an answer says. */
const onAnswers: readonly ObligationId[] = ['SES-05', 'SES-06', 'SES-07', 'SES-10', 'CRT-01', 'CRT-02'];

/** Keeps a rule from what it could only misread: a body that whoever recorded it did not keep. */
export function onKeptBodies(id: ObligationId, factory: RuleFactory): RuleFactory {
  const isMissing = onRequests.includes(id)
    ? requestIsMissing
    : onAnswers.includes(id)
      ? answerIsMissing
      : undefined;
  if (isMissing === undefined) return factory;
  return (context) => {
    const rule = factory(context);
    const missing = new Set<string>();
    return {
      observe(exchange) {
        if (!isMissing(exchange)) rule.observe(exchange);
        else if (exchange.operation !== undefined && missing.size < listed)
          missing.add(`the recording keeps no body of ${nameExchange(exchange)}`);
      },
      conclude() {
        const conclusion = rule.conclude();
        return { ...conclusion, unjudged: [...conclusion.unjudged, ...missing].slice(0, listed) };
      },
    };
  };
}

const requestIsMissing = ({ request }: Exchange): boolean => request.body?.absent === true;
const answerIsMissing = ({ response }: Exchange): boolean => response?.body?.absent === true;
