import { linkToExchange, reportText } from '../../exchange/text';
import { defineHome, encryptedFieldPlaces, placesAt } from '../judge/home';
import type { PaddingFact } from '../../exchange/facts';
import { mixedHashes, paddingNames } from '../fields/messages';
import type { Judgement } from '../judge/judge';
import { JudgementTally, keptJudgement } from '../judge/judge';
import type { Open } from '../fields/attribution';
import { HashHistory } from '../fields/attribution';
import { plaintextNeeds } from '../fields/field-rule';

const likely = {
  mixed: mixedHashes,
  fixed: 'hash and padding are fixed: the value comes again as it was rejected',
  other: 'another hash or padding is tried in place of SHA-256',
  unopened: 'what comes again is under another key than the known ones, or garbled',
} as const;

/** Clause 6.3.3: what was rejected under SHA-1 is retried with SHA-256; when the certificate is fetched is free. */
export const retriedUnderSha256 = defineHome({
  id: 'ENC-05',
  clauses: ['6.3.3'],
  quote: 'on a decryption or padding rejection, retry with SHA-256.',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'active',
  title: 'A rejected value is retried with SHA-256',
  rule:
    'When a value was rejected for decryption or padding, some later attempt at that operation sends ' +
    'it again under OAEP with SHA-256, MGF1 over SHA-256 included. The client may fetch the certificate again ' +
    'before or after it.',
  absences: {
    'an attempt under SHA-256 after a rejection': {
      run: 'failed',
      mock: 'inconclusive',
      traffic: 'not judged',
      complete: 'three more attempts without SHA-256 are rejected',
    },
  },
  latitude: {
    'SHA-256 only when the caller asks again': 'one-attempt',
    'SHA-256 before the certificate is fetched again': 'sha256-before-certificate',
    'new certificates of both services after a rejection': 'certificates-all-dropped',
    'rejections with the status and words that the target names': 'rejections-as-agreed',
  },
  on: ['identity', 'registry'],
  causes: Object.values(likely),
  follows: ['ENC-03', 'ENC-04', 'CRT-09'],
  ...plaintextNeeds,
  tells: [...encryptedFieldPlaces('padding'), ...placesAt('answer line', 'answer body/error')],
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
        const tally = new JudgementTally(context);
        for (const seqs of answers) tally.add(keptJudgement, ...seqs);
        for (const each of history.open) {
          const { rejected, missed } = each;
          tally.add(judgeOpen(each), ...(missed === undefined ? [] : [missed.seq]), rejected);
        }
        const first = history.rejectedAtFirst;
        if (first !== undefined)
          tally.add({
            unjudged: reportText`${linkToExchange(first)}: SHA-256 was rejected, and no other hash before it`,
          });
        return tally.conclude();
      },
    };
  },
});

/** After so many rejected attempts without SHA-256, the client does not use SHA-256 at all. The number is ours. */
const mostMissed = 3;

/** Whether an attempt under SHA-256 may be missing in the recording. */
function mayBeRetried({ isInWindow, mayEndBeforeRetry, missed }: Open): boolean {
  return isInWindow || (mayEndBeforeRetry && (missed?.times ?? 0) < mostMissed);
}

function judgeOpen(open: Open): Judgement {
  const { rejected, padding, sound, missed } = open;
  if (missed === undefined)
    return {
      unjudged: reportText`${linkToExchange(rejected)} was rejected, and that operation was not tried again`,
    };
  if (padding === 'unknown' && missed.padding === 'unknown')
    return {
      unjudged: reportText`no key opens ${linkToExchange(rejected)} and what followed: their hash cannot be told`,
    };
  // With another mistake in it, a new certificate may be tried first.
  if (!sound && missed.times < 2)
    return {
      unjudged: reportText`${linkToExchange(rejected)} has another mistake too, and was tried again but once`,
    };
  if (mayBeRetried(open))
    return {
      unjudged: reportText`${linkToExchange(rejected)} was rejected, and tried again without SHA-256; a later attempt may follow after the end of the recording`,
      withholds: true,
    };
  return {
    breach: {
      sent: reportText`the value that was rejected in ${linkToExchange(rejected)}, again`,
      expected: `a later attempt under OAEP with SHA-256 and MGF1 over SHA-256${sound ? '' : allTheSame}`,
      seen: reportText`${paddingNames[missed.padding]} in ${linkToExchange(missed.seq)}, rejected too, and no SHA-256 in ${missed.times + 1} attempts`,
      cause: likelyCause(padding, missed.padding),
    },
  };
}

const allTheSame = ', even where another mistake may be why it was rejected';

function likelyCause(first: PaddingFact, next: PaddingFact): string {
  if (first === next) return likely.fixed;
  if (next === 'unknown') return likely.unopened;
  return next === 'oaep-mixed' ? likely.mixed : likely.other;
}
