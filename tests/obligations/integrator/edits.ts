import type { AdapterAnswer } from '../../../support/exchange/evidence';
import type { AdapterCall, Exchange, HeaderList } from '../../../support/exchange/exchange';
import type { ExchangeFacts, FieldFact } from '../../../support/exchange/facts';
import { asTraffic } from '../recorded';
import type { AnswerDraft, UnnumberedExchange, JourneyStep } from './exchanges';

/** A change to one exchange. */
export type ExchangeEdit = (draft: UnnumberedExchange) => UnnumberedExchange;
/** A change to what is known of any fields. */
type FieldEdit = <Of extends UnnumberedExchange | AnswerDraft>(draft: Of) => Of;

/** The step with one change after another. */
export function edit(step: JourneyStep, ...edits: readonly ExchangeEdit[]): JourneyStep {
  return (at, n) => edits.reduce((draft, change) => change(draft), step(at, n));
}

/** The same for what an adapter returned. */
export const editAdapterAnswer =
  (step: JourneyStep<AdapterAnswer>, change: FieldEdit): JourneyStep<AdapterAnswer> =>
  (at, n) =>
    change(step(at, n));

/** Sets a header, or takes it away. */
export function replaceHeader(name: string, value?: string | ((value: string) => string)): ExchangeEdit {
  return (draft) => {
    const now = draft.request.headers.find(([each]) => each === name)?.[1] ?? '';
    const others = draft.request.headers.filter(([each]) => each !== name);
    const next = typeof value === 'function' ? value(now) : value;
    const headers: HeaderList = next === undefined ? others : [...others, [name, next]];
    return { ...draft, request: { ...draft.request, headers } };
  };
}

/** A GET, or whatever else, in place of its own method; of another operation then. */
export const replaceMethod =
  (name: string): ExchangeEdit =>
  ({ operation, ...draft }) => ({ ...draft, request: { ...draft.request, method: name } });

/** Another path, which belongs to no operation. */
export const replaceByUnknownPath =
  (from: string, to: string): ExchangeEdit =>
  ({ operation, ...draft }) => ({
    ...draft,
    request: { ...draft.request, url: draft.request.url.replace(from, to) },
  });

/** The same operation at another address. */
export const replaceInUrl =
  (from: string, to: string): ExchangeEdit =>
  (draft) => ({ ...draft, request: { ...draft.request, url: draft.request.url.replace(from, to) } });

/** Another body: text, or JSON. */
export const replaceBody =
  (content: object | string): ExchangeEdit =>
  (draft) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    return { ...draft, request: { ...draft.request, body: { text, bytes: text.length } } };
  };

/** Other members of the JSON body; `undefined` takes one away. */
export const replaceBodyMembers =
  (changes: object): ExchangeEdit =>
  (draft) =>
    replaceBody({ ...(JSON.parse(draft.request.body?.text ?? '{}') as object), ...changes })(draft);

export const answerWith =
  (status: number, content: object = {}, headers: HeaderList = []): ExchangeEdit =>
  (draft) => {
    const text = JSON.stringify(content);
    return { ...draft, response: { status, headers, body: { text, bytes: text.length } } };
  };

/** The documented way to turn a ciphertext away. */
export const rejectCiphertext = answerWith(400, {
  error: { code: 'SVC-1001', message: 'Unable to decrypt the value' },
});

/** No byte of an answer. */
export const unanswered: ExchangeEdit = ({ response, ...draft }) => ({
  ...draft,
  failure: { kind: 'reset', code: 'ECONNRESET', message: 'connection reset' },
});

/** The suite had asked for this call, or (without a name) for nothing. */
export const replaceAskedCall =
  (name?: string, service?: AdapterCall['service']): ExchangeEdit =>
  ({ call, ...draft }) =>
    name === undefined ? draft : { ...draft, call: { answer: 1, method: name, ...(service && { service }) } };

export const fromInstance =
  (clientInstance?: string): ExchangeEdit =>
  ({ clientInstance: before, ...draft }) => ({ ...draft, ...(clientInstance && { clientInstance }) });

export const duringStimulus =
  (stimulus: string): ExchangeEdit =>
  (draft) => ({ ...draft, stimulus });

export const replaceFacts =
  (changes: Partial<ExchangeFacts>): ExchangeEdit =>
  (draft) => ({ ...draft, facts: { ...draft.facts, ...changes } });

/** What is found of the field with that pointer, or of the first one. */
export const replaceFieldFact =
  (changes: Partial<FieldFact>, pointer?: string): FieldEdit =>
  (draft) =>
    withField(draft, pointer, (each) => ({ ...each, ...changes }));

/** A field without what only a key can tell. */
export const unopened =
  (changes: Partial<FieldFact>, pointer?: string): FieldEdit =>
  (draft) =>
    withField(draft, pointer, ({ key, ownKey, padding, plaintext, ...rest }) => ({ ...rest, ...changes }));

function withField<Of extends UnnumberedExchange | AnswerDraft>(
  draft: Of,
  pointer: string | undefined,
  change: (field: FieldFact) => FieldFact,
): Of {
  const known = draft.facts.fields ?? [];
  const which = pointer ?? known[0]?.pointer;
  const fields = known.map((each) => (each.pointer === which ? change(each) : each));
  return { ...draft, facts: { ...draft.facts, fields } };
}

/** As it is recorded by a proxy: nothing was asked for, no key is known, no process either. */
export function asSeenByProxy(exchange: Exchange): Exchange {
  const { call, clientInstance, stimulus, ...rest } = exchange;
  const { fields, leaks, ...known } = rest.facts;
  return asTraffic({ ...rest, facts: known });
}
