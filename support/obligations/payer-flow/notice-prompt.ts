import type { Exchange } from '../../exchange/exchange';
import { nameExchange } from '../../exchange/exchange';
import { isTaken, stepIn } from '../cycles/messages';
import type { Judgement, RuleContext, RuleFactory } from '../judge/judge';
import { Tally, kept } from '../judge/judge';

/** Clause 4.7.5: each notice that was started prompts the provider. */
export const noticePrompts: RuleFactory = (context) => {
  const tally = new Tally('FLW-15');
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
      for (const [index, init] of started.entries())
        tally.add(judgePrompt(init, prompts[index], context), init.seq);
      return tally.conclude();
    },
  };
};

function judgePrompt(init: Exchange, prompt: Exchange | undefined, { readings }: RuleContext): Judgement {
  if (!isTaken(init)) return { unjudged: `${nameExchange(init)} was not taken (see DPY-08)` };
  if (prompt !== undefined) return kept;
  return {
    breach: {
      sent: nameExchange(init),
      expected: `a callback on ${readings['payment-prompt']}`,
      got: 'none in time (limits.callbackMs)',
      likely: 'the prompt has another path (reading payment-prompt), or providerId has no callback address',
    },
  };
}
