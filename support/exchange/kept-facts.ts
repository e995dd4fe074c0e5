import type { FieldFact } from '../contract/field-facts';
import type { CallbackTokenFact, PayerFact } from '../contract/payer-facts';
import type { Facts, LeakFact, TlsFact, TokenFact } from './facts';
import type { Keeper } from './keep';
import { isKept } from './kept-form';
import type { PublicKeyFact } from './public-key';

/** What facts quote of the peer passes the same list as what they were read from. */
export function keptFacts(facts: Facts, keeper: Keeper): Facts {
  const { fields, leaks, secretIn, payer, callbackToken, tls, tokens, publicKey } = facts;
  return {
    ...facts,
    ...(fields && { fields: fields.map((field) => keptField(field, keeper)) }),
    ...(leaks && { leaks: leaks.map((leak) => keptLeak(leak, keeper)) }),
    ...(secretIn && { secretIn: secretIn.map((place) => keptPlace(place, keeper)) }),
    ...(tls && { tls: keptTls(tls, keeper) }),
    ...(payer && { payer: keptPayer(payer, keeper) }),
    ...(callbackToken && { callbackToken: keptCallbackToken(callbackToken, keeper) }),
    ...(tokens && { tokens: keptTokens(tokens, keeper) }),
    ...(publicKey && { publicKey: keptKey(publicKey, keeper) }),
  };
}

const keptField = (field: FieldFact, keeper: Keeper): FieldFact => ({
  ...field,
  pointer: keptPointer(field.pointer, keeper),
});

/** The way to a member, name by name. */
const keptPointer = (pointer: string, { names }: Keeper): string =>
  pointer
    .split('/')
    .map((name) => (/^\d{0,3}$/.test(name) || !isKept(name) ? name : names.member(name)))
    .join('/');

const keptLeak = (leak: LeakFact, keeper: Keeper): LeakFact => ({
  ...leak,
  place: keptPlace(leak.place, keeper),
});

/** `header x-note`, `body /remarks` */
function keptPlace(place: string, keeper: Keeper): string {
  const [, lead = '', name = ''] = /^(header |body (?=\/))(.*)$/s.exec(place) ?? [];
  if (lead === '') return place;
  return lead + (lead === 'header ' ? keeper.names.header(name) : keptPointer(name, keeper));
}

function keptTls(tls: TlsFact, keeper: Keeper): TlsFact {
  const { authority } = tls;
  return { ...tls, ...(authority !== undefined && { authority: keptAuthority(authority, keeper) }) };
}

/** A name as X.509 has it (RFC 4514, section 3): its keys, and the plain words of their values. */
const keptAuthority = (authority: string, keeper: Keeper): string =>
  authority
    .split(', ')
    .map((part) => {
      const [, key = ''] = /^((?:CN|OU|O|L|ST|C|DC)=)./.exec(part) ?? [];
      return key + keeper.sentence(part.slice(key.length));
    })
    .join(', ');

function keptCallbackToken(token: CallbackTokenFact, keeper: Keeper): CallbackTokenFact {
  const { flaw, unjudged } = token;
  return {
    ...token,
    ...(flaw !== undefined && { flaw: keeper.sentence(flaw) }),
    ...(unjudged !== undefined && { unjudged: keeper.news(unjudged) }),
  };
}

function keptTokens(
  tokens: NonNullable<Facts['tokens']>,
  keeper: Keeper,
): Readonly<Record<string, TokenFact>> {
  const kept = Object.entries(tokens).map(([place, token]) => {
    const { flaw, algorithm } = token;
    const told = {
      ...(flaw !== undefined && { flaw: keeper.sentence(flaw) }),
      ...(algorithm !== undefined && { algorithm: keeper.value('alg', algorithm) }),
    };
    return [place, { ...token, ...told }] as const;
  });
  return Object.fromEntries(kept);
}

function keptKey(key: PublicKeyFact, keeper: Keeper): PublicKeyFact {
  const { label } = key;
  return { ...key, ...(label !== undefined && { label: keeper.value('kty', label) }) };
}

const fhirType = /^[A-Z][A-Za-z]{1,40}$/;

/** What was quoted, under the names by which it is known. */
const quoted = {
  correlationId: 'correlationId',
  sender: 'sender',
  recipient: 'recipient',
  workflowId: 'workflowId',
  status: 'status',
} as const;

function keptPayer(payer: PayerFact, keeper: Keeper): PayerFact {
  const { flaw, digest, imprint, resources, contents } = payer;
  const values = Object.entries(quoted).flatMap(([member, name]) => {
    const value = payer[member as keyof typeof quoted];
    return value === undefined ? [] : [[member, keeper.value(name, value)] as const];
  });
  const types = (all: readonly string[]) =>
    all.map((type) => (fhirType.test(type) ? keeper.names.member(type) : keeper.value('resourceType', type)));
  return {
    ...payer,
    ...Object.fromEntries(values),
    ...(flaw !== undefined && { flaw: keeper.sentence(flaw) }),
    // The digest of a known bundle with six unknown digits would be guessed in a moment.
    ...(digest !== undefined && { digest: keeper.marks.of(digest) }),
    ...(imprint !== undefined && { imprint: keeper.marks.of(imprint) }),
    resources: types(resources),
    ...(contents && { contents: types(contents) }),
  };
}
