import type { FieldFact } from '../contract/field-facts';
import type { PayerFact } from '../contract/payer-facts';
import type { Draft, Hiding } from './draft';
import type { Facts } from './facts';

const secretPlaceholder = /\[client[-_]?secret(?:-\d+)?\]/gi;

/** Where the client secret stands in what a text shows, in whatever encoding it had been. */
export function showsSecret(text: string): boolean {
  return countIn(text) > 0;
}

/** Where in a request the client secret stood before it was hidden. */
export function findSecret(plain: Draft, shown: Draft): Pick<Facts, 'secretIn'> {
  const stood = (before = '', after = ''): boolean => countIn(after) > 0 && countIn(after) > countIn(before);
  const [one, other] = [plain.request, shown.request];
  const places = [
    ...(stood(one.url, other.url) ? ['url'] : []),
    ...other.headers.flatMap(([name, value], index) =>
      stood(one.headers[index]?.[1], value) ? [`header ${name.toLowerCase()}`] : [],
    ),
    ...(stood(one.body?.text, other.body?.text) ? ['body'] : []),
  ];
  return places.length === 0 ? {} : { secretIn: places };
}

const countIn = (text: string): number =>
  text.includes('[') ? (text.match(secretPlaceholder)?.length ?? 0) : 0;

/** The same facts, without the secrets in what they quote; the same object where they quote none. */
export function hideFacts(facts: Facts, hiding: Hiding): Facts {
  const { fields, payer, callbackToken } = facts;
  const flaw = callbackToken?.flaw;
  const hidden = {
    ...(fields && { fields: fields.map((field) => hideField(field, hiding)) }),
    ...(payer && { payer: hidePayer(payer, hiding) }),
    ...(callbackToken &&
      flaw !== undefined && { callbackToken: { ...callbackToken, flaw: hiding.text(flaw) } }),
  };
  const same = (Object.keys(hidden) as (keyof typeof hidden)[]).every(
    (name) => JSON.stringify(hidden[name]) === JSON.stringify(facts[name]),
  );
  return same ? facts : { ...facts, ...hidden };
}

/** Names are the client's own, but for those by which a field is known. */
function hideField(field: FieldFact, hiding: Hiding): FieldFact {
  const { pointer, wanted } = field;
  const known = wanted === 'encrypted' || /mobile/i.test(pointer.slice(pointer.lastIndexOf('/')));
  const end = known ? pointer.lastIndexOf('/') : pointer.length;
  return { ...field, pointer: hiding.text(pointer.slice(0, end)) + pointer.slice(end) };
}

const fhirType = /^[A-Z][A-Za-z]{1,40}$/;

function hidePayer(payer: PayerFact, hiding: Hiding): PayerFact {
  const quoted = ['flaw', 'correlationId', 'sender', 'recipient', 'workflowId', 'status'] as const;
  const entries = quoted.flatMap((name) => {
    const value = payer[name];
    return value === undefined ? [] : [[name, hiding.value(name, value)] as const];
  });
  const shown = (types: readonly string[]) =>
    types.map((type) => (fhirType.test(type) ? type : hiding.text(type)));
  const { resources, contents } = payer;
  return {
    ...payer,
    ...Object.fromEntries(entries),
    resources: shown(resources),
    ...(contents && { contents: shown(contents) }),
  };
}
