import type { TransferLeakFact } from '../../contract/transfer';
import type { AdapterAnswer, LogLine } from '../../exchange/evidence';
import { nameEvidence } from '../../exchange/evidence';
import { linkToExchange, reportText } from '../../exchange/text';
import { defineHome, placesAt } from '../judge/home';
import type { Finding, Judgement } from '../judge/judge';
import { JudgementTally } from '../judge/judge';
import type { Given } from './transfer-answer';
import { givenIn, showTransfer } from './transfer-answer';

const causes = {
  privateKey: 'the key pair, or an object that holds it, is written to a log',
  otherSecret:
    'what the private key leads to is logged: with it, too, the record can be opened; the document does not speak of it',
  reused:
    'one private key serves several transfers, so the client still has it after the session of the first one',
} as const;

/** Clause 6.2.2: a declaration, which logs and key pairs that occur in several transfers can refute. */
export const keysDiscarded = defineHome({
  id: 'HDT-19',
  clauses: ['6.2.2'],
  quote: 'The private key is kept only for this transfer session.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'declared',
  title: 'The transfer key is discarded with its session',
  rule: 'The HIP holds its private key no longer than the transfer session for which it was made.',
  absences: 'only logs and repeated key pairs in the evidence contradict the declaration',
  latitude: 'a person declares it',
  causes: Object.values(causes),
  on: ['log', 'adapter'],
  follows: ['HDT-03'],
  tells: placesAt(
    'fact transferLeaks',
    'request body/keyMaterial/dhPublicKey/keyValue',
    'fact transfer/keyMaterial/keyDigest',
  ),
  contradicts: (context) => {
    const tally = new JudgementTally(context);
    const pairs = new KeyPairUses();
    return {
      observe(evidence: LogLine | AdapterAnswer) {
        if (evidence.kind === 'log line') {
          const judgement = judgeLine(evidence);
          if (judgement !== undefined) tally.add(judgement, evidence.seq);
        } else pairs.observe(evidence);
      },
      conclude: () => tally.concludeWith(pairs.findings()),
    };
  },
});

/** Returns a breach if a log contains a private key, and a warning if it contains a value that the key leads to. */
function judgeLine(line: LogLine): Judgement | undefined {
  const { transferLeaks = [] } = line.facts;
  const keys = transferLeaks.filter(({ what }) => what === 'private key');
  if (keys.length > 0) return logged(line, keys);
  return transferLeaks.length > 0 ? logged(line, transferLeaks, true) : undefined;
}

/**
 * Returns the breach of a log, because a log outlives every session.
 * @param warns set if only values were found that the private key leads to
 */
function logged(line: LogLine, leaks: readonly TransferLeakFact[], warns?: true): Judgement {
  return {
    breach: {
      sent: nameEvidence(line),
      expected: 'logs without the keys of transfers',
      seen: leaks
        .map(({ what, place, encoding }) => `the ${what} of a transfer (${encoding}) in ${place}`)
        .join('; '),
      cause: warns ? causes.otherSecret : causes.privateKey,
      ...(warns && { warns }),
    },
  };
}

/** The first transfer with a key pair. */
interface FirstUse {
  readonly seq: number;
  /** Identifies the transfer, to recognise it if it is repeated. */
  readonly transfer: string;
}

/** Finds key pairs that occur in several transfers. */
class KeyPairUses {
  readonly #first = new Map<string, FirstUse>();
  readonly #again: Finding[] = [];

  observe(answer: AdapterAnswer): void {
    const given = givenIn(answer, 'transfer.encrypt');
    const key = given?.material.keyDigest;
    if (given === undefined || key === undefined) return;
    const transfer = transferOf(given);
    const first = this.#first.get(key);
    if (first === undefined) this.#first.set(key, { seq: given.seq, transfer });
    else if (first.transfer !== transfer) this.#again.push(usedAgain(given, first));
  }

  findings(): readonly Finding[] {
    return this.#again;
  }
}

/** A client that repeats one and the same transfer encrypts the same bundle for the same key with the same nonce. */
function transferOf({ variant, fact: { form }, material: { nonceDigest = '' } }: Given): string {
  return `${form} ${variant} ${nonceDigest}`;
}

function usedAgain(given: Given, { seq }: FirstUse): Finding {
  const breach = {
    sent: showTransfer(given),
    expected:
      'a private key that existed only for this transfer, and so another public key than in any other one',
    seen: reportText`the public key of ${linkToExchange(seq)}, which was another transfer`,
    cause: causes.reused,
  };
  return { judgement: { breach }, seqs: [given.seq, seq] };
}
