import type { RawExchange } from '../../exchange/raw-exchange';
import { withHeader, withStatus } from './change-request';
import { recordExamples } from './judge-example';
import { fixedPhrases, readPhrase } from './phrases';
import { rightRequest } from './right-messages';
import type { ExamplePair } from './slip';

const id = '9f1c2ab4-7d3e-4c5f-a1b2-c3d4e5f60718';

const session = (): RawExchange => rightRequest('session.create');
const withId = (raw: RawExchange, value: string): RawExchange => withHeader(raw, 'REQUEST-ID', value);

/** Returns the request without its answer: the connection was lost first. */
function unanswered({ response: _, ...raw }: RawExchange): RawExchange {
  return { ...raw, failure: { kind: 'reset', code: 'ECONNRESET', message: 'ECONNRESET' } };
}

/** Returns the request with a redirect as its answer, and the request to the new address. */
function redirected(raw: RawExchange): RawExchange[] {
  const location = `${raw.request.url}?node=2`;
  const response = { status: 307, headers: [['Location', location]], body: Buffer.alloc(0) } as const;
  return [
    { ...raw, response },
    { ...raw, request: { ...raw.request, url: location } },
  ];
}

/** Two v3 requests under one id, in the words of the features. */
const repeats: Readonly<Record<string, () => readonly RawExchange[]>> = {
  'one id for both': () => [withId(session(), id), withId(rightRequest('certificate.identity'), id)],
  'one id for both, the second time in uppercase': () => [
    withId(session(), id),
    withId(rightRequest('certificate.identity'), id.toUpperCase()),
  ],
  'one id for a request and its retry after 503': () => [
    withStatus(withId(session(), id), 503),
    withId(session(), id),
  ],
  'one id for a request and its repetition after a lost connection': () => [
    unanswered(withId(session(), id)),
    withId(session(), id),
    rightRequest('certificate.identity'),
  ],
  'one id for a request and its redirect': () => [
    ...redirected(withId(session(), id)),
    rightRequest('certificate.identity'),
  ],
};

/** Two v3 requests with an id each, and two that share one. Throws for a value that names no such two. */
export function repeatedIdSlip(value: string): ExamplePair {
  const wrong = readPhrase(fixedPhrases(repeats), value, 'change of two v3 requests');
  const right = [session(), rightRequest('certificate.identity')];
  return { right: recordExamples(right), wrong: recordExamples(wrong()) };
}
