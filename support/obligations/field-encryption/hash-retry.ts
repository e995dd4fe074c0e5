import { numbered, text } from '../../exchange/text';
import { home } from '../judge/home';
import { encrypted, at } from '../judge/places';
import { Tally, kept } from '../judge/judge';
import { HashHistory } from '../fields/hash-history';

/** Clause 6.3.3: what was rejected under SHA-1 comes again under SHA-256; when the certificate is fetched is free. */
export const retriedUnderSha256 = home({
  id: 'ENC-05',
  clauses: ['6.3.3'],
  quote: 'on a decryption or padding rejection, retry with SHA-256.',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'active',
  title: 'A rejected value comes again under SHA-256',
  rule:
    'When a value was rejected for decryption or padding, some later attempt at that operation sends ' +
    'it again under OAEP with SHA-256, MGF1 over SHA-256 included. Whether this or fetching the certificate anew is done ' +
    'first is left free.',
  outcome: 'the rejected value is sent again under OAEP with SHA-256',
  on: ['identity', 'registry'],
  tells: [...encrypted('padding'), ...at('answer line', 'answer body/error')],
  costsOtp: true,
  judge: (context) => {
    const history = new HashHistory(context);
    /** Requests under SHA-256, each with the rejection that it answers. */
    const answers: (readonly [seq: number, rejected: number])[] = [];
    return {
      observe(exchange) {
        const rejected = history.observe(exchange);
        if (rejected !== undefined) answers.push([exchange.seq, rejected]);
      },
      conclude() {
        const tally = new Tally();
        for (const seqs of answers) tally.add(kept, ...seqs);
        for (const { rejected, missed } of history.open) {
          if (missed === undefined)
            tally.add({
              unjudged: text`${numbered(rejected)} was rejected, and that operation was not tried again`,
            });
          else
            tally.add(
              {
                breach: {
                  sent: text`the value that was rejected in ${numbered(rejected)}, again`,
                  expected: 'a later attempt under OAEP with SHA-256 and MGF1 over SHA-256',
                  seen: text`${missed.padding} in ${numbered(missed.seq)}, rejected too, and no SHA-256 after it`,
                  cause:
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
  },
});
