import type { RuleFactory } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import { HashHistory } from '../fields/hash-history';

/** Clause 6.3.3: what was rejected under SHA-1 comes again under SHA-256; when the certificate is fetched is free. */
export const retriedUnderSha256: RuleFactory = (context) => {
  const tally = new Tally('ENC-05');
  const history = new HashHistory(context);
  return {
    observe(exchange) {
      const rejected = history.observe(exchange);
      if (rejected !== undefined) tally.add(kept, exchange.seq, rejected);
    },
    conclude() {
      for (const { rejected, missed } of history.drain()) {
        if (missed === undefined)
          tally.add({ unjudged: `#${rejected} was rejected, and that operation was not tried again` });
        else
          tally.add(
            {
              breach: {
                sent: `the value that was rejected in #${rejected}, again`,
                expected: 'a later attempt under OAEP with SHA-256 and MGF1 over SHA-256',
                got: `${missed.padding} in #${missed.seq}, rejected too, and no SHA-256 after it`,
                likely:
                  missed.padding === 'oaep-mixed'
                    ? "Java's default for OAEPWithSHA-256AndMGF1Padding: its MGF1 stays at SHA-1"
                    : 'the hash is fixed, or a rejection is taken for a wrong value',
              },
            },
            missed.seq,
            rejected,
          );
      }
      return tally.conclude();
    },
  };
};
