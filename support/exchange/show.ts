import { readAddress } from './address';
import type { AdapterAnswer, SentEvidence } from './evidence';
import { nameEvidence } from './evidence';
import type { Exchange, HeaderList, RecordedBody } from './exchange';
import { exchangeReference, sealedBodyText } from './exchange';
import { cutBetweenForms } from './read-form';
import { toPlainText } from './text';

/** Longer bodies are cut where they are shown; the recording has the whole of them. */
const shownCharacters = 1500;

/** An exchange as text, in the form of HTTP/1.1: request, answer, and who sent it. Redacted as it was recorded. */
export function showExchange(exchange: Exchange): string {
  const { sender, request, response, failure } = exchange;
  const answer =
    response === undefined
      ? [`no answer: ${failure?.kind ?? 'unknown'}, ${failure?.message ?? ''}`]
      : message(String(response.status), response.headers, response.body);
  return [
    `${toPlainText(exchangeReference(exchange))}, sent by the ${sender}`,
    '',
    ...message(`${request.method} ${request.url}`, request.headers, request.body),
    '',
    ...answer,
  ].join('\n');
}

/** As in `#7 POST /api/hiecm/gateway/v3/sessions, 200`. */
export function nameSent(sent: SentEvidence): string {
  if (sent.kind !== undefined) return toPlainText(nameEvidence(sent));
  const { seq, request, response, failure } = sent;
  const { pathname } = readAddress(request.url);
  return `#${seq} ${request.method} ${pathname}, ${response?.status ?? failure?.kind ?? 'no answer'}`;
}

/** What a client sent, or what its adapter answered. */
export const showSent = (sent: SentEvidence): string =>
  sent.kind === undefined ? showExchange(sent) : showAnswer(sent);

function showAnswer(answer: AdapterAnswer): string {
  const { asked, body, failure } = answer;
  const variant = asked === undefined || asked.variant === '' ? '' : `, ${asked.variant}`;
  const came = body === undefined ? `no answer: ${failure?.message ?? 'nothing is recorded'}` : shown(body);
  return [`${toPlainText(nameEvidence(answer))}${variant}`, '', came].join('\n');
}

function message(first: string, headers: HeaderList, body: RecordedBody | undefined): string[] {
  const fields = headers.map(([name, value]) => `${name}: ${value}`);
  return [first, ...fields, ...(body === undefined ? [] : ['', shown(body)])];
}

function shown({ text, bytes, sealed }: RecordedBody): string {
  if (sealed !== undefined) return sealedBodyText(bytes);
  return text.length <= shownCharacters ? text : `${cutBetweenForms(text, shownCharacters)} (${bytes} bytes)`;
}
