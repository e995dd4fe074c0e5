import { linkToExchange, reportText } from '../../exchange/text';
import { encryptedTo } from '../fields/field-rule';
import { defineHome, placesAt, encryptedFieldPlaces } from '../judge/home';
import type { Exchange } from '../../exchange/exchange';
import { isAccepted } from '../../exchange/exchange';
import type { FieldFact } from '../../exchange/facts';
import { showAnswer, showRequest } from '../judge/answers';
import { isDecryptionError } from '../field-encryption/rejections';
import type { Finding, Judgement, RuleContext, BreachDetails } from '../judge/judge';
import { JudgementTally, withFacetNames, keptJudgement } from '../judge/judge';
import { ciphertextsIn } from '../fields/ciphertexts';
import {
  serviceOfCertificateFetch,
  clientInstanceOf,
  isForCallbackCertificates,
  isReadableRequest,
} from '../judge/requests';
import { isInWindow, mayBeOfOtherProcess, mayEndBeforeReaction, tokenOf } from '../judge/window';
import { pathOfRequest } from '../../exchange/address';

/** Whose certificates a rejection puts in doubt: the service's own, and that of a key which opens a field. */
function ownersOf({ service = 'gateway' }: Exchange, ciphertexts: readonly FieldFact[]): string[] {
  const names = ciphertexts.flatMap(({ key }) =>
    key === undefined ? [] : [key.replace(/ \(retired\)$/, '')],
  );
  return [service, ...names];
}

interface Doubt {
  /** Whose certificate is to be fetched; which of them is the right one is judged on the field. */
  readonly owners: readonly string[];
  readonly rejected: number;
  readonly service: string | undefined;
  readonly path: string;
  /** The pseudonym of the access token of the rejected request. */
  readonly token: string | undefined;
  /** Whether the recording may lack requests of the client that came after the rejection. */
  readonly isInWindow: boolean;
  /** Whether the recording may end before the client fetches the certificate. */
  readonly mayEndBeforeFetch: boolean;
  /** How the rejected values were padded. */
  readonly paddings: readonly string[];
  /** Epoch milliseconds: what was under way before is no answer to the rejection. */
  readonly since: number;
  fetch?: { readonly seq: number; readonly failure?: string };
  /** The one attempt under SHA-256 that clause 6.3.3 asks for, whenever the certificate is fetched. */
  retry?: number;
  /** The next ciphertext, if it may be that of another declared process. */
  unnamed?: number;
  /** The next other ciphertext, where no fetch came before it. */
  late?: { readonly seq: number; readonly sent: string; readonly isOtherHash: boolean };
  /** The number of ciphertexts that no fetch came before, without the one attempt under SHA-256. */
  unfetched: number;
}

/**
 * After so many requests with ciphertexts and without a fetch, the client ignores the rejection, although its recording
 * may end before a fetch. The number is ours.
 */
const mostUnfetched = 3;

const likely = {
  late: 'the certificate is fetched after the next ciphertext; the document shows no order, and we recommend the fetch first',
  keptThough:
    'the rejection was recognised, as another hash shows; the certificate is cached for good, or configured',
  unrecognised:
    'the rejection is not recognised in the error body, or the certificate is cached for good, or configured',
} as const;

/** Clause 6.3.1: after a decryption or padding error the certificate is fetched before the next ciphertext goes. */
export const certificateRefreshed = defineHome({
  id: 'CRT-08',
  clauses: ['6.3.1'],
  quote: 'refresh it after any decryption or padding error.',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'active',
  title: 'Decryption errors cause a certificate refresh',
  rule:
    'When a service has reported a decryption or padding error, its certificate is fetched again ' +
    'before that service gets its next ciphertext, one attempt under SHA-256 at the rejected operation ' +
    'apart. That order is ours: a later fetch is a warning, and only none at all is a breach.',
  absences: {
    'a request for the certificate after a rejection': {
      run: 'failed',
      mock: 'warning',
      traffic: 'not judged',
      complete: 'the client sends three more values to the service',
    },
  },
  latitude: {
    'the certificates of both services are fetched': 'certificates-all-dropped',
    'SHA-256 is tried once before the fetch': 'sha256-before-certificate',
    'the value is sent again only when asked for': 'one-attempt',
    'the services reject with words that the target names': 'rejections-as-agreed',
  },
  causes: Object.values(likely),
  facets: { service: ['each that the client encrypts for'] },
  facetsOf: encryptedTo,
  needs: ['OTP-01', 'ENC-01', 'ENC-02', 'ENC-03', 'ENC-04'],
  tells: [
    ...encryptedFieldPlaces('key', 'padding'),
    ...placesAt('request line', 'answer line', 'answer body', 'fact publicKey/digest'),
  ],
  costsOtp: true,
  judge: (context) => {
    const tally = new JudgementTally(context);
    const doubts = new Map<string, Doubt>();
    return {
      observe(exchange) {
        if (!isReadableRequest(exchange)) return;
        for (const { judgement, seqs } of noteFetch(exchange, context, doubts)) tally.add(judgement, ...seqs);
        const ciphertexts = ciphertextsIn(exchange);
        if (ciphertexts.length === 0) return;
        const key = `${clientInstanceOf(exchange)} ${exchange.service ?? ''}`;
        const doubt = doubts.get(key);
        // What was under way then was encrypted before the client could know.
        if (doubt !== undefined && exchange.arrivedAt < doubt.since) return;
        if (doubt !== undefined && doubt.fetch === undefined) {
          if (mayBeOfOtherProcess(exchange, doubt.token, context)) return;
          // Several processes may share an access token, and only the process of the rejected value knows of the rejection.
          if ((context.processes ?? 1) > 1) {
            doubt.unnamed ??= exchange.seq;
            return;
          }
          noteUnfetched(exchange, doubt, paddingsOf(ciphertexts));
          return;
        }
        if (doubt?.fetch !== undefined) {
          const judgement = withFacetNames(judgeFetched(doubt.fetch), exchange.service);
          tally.add(judgement, exchange.seq, doubt.rejected);
        }
        doubts.delete(key);
        if (isDecryptionError(exchange, context))
          doubts.set(key, {
            owners: ownersOf(exchange, ciphertexts),
            rejected: exchange.seq,
            service: exchange.service,
            path: pathOfRequest(exchange),
            token: tokenOf(exchange),
            isInWindow: isInWindow(exchange, context),
            mayEndBeforeFetch: mayEndBeforeReaction(exchange, context),
            paddings: paddingsOf(ciphertexts),
            since: exchange.answeredAt,
            unfetched: 0,
          });
      },
      conclude: () => tally.concludeWith([...doubts.values()].flatMap(judgeUnfetched)),
    };
  },
});

/** Notes the fetch of a certificate that is in doubt. Returns a finding for each ciphertext that preceded the fetch. */
function noteFetch(exchange: Exchange, context: RuleContext, doubts: Map<string, Doubt>): Finding[] {
  const published = isForCallbackCertificates(exchange, context) ? 'callback JWKS' : undefined;
  const owner = serviceOfCertificateFetch(exchange) ?? published;
  if (owner === undefined) return [];
  const found: Finding[] = [];
  for (const [key, doubt] of doubts) {
    if (!key.startsWith(`${clientInstanceOf(exchange)} `) || !doubt.owners.includes(owner)) continue;
    doubt.fetch = {
      seq: exchange.seq,
      ...(!isAccepted(exchange) && { failure: showAnswer(exchange) }),
    };
    if (doubt.late === undefined) continue;
    found.push(judgeLate(doubt, exchange.seq));
    doubts.delete(key);
  }
  return found;
}

/** Notes a ciphertext that no fetch came before. Whose padding cannot be told may be the attempt under SHA-256. */
function noteUnfetched(exchange: Exchange, doubt: Doubt, paddings: readonly string[]): void {
  const isSha256 =
    paddings.length === 0 || paddings.some((each) => each === 'oaep-sha256' || each === 'unknown');
  const isFree = doubt.retry === undefined && isSha256 && pathOfRequest(exchange) === doubt.path;
  if (isFree && doubt.late === undefined) {
    doubt.retry = exchange.seq;
    return;
  }
  doubt.unfetched += 1;
  doubt.late ??= {
    seq: exchange.seq,
    sent: showRequest(exchange, 'the next ciphertext after a rejection'),
    isOtherHash: paddings.some((each) => !doubt.paddings.includes(each)),
  };
}

const paddingsOf = (ciphertexts: readonly FieldFact[]): string[] =>
  ciphertexts.flatMap(({ padding }) => padding ?? []);

function judgeFetched({ seq, failure }: NonNullable<Doubt['fetch']>): Judgement {
  if (failure === undefined) return keptJudgement;
  return { unjudged: reportText`the certificate was asked for in ${linkToExchange(seq)}: ${failure}` };
}

function judgeLate(doubt: Doubt, fetch: number): Finding {
  return judgeUntimely(doubt, {
    seen: reportText`${linkToExchange(doubt.rejected)} was rejected, and the certificate fetched in ${linkToExchange(fetch)} only`,
    cause: likely.late,
    warns: true,
  });
}

/** What a rejection comes to after which no certificate was fetched. */
function judgeUnfetched(doubt: Doubt): Finding[] {
  const { rejected, service, fetch, retry, late } = doubt;
  if (fetch !== undefined) return [];
  if (doubt.unnamed !== undefined) {
    const unjudged = reportText`${linkToExchange(rejected)} was rejected, and no fetch followed; ${linkToExchange(doubt.unnamed)} may come from another of the declared processes`;
    return [{ judgement: withFacetNames({ unjudged, withholds: true }, service), seqs: [] }];
  }
  if (doubt.isInWindow && late !== undefined) {
    const unjudged = reportText`${linkToExchange(rejected)} was rejected, and the recording contains no fetch after it; the client may have fetched the certificate at an address that is not recorded, or after the end of the recording`;
    return [{ judgement: withFacetNames({ unjudged, withholds: true }, service), seqs: [] }];
  }
  if (late === undefined) {
    if (retry === undefined) return [];
    const unjudged = reportText`${linkToExchange(rejected)} was rejected, and tried again in ${linkToExchange(retry)}; nothing encrypted followed`;
    return [{ judgement: withFacetNames({ unjudged }, service), seqs: [] }];
  }
  // A fetch after the end of the recording would still be late.
  const mayBeLate = doubt.mayEndBeforeFetch && doubt.unfetched < mostUnfetched;
  return [
    judgeUntimely(doubt, {
      seen: reportText`no fetch since ${linkToExchange(rejected)} was rejected`,
      cause: late.isOtherHash || retry !== undefined ? likely.keptThough : likely.unrecognised,
      ...(mayBeLate && { warns: true }),
    }),
  ];
}

function judgeUntimely(
  { rejected, service, late }: Doubt,
  told: Pick<BreachDetails, 'seen' | 'cause' | 'warns'>,
): Finding {
  const expected = `the certificate of ${service ?? 'the service'} fetched again first`;
  const breach = { sent: late?.sent ?? '', expected, ...told };
  return { judgement: withFacetNames({ breach }, service), seqs: [late?.seq ?? rejected, rejected] };
}
