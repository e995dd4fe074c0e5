import type { TransferLeakFact } from '../../contract/transfer-facts';
import type { LogLine } from '../../exchange/evidence';
import { nameEvidence } from '../../exchange/evidence';
import { home } from '../judge/home';
import type { Judgement } from '../judge/judge';
import { eachExchange } from '../judge/judge';
import { at } from '../judge/places';

const likely = {
  privateKey: 'the key pair, or an object that holds it, is written to a log',
  otherSecret:
    'what the private key leads to is logged: with it, too, the record can be opened; the document does not speak of it',
} as const;

export const keysDiscarded = home({
  id: 'HDT-19',
  clauses: ['6.2.2'],
  quote: 'The private key is kept only for this transfer session.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'declared',
  title: 'The transfer key is discarded with its session',
  rule: 'The HIP holds its private key no longer than the transfer session for which it was made.',
  causes: Object.values(likely),
  on: ['log'],
  tells: at('fact transferLeaks'),
  contradicts: eachExchange<LogLine>((line) => {
    const { transferLeaks = [] } = line.facts;
    const keys = transferLeaks.filter(({ what }) => what === 'private key');
    if (keys.length > 0) return logged(line, keys);
    return transferLeaks.length > 0 ? logged(line, transferLeaks, true) : undefined;
  }),
});

/** A log outlives every session. @param warns what the key leads to was found, and not the key */
function logged(line: LogLine, leaks: readonly TransferLeakFact[], warns?: true): Judgement {
  return {
    breach: {
      sent: nameEvidence(line),
      expected: 'logs without the keys of transfers',
      seen: leaks
        .map(({ what, place, encoding }) => `the ${what} of a transfer (${encoding}) in ${place}`)
        .join('; '),
      cause: warns ? likely.otherSecret : likely.privateKey,
      ...(warns && { warns }),
    },
  };
}
