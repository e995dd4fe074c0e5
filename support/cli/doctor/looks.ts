import type { ReadingId, ReadingValues } from '../../contract/readings';
import { defaultReadings, keyReading } from '../../contract/readings';
import type { Asked, Exchange } from '../../exchange/exchange';
import { jsonBody, isAccepted } from '../../exchange/exchange';
import type { PublicKeyFact } from '../../exchange/facts';
import { textsIn } from '../../exchange/members';
import { rejectsIn } from '../../exchange/finders';
import { judgeBy } from '../../judging/loop';
import { contractObligations } from '../../obligations';
import { identityCertificate, registryCertificate } from '../../obligations/certificate/published';
import {
  wrongEncodingRejected,
  wrongHashRejected,
  wrongPaddingRejected,
} from '../../obligations/field-encryption/rejections';
import { errorDetail, showAnswer } from '../../obligations/judge/answers';
import type { Home } from '../../obligations/judge/home';
import { wrongCredentialsRefused } from '../../obligations/session/refusals';
import { whyNoReading } from '../../targets/check-readings';
import type { Target } from '../../targets/target';
import type { Look, Suggestion } from './suggestion';
import { shown } from './suggestion';

/** The code of the refusal of wrong credentials. */
export function lookAtErrorCode(exchanges: readonly Exchange[], readings: ReadingValues): Look {
  const round = exchanges.filter(({ asked }) => asked?.round === 'wrong-credentials');
  const [refused] = negativesOf(round);
  const id = 'error-code';
  const code = refused && errorDetail(refused).code;
  const candidates = ['any-prefix', ...(code === undefined ? [] : [code])];
  const value = fitting(id, candidates, [wrongCredentialsRefused], () => round, readings);
  const shownBy = refused === undefined ? [] : [shown(refused, showAnswer(refused))];
  return lookOf('the error code', refused !== undefined, { reading: id, value, shownBy });
}

/** How values are rejected that are wrongly encrypted: only a run spends the OTPs that show it. */
export function lookAtRejection(recorded: readonly Exchange[], readings: ReadingValues): Look {
  const rounds = recorded.filter(({ asked }) => asked?.round.startsWith('otp/') === true);
  const refused = negativesOf(rounds);
  const id = 'encryption-rejection';
  const words = [...new Set(refused.flatMap(phraseIn))];
  const status = refused[0]?.response?.status;
  const candidates: ReadingValues[typeof id][] = [
    { shape: 'any' },
    ...(words.length === 0 ? [] : [{ shape: 'any', words } as const]),
    // Without a status that is agreed, a 401 is about the token.
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

/** What an answer says of encryption is a fact that was found under the reading in force. */
function saying(exchange: Exchange, words: readonly string[] | undefined): Exchange {
  const { rejects: _before, ...facts } = exchange.facts;
  const rejects = rejectsIn(exchange.response?.body?.text ?? '', words);
  return { ...exchange, facts: { ...facts, ...(rejects && { rejects }) } };
}

/** What was accepted shows no rejection, and the same answer need not be shown twice. */
function oneOfEachAnswer(refused: readonly Exchange[]): Exchange[] {
  const rejected = refused.filter((each) => !isAccepted(each));
  return [...new Map(rejected.toReversed().map((each) => [showAnswer(each), each])).values()].reverse();
}

/** How the payer seals its callbacks: where it does so in two ways, neither is agreed. */
export function lookAtEnvelope(recorded: readonly Exchange[], { envelope }: ReadingValues): Look {
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

/** What was looked for, with what it suggests: nothing where no other value fits. */
function lookOf(at: string, seen: boolean, found: Omit<Suggestion, 'breaks'>): Look {
  const isBetter = found.value !== undefined && found.shownBy.length > 0;
  return { at, seen, suggestions: isBetter ? [{ ...found, breaks: [] }] : [] };
}

/** Refusals of what was wrong in a named way; where the right request was refused too, they may have any reason. */
function negativesOf(rounds: readonly Exchange[]): Exchange[] {
  const isTaken = (round: string | undefined): boolean =>
    rounds.some(({ asked, ...each }) => asked?.part === 'valid' && asked.round === round && isAccepted(each));
  return rounds.filter(
    ({ asked, response }) => asked?.part === 'negative' && response !== undefined && isTaken(asked.round),
  );
}

/**
 * Of some values for a reading the first under which more of the obligations are kept than under the one in force;
 * `undefined` where none is better. So what is suggested is what a run passes with.
 * @param under the exchanges as they would have been recorded under a value
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
    return obligations.filter((each) => isKept(judgeBy(each, under(value), context))).length;
  };
  const offered = candidates.filter((value) => whyNoReading(id, value) === undefined);
  let best: { readonly kept: number; readonly value?: ReadingValues[Id] } = { kept: keptUnder(readings[id]) };
  for (const value of offered) {
    const kept = keptUnder(value);
    if (kept > best.kept) best = { kept, value };
  }
  return best.value;
}

function isKept(conclusion: ReturnType<typeof judgeBy>): boolean {
  const { observations = 0, breachCount = 0, unjudged = [] } = conclusion ?? {};
  return observations > 0 && breachCount === 0 && unjudged.length === 0;
}

/** A word that is about ciphertexts, with its neighbours. Of an `encryptedOtp` that is wrong, the OTP may be wrong. */
const aboutCiphertexts =
  /(?:\p{L}+ )?[\p{L}_]*(?:cipher|decrypt|padding|encryption|encrypted value|value encrypted)[\p{L}_]*(?: \p{L}+)?/iu;

/** The shortest words of an answer that say so: numbers and ids beside them may be others in the next run. */
function phraseIn(exchange: Exchange): string[] {
  if (isAccepted(exchange)) return [];
  const texts = textsIn(jsonBody(exchange.response) ?? exchange.response?.body?.text ?? '');
  return texts.flatMap((text) => aboutCiphertexts.exec(text)?.[0].toLowerCase() ?? []).slice(0, 1);
}

const homes = { identity: identityCertificate, registry: registryCertificate } as const;

type Service = keyof typeof homes;

/** The key that a service publishes, and the exchange that shows it. */
interface Published {
  readonly service: Service;
  readonly key: PublicKeyFact;
  readonly exchange: Exchange;
}

/** How a departure is read off a key; `undefined`: the key has nothing that the reading offers. */
const read = {
  'key-bits': ({ bits }: PublicKeyFact) => (bits === 2048 || bits === 4096 ? bits : undefined),
  'certificate-form': ({ form }: PublicKeyFact) => (form === 'pem' || form === 'json' ? form : undefined),
} as const;

/** Form and size of the keys in the certificates, where they are not as the target has them. */
export function lookAtKeys(exchanges: readonly Exchange[], target: Target): Look {
  const services = (['identity', 'registry'] as const).filter((each) => target.services[each] !== undefined);
  const published = services.flatMap((service) => publishedBy(service, exchanges));
  const ids = Object.keys(read) as (keyof typeof read)[];
  return {
    at: 'the keys',
    seen: published.length > 0,
    suggestions: ids.flatMap((id) => departureOf(id, services, published, target)),
  };
}

/** A key that is wrong in itself departs in no way that a reading offers. */
function publishedBy(service: Service, exchanges: readonly Exchange[]): Published[] {
  const part: Asked['part'] = 'valid';
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
  const agreed = (service: Service) => keyReading(readings, id, service);
  const values = services.map((service) => [service, seenOf(service) ?? agreed(service)] as const);
  const others = values.filter(([service, value]) => value !== agreed(service)).map(([service]) => service);
  if (others.length === 0) return [];
  const departing = values.filter(([, value]) => value !== defaultReadings[id]);
  const [[, first] = []] = values;
  return [
    {
      reading: id,
      value: values.every(([, value]) => value === first) ? first : Object.fromEntries(departing),
      breaks: departing.map(([service]) => homes[service].id),
      shownBy: published
        .filter(({ service }) => others.includes(service))
        .map(({ exchange, key }) =>
          shown(exchange, `an RSA key of ${key.bits ?? '?'} bits as ${key.form === 'json' ? 'JSON' : 'PEM'}`),
        ),
    },
  ];
}
