import type { AdapterAnswer } from '../../../support/exchange/evidence';
import type { AdapterCall, Exchange, HeaderList } from '../../../support/exchange/exchange';
import type { Facts, FieldFact } from '../../../support/exchange/facts';
import { asTraffic } from '../recorded';
import type { AnswerDraft, Draft, Step } from './exchanges';

/** A change to one exchange. */
export type Edit = (draft: Draft) => Draft;
/** A change to what is known of any fields. */
type FieldEdit = <Of extends Draft | AnswerDraft>(draft: Of) => Of;

/** The step with one change after another. */
export function edit(step: Step, ...edits: readonly Edit[]): Step {
  return (at, n) => edits.reduce((draft, change) => change(draft), step(at, n));
}

/** The same for what an adapter returned. */
export const editAnswer =
  (step: Step<AdapterAnswer>, change: FieldEdit): Step<AdapterAnswer> =>
  (at, n) =>
    change(step(at, n));

/** Sets a header, or takes it away. */
export function header(name: string, value?: string | ((value: string) => string)): Edit {
  return (draft) => {
    const now = draft.request.headers.find(([each]) => each === name)?.[1] ?? '';
    const others = draft.request.headers.filter(([each]) => each !== name);
    const next = typeof value === 'function' ? value(now) : value;
    const headers: HeaderList = next === undefined ? others : [...others, [name, next]];
    return { ...draft, request: { ...draft.request, headers } };
  };
}

/** A GET, or whatever else, in place of its own method; of another operation then. */
export const method =
  (name: string): Edit =>
  ({ operation, ...draft }) => ({ ...draft, request: { ...draft.request, method: name } });

/** Another path, which belongs to no operation. */
export const path =
  (from: string, to: string): Edit =>
  ({ operation, ...draft }) => ({
    ...draft,
    request: { ...draft.request, url: draft.request.url.replace(from, to) },
  });

/** The same operation at another address. */
export const address =
  (from: string, to: string): Edit =>
  (draft) => ({ ...draft, request: { ...draft.request, url: draft.request.url.replace(from, to) } });

/** Another body: text, or JSON. */
export const body =
  (content: object | string): Edit =>
  (draft) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    return { ...draft, request: { ...draft.request, body: { text, bytes: text.length } } };
  };

/** Other members of the JSON body; `undefined` takes one away. */
export const members =
  (changes: object): Edit =>
  (draft) =>
    body({ ...(JSON.parse(draft.request.body?.text ?? '{}') as object), ...changes })(draft);

export const answer =
  (status: number, content: object = {}, headers: HeaderList = []): Edit =>
  (draft) => {
    const text = JSON.stringify(content);
    return { ...draft, response: { status, headers, body: { text, bytes: text.length } } };
  };

/** The documented way to turn a ciphertext away. */
export const rejected = answer(400, { error: { code: 'SVC-1001', message: 'Unable to decrypt the value' } });

/** No byte of an answer. */
export const unanswered: Edit = ({ response, ...draft }) => ({
  ...draft,
  failure: { kind: 'reset', code: 'ECONNRESET', message: 'connection reset' },
});

/** The suite had asked for this call, or (without a name) for nothing. */
export const asked =
  (name?: string, service?: AdapterCall['service']): Edit =>
  ({ call, ...draft }) =>
    name === undefined ? draft : { ...draft, call: { answer: 1, method: name, ...(service && { service }) } };

export const from =
  (clientInstance?: string): Edit =>
  ({ clientInstance: before, ...draft }) => ({ ...draft, ...(clientInstance && { clientInstance }) });

export const under =
  (stimulus: string): Edit =>
  (draft) => ({ ...draft, stimulus });

export const facts =
  (changes: Partial<Facts>): Edit =>
  (draft) => ({ ...draft, facts: { ...draft.facts, ...changes } });

/** What is found of the field with that pointer, or of the first one. */
export const field =
  (changes: Partial<FieldFact>, pointer?: string): FieldEdit =>
  (draft) =>
    withField(draft, pointer, (each) => ({ ...each, ...changes }));

/** A field without what only a key can tell. */
export const unopened =
  (changes: Partial<FieldFact>, pointer?: string): FieldEdit =>
  (draft) =>
    withField(draft, pointer, ({ key, ownKey, padding, plaintext, ...rest }) => ({ ...rest, ...changes }));

function withField<Of extends Draft | AnswerDraft>(
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
