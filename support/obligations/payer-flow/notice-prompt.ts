import { text } from '../../exchange/text';
import { home } from '../judge/home';
import { flowPlaces } from '../judge/places';
import type { Exchange } from '../../exchange/exchange';
import { nameExchange } from '../../exchange/exchange';
import { isTaken, stepIn } from '../cycles/messages';
import type { Judgement, RuleContext } from '../judge/judge';
import { Tally, kept } from '../judge/judge';

/** Clause 4.7.5: each notice that was started prompts the provider. */
export const noticePrompts = home({
  id: 'FLW-15',
  clauses: ['4.7.5'],
  quote: 'call 4.5 to start the prompt',
  subject: 'service',
  roles: ['payer'],
  level: 'must',
  seen: 'active',
  title: 'A payment notice trigger prompts the provider',
  rule:
    'A call of paymentNotice/init makes the dummy payer start a payment notice prompt towards the ' +
    'provider.',
  outcome: 'the provider was prompted for the payment notice',
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  follows: ['DPY-08'],
  tells: flowPlaces,
  judge: (context) => {
    const started: Exchange[] = [];
    const prompts: Exchange[] = [];
    return {
      observe(exchange) {
        if (exchange.operation === 'paymentNotice.init' && exchange.asked?.part === 'valid')
          started.push(exchange);
        if (exchange.sender === 'service' && stepIn(exchange, context.readings)?.step === 'prompt')
          prompts.push(exchange);
      },
      conclude() {
        const tally = new Tally();
        for (const [index, init] of started.entries())
          tally.add(judgePrompt(init, prompts[index], context), init.seq);
        return tally.conclude();
      },
    };
  },
});

function judgePrompt(init: Exchange, prompt: Exchange | undefined, { readings }: RuleContext): Judgement {
  if (!isTaken(init)) return { unjudged: text`${nameExchange(init)} was not taken` };
  if (prompt !== undefined) return kept;
  return {
    breach: {
      sent: nameExchange(init),
      expected: `a callback on ${readings['payment-prompt']}`,
      seen: 'none in time (limits.callbackMs)',
      cause: 'the prompt has another path (reading payment-prompt), or providerId has no callback address',
    },
  };
}
