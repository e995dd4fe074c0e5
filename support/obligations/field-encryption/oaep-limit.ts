import { home } from '../judge/home';
import { adapterAnswer, at } from '../judge/places';
import { oaepSha1Limit } from '../../contract/constants';
import { readFieldText } from '../../contract/field-text';
import { memberOf, parseJson } from '../../contract/json';
import { keyReading } from '../../contract/readings';
import type { AdapterAnswer } from '../../exchange/evidence';
import type { FieldFact } from '../../exchange/facts';
import { readForm } from '../../exchange/read-form';
import type { Judgement } from '../judge/judge';
import { Tally, kept } from '../judge/judge';

const likely = {
  cut: 'the value is cut to what fits, or padded otherwise, as by PKCS#1 v1.5',
  split: 'the value is split over several ciphertexts',
  noCiphertext: 'no ciphertext is given and no error either: what failed was passed over',
} as const;

/**
 * Clauses 6.3.2, 8: a value over the OAEP limit is refused whole. Judged on what the adapter answered, once a value
 * that just fits was encrypted: a client that refuses everything shows nothing. Where it encrypts under a longer key,
 * more fits, and which key it is has a name of its own.
 */
export const oversizeRefused = home({
  id: 'ENC-14',
  clauses: ['6.3.2', '8'],
  quote: 'RSA 2048-bit with OAEP SHA-1, maximum plaintext | about 214 bytes',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'should',
  seen: 'adapter',
  title: 'Values too long for OAEP are rejected, not cut',
  rule:
    'A value that exceeds what OAEP can hold, 214 bytes at 2048 bits with SHA-1, is refused by the ' +
    'integrator; it is neither cut nor split.',
  on: ['adapter'],
  needs: ['CRT-08', 'CRT-09', 'ENC-03', 'ENC-04', 'ENC-07'],
  causes: Object.values(likely),
  tells: [...adapterAnswer, ...at('fact adapter/valueBytes', 'request body/ciphertext', 'fact fields')],
  act: 'encryptsAnyValue',
  optionalAct: true,
  challenge: ['a field of that size'],
  judge: ({ readings }) => {
    const bitsFor = ({ service }: AdapterAnswer): number => keyReading(readings, 'key-bits', service);
    const over: AdapterAnswer[] = [];
    /** Services for which a longer key is in use than their own. */
    const longer = new Set<string | undefined>();
    /** Of which length a value that just fits was encrypted. */
    const fitted = new Set<number>();
    return {
      observe(answer) {
        if (answer.facts.fields?.some(isUnderLonger) === true) longer.add(answer.service);
        const { adapter } = answer.facts;
        if (answer.method !== 'field.encrypt' || adapter === undefined) return;
        if (adapter.outcome === 'not-offered') return;
        const limit = oaepSha1Limit(bitsFor(answer));
        if (adapter.valueBytes > limit) over.push(answer);
        else if (adapter.valueBytes === limit && adapter.outcome === 'result') fitted.add(limit);
      },
      conclude() {
        const tally = new Tally();
        for (const answer of over)
          if (isRefused(answer) || !longer.has(answer.service))
            tally.add(judge(answer, bitsFor(answer), fitted), answer.seq);
        return tally.conclude();
      },
    };
  },
});

function isUnderLonger({ form, bytes = 0, modulusBytes, ownKey, padding }: FieldFact): boolean {
  if (form !== 'base64' || (padding !== 'unknown' && ownKey !== false)) return false;
  return modulusBytes !== undefined && bytes > modulusBytes;
}

const isRefused = ({ facts: { adapter } }: AdapterAnswer): boolean => adapter?.outcome === 'refused';

function judge(answer: AdapterAnswer, bits: number, fitted: ReadonlySet<number>): Judgement {
  const { facts, body } = answer;
  const limit = oaepSha1Limit(bits);
  const { adapter } = facts;
  if (!fitted.has(limit))
    return { unjudged: `a value of ${limit} bytes, which fits, was not encrypted either` };
  if (isRefused(answer)) return kept;
  return {
    breach: {
      sent: `field.encrypt of a value of ${adapter?.valueBytes ?? 0} bytes`,
      expected: `an error: OAEP with SHA-1 takes ${limit} bytes`,
      seen: `${adapter?.outcome ?? 'nothing'} ${body?.text.slice(0, 80) ?? ''}`,
      cause: likelyGift(memberOf(parseJson(body?.text ?? ''), 'ciphertext'), bits / 8),
    },
  };
}

/** By what was given, or the form that was kept of it. */
function likelyGift(given: unknown, keyBytes: number): string {
  const form = typeof given === 'string' ? readForm(given) : undefined;
  const { bytes, flaw } = readFieldText(given);
  const isCoded = form !== undefined && /^(?:base64|base64url|hex)$/.test(form.kind);
  const size = isCoded ? parseInt(form.size, 10) : bytes?.length;
  if (size === undefined || size < keyBytes) return likely.noCiphertext;
  const isJoined = flaw === 'joined' || form?.details.includes('joined') === true;
  return isJoined || size > keyBytes ? likely.split : likely.cut;
}
