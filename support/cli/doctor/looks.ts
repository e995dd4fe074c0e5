import type { ReadingId, ReadingValues } from '../../contract/readings';
import { defaultReadings, readingForService } from '../../contract/readings';
import type { RequestPurpose, Exchange } from '../../exchange/exchange';
import { jsonBody, isAccepted } from '../../exchange/exchange';
import type { PublicKeyFact } from '../../exchange/facts';
import { textsIn } from '../../exchange/members';
import { rejectsIn } from '../../exchange/finders';
import { judgeRecordingBy } from '../../judging/loop';
import { contractObligations } from '../../obligations';
import {
  wrongEncodingRejected,
  wrongHashRejected,
  wrongPaddingRejected,
} from '../../obligations/field-encryption/rejections';
import { errorDetail, showAnswer } from '../../obligations/judge/answers';
import type { Home } from '../../obligations/judge/home';
import { wrongCredentialsRefused } from '../../obligations/session/refusals';
import { whyReadingInvalid } from '../../targets/check-readings';
import type { Target } from '../../targets/target';
import type { LookResult, Suggestion } from './suggestion';
import { shown } from './suggestion';

/** Suggests a value for the reading `error-code`, from the answers to wrong credentials. */
export function lookAtErrorCode(exchanges: readonly Exchange[], readings: ReadingValues): LookResult {
  const round = exchanges.filter(({ asked }) => asked?.round === 'wrong-credentials');
  const [refused] = negativesOf(round);
  const id = 'error-code';
  const code = refused && errorDetail(refused).code;
  const candidates = ['any-prefix', ...(code === undefined ? [] : [code])];
  const value = fitting(id, candidates, [wrongCredentialsRefused], () => round.map(inEnvelope), readings);
  const shownBy = refused === undefined ? [] : [shown(refused, showAnswer(refused))];
  return lookOf('the error code', refused !== undefined, { reading: id, value, shownBy });
}

/**
 * Returns a refusal as if its code and message were in the error envelope. The code can fit a reading even if the shape
 * of the body is wrong.
 */
function inEnvelope(exchange: Exchange): Exchange {
  const { asked, response } = exchange;
  if (asked?.part !== 'negative' || response?.body === undefined) return exchange;
  const text = JSON.stringify({ error: errorDetail(exchange) });
  return { ...exchange, response: { ...response, body: { ...response.body, text } } };
}

/** Returns the sessions that the gateway granted for the target's own credentials. */
export function grantedSessions(exchanges: readonly Exchange[]): Exchange[] {
  const part: RequestPurpose['part'] = 'valid';
  return exchanges.filter(
    (each) => each.operation === 'session.create' && each.asked?.part === part && isAccepted(each),
  );
}

/** Suggests a value for the reading `session-status`, from the first session that the gateway granted. */
export function lookAtSessionStatus(exchanges: readonly Exchange[], readings: ReadingValues): LookResult {
  const [granted] = grantedSessions(exchanges);
  const id = 'session-status';
  const status = granted?.response?.status;
  const isOther = (status === 200 || status === 202) && status !== readings[id];
  const breaks = status === defaultReadings[id] ? [] : brokenBy(id);
  return {
    at: 'the session status',
    about: [id],
    seen: granted !== undefined,
    suggestions:
      granted !== undefined && isOther
        ? [
            {
              reading: id,
              value: status,
              breaks,
              shownBy: [shown(granted, `a session with status ${status}`)],
            },
          ]
        : [],
  };
}

/**
 * Suggests a value for the reading `encryption-rejection`, from recorded answers to wrongly encrypted OTPs.
 * Only a run sends such OTPs, because each attempt uses up an OTP.
 */
export function lookAtRejection(recorded: readonly Exchange[], readings: ReadingValues): LookResult {
  const rounds = recorded.filter(({ asked }) => asked?.round.startsWith('otp/') === true);
  const refused = negativesOf(rounds);
  const id = 'encryption-rejection';
  const words = [...new Set(refused.flatMap(phraseIn))];
  const status = refused[0]?.response?.status;
  const candidates: ReadingValues[typeof id][] = [
    { shape: 'any' },
    ...(words.length === 0 ? [] : [{ shape: 'any', words } as const]),
    // By default, status 401 means an invalid token. It counts as a rejection of the encrypted value only if
    // the reading sets `status: 401`.
    ...(status !== 401 ? [] : [{ shape: 'any', status } as const]),
    ...(status !== 401 || words.length === 0 ? [] : [{ shape: 'any', status, words } as const]),
  ];
  const homes = [wrongPaddingRejected, wrongHashRejected, wrongEncodingRejected];
  const under = ({ words: sought }: ReadingValues[typeof id]): Exchange[] =>
    rounds.map((each) => saying(each, sought));
  const value = fitting(id, candidates, homes, under, readings);
  const shownBy = oneOfEachAnswer(refused).map((each) => shown(each, showAnswer(each), true));
  return lookOf('the rejection', refused.length > 0, { reading: id, value, shownBy });
}

/**
 * Returns a copy of the exchange with `facts.rejects` recomputed, as if the reading had contained these words
 * when the exchange was recorded.
 */
function saying(exchange: Exchange, words: readonly string[] | undefined): Exchange {
  const { rejects: _before, ...facts } = exchange.facts;
  const rejects = rejectsIn(exchange.response?.body?.text ?? '', words);
  return { ...exchange, facts: { ...facts, ...(rejects && { rejects }) } };
}

/** Returns one rejected exchange for each distinct answer. Omits accepted requests. */
function oneOfEachAnswer(refused: readonly Exchange[]): Exchange[] {
  const rejected = refused.filter((each) => !isAccepted(each));
  return [...new Map(rejected.toReversed().map((each) => [showAnswer(each), each])).values()].reverse();
}

/**
 * Suggests a value for the reading `envelope`, from the payer's callbacks. Suggests nothing if the payer uses
 * both JSON and JWE.
 */
export function lookAtEnvelope(recorded: readonly Exchange[], { envelope }: ReadingValues): LookResult {
  const callbacks = recorded.filter(({ sender }) => sender === 'service');
  const seen = callbacks.flatMap(({ facts: { payer } }) =>
    payer === undefined || payer.envelope === 'unreadable' ? [] : [payer.envelope],
  );
  const [found, ...others] = new Set(seen);
  const value = found !== envelope && others.length === 0 ? found : undefined;
  const told = value === 'json' ? 'a bundle in plain JSON as the body' : 'a JWE in payload';
  const shownBy = callbacks.slice(0, 1).map((first) => shown(first, told, true));
  return lookOf('the envelope', found !== undefined, { reading: 'envelope', value, shownBy });
}

/**
 * Returns the result of looking for one property. Includes the suggestion only if there is a better value and
 * an exchange that supports it.
 */
function lookOf(at: string, seen: boolean, found: Omit<Suggestion, 'breaks'>): LookResult {
  const isBetter = found.value !== undefined && found.shownBy.length > 0;
  return { at, about: [found.reading], seen, suggestions: isBetter ? [{ ...found, breaks: [] }] : [] };
}

/**
 * Returns the answered exchanges in which the suite sent a wrong request on purpose. Omits rounds without an
 * accepted valid request, because the service may have refused them for another reason.
 */
function negativesOf(rounds: readonly Exchange[]): Exchange[] {
  const isTaken = (round: string | undefined): boolean =>
    rounds.some(({ asked, ...each }) => asked?.part === 'valid' && asked.round === round && isAccepted(each));
  return rounds.filter(
    ({ asked, response }) => asked?.part === 'negative' && response !== undefined && isTaken(asked.round),
  );
}

/**
 * Returns the candidate that lets the most obligations pass. If several are equally good, returns the first;
 * if no candidate is better than the current value, `undefined`.
 *
 * @param under returns the exchanges as they would have been recorded with a candidate
 */
function fitting<Id extends ReadingId>(
  id: Id,
  candidates: readonly ReadingValues[Id][],
  homes: readonly Pick<Home, 'id'>[],
  under: (value: ReadingValues[Id]) => readonly Exchange[],
  readings: ReadingValues,
): ReadingValues[Id] | undefined {
  const keptUnder = (value: ReadingValues[Id]): number => {
    const context = { readings: { ...readings, [id]: value } };
    const obligations = homes.map((home) => contractObligations.get(home.id));
    return obligations.filter((each) => isKept(judgeRecordingBy(each, under(value), context))).length;
  };
  const offered = candidates.filter((value) => whyReadingInvalid(id, value) === undefined);
  let best: { readonly kept: number; readonly value?: ReadingValues[Id] } = { kept: keptUnder(readings[id]) };
  for (const value of offered) {
    const kept = keptUnder(value);
    if (kept > best.kept) best = { kept, value };
  }
  return best.value;
}

function isKept(conclusion: ReturnType<typeof judgeRecordingBy>): boolean {
  const { observations = 0, breachCount = 0, unjudged = [] } = conclusion ?? {};
  return observations > 0 && breachCount === 0 && unjudged.length === 0;
}

/**
 * Matches a term about encryption, with the words directly before and after it. Does not match
 * `encryptedOtp`: a message that mentions this field may mean that the OTP itself is wrong.
 */
const aboutCiphertexts =
  /(?:\p{L}+ )?[\p{L}_]*(?:cipher|decrypt|padding|encryption|encrypted value|value encrypted)[\p{L}_]*(?: \p{L}+)?/iu;

/**
 * Returns the first phrase about encryption in a rejection, in lower case, or an empty list. The phrase is
 * short, because numbers and ids around it may differ in the next run.
 */
function phraseIn(exchange: Exchange): string[] {
  if (isAccepted(exchange)) return [];
  const texts = textsIn(jsonBody(exchange.response) ?? exchange.response?.body?.text ?? '');
  return texts.flatMap((text) => aboutCiphertexts.exec(text)?.[0].toLowerCase() ?? []).slice(0, 1);
}

/**
 * Returns the ids of the obligations that break if services depart from the document by a setting.
 *
 * @param services the services that depart; `undefined` for a setting that concerns only one service
 */
function brokenBy(id: ReadingId, services?: readonly Service[]): string[] {
  return contractObligations.all
    .filter(({ departures = [] }) => departures.includes(id))
    .filter(({ roles }) => services === undefined || services.some((each) => roles.includes(each)))
    .map((each) => each.id);
}

type Service = 'identity' | 'registry';

/** A key that a service of the target publishes, with the exchange that shows it. */
interface Published {
  readonly service: Service;
  readonly key: PublicKeyFact;
  readonly exchange: Exchange;
}

/**
 * Maps a reading to the function that derives its value from a key. The function returns `undefined` if no
 * value of the reading describes the key.
 */
const read = {
  'key-bits': ({ bits }: PublicKeyFact) => (bits === 2048 || bits === 4096 ? bits : undefined),
  'certificate-form': ({ form }: PublicKeyFact) => (form === 'pem' || form === 'json' ? form : undefined),
} as const;

/** Suggests readings for the form and size of the published keys, if they differ from the target's readings. */
export function lookAtKeys(exchanges: readonly Exchange[], target: Target): LookResult {
  const services = certifiedServices(target);
  const published = keysPublishedIn(exchanges, target);
  const ids = Object.keys(read) as (keyof typeof read)[];
  return {
    at: 'the keys',
    about: ids,
    seen: published.length > 0,
    suggestions: ids.flatMap((id) => departureOf(id, services, published, target)),
  };
}

function certifiedServices(target: Pick<Target, 'services'>): Service[] {
  return (['identity', 'registry'] as const).filter((each) => target.services[each] !== undefined);
}

/** Returns the RSA keys that the services of a target publish. Omits keys with a flaw. */
export function keysPublishedIn(
  exchanges: readonly Exchange[],
  target: Pick<Target, 'services'>,
): Published[] {
  return certifiedServices(target).flatMap((service) => publishedBy(service, exchanges));
}

/**
 * Returns the RSA key from the latest successful request for the service's certificate. Returns an empty list
 * if the key has a flaw, because no reading allows for flaws.
 */
function publishedBy(service: Service, exchanges: readonly Exchange[]): Published[] {
  const part: RequestPurpose['part'] = 'valid';
  const exchange = exchanges.findLast(
    (each) => each.operation === `certificate.${service}` && each.asked?.part === part && isAccepted(each),
  );
  const key = exchange?.facts.publicKey;
  if (exchange === undefined || key?.type !== 'rsa' || key.flaw !== undefined) return [];
  return [{ service, key, exchange }];
}

function departureOf(
  id: keyof typeof read,
  services: readonly Service[],
  published: readonly Published[],
  { readings }: Target,
): Suggestion[] {
  const seenOf = (service: Service) => {
    const found = published.find((each) => each.service === service);
    return found === undefined ? undefined : read[id](found.key);
  };
  const agreed = (service: Service) => readingForService(readings, id, service);
  const values = services.map((service) => [service, seenOf(service) ?? agreed(service)] as const);
  const others = values.filter(([service, value]) => value !== agreed(service)).map(([service]) => service);
  if (others.length === 0) return [];
  const departing = values.filter(([, value]) => value !== defaultReadings[id]);
  const [[, first] = []] = values;
  return [
    {
      reading: id,
      value: values.every(([, value]) => value === first) ? first : Object.fromEntries(departing),
      breaks: brokenBy(
        id,
        departing.map(([service]) => service),
      ),
      shownBy: published
        .filter(({ service }) => others.includes(service))
        .map(({ exchange, key }) =>
          shown(exchange, `an RSA key of ${key.bits ?? '?'} bits as ${key.form === 'json' ? 'JSON' : 'PEM'}`),
        ),
    },
  ];
}
