import { defaultReadings } from '../../support/contract/readings';
import type { ReadingValues } from '../../support/contract/readings';
import { fieldFinder } from '../../support/exchange/fields';
import type { Evidence, Sent } from '../../support/exchange/evidence';
import type { Exchange } from '../../support/exchange/exchange';
import { jsonBody } from '../../support/exchange/exchange';
import type { FactFinder, RawExchange } from '../../support/exchange/recorder';
import { rejectionFinder } from '../../support/exchange/rejects';
import { clientSecret } from './recorded';
import { ClientSecretSearch, secretFinder } from '../../support/exchange/client-secrets';

type Draft = Omit<Exchange, 'seq'>;

/** Evidence in which all is as it arrived, with what a recorder would have found in it. */
export function foundIn(
  evidence: readonly Evidence[],
  readings: ReadingValues = defaultReadings,
): readonly Evidence[] {
  const findRejection = rejectionFinder(readings);
  // What stands for it in the tests.
  const findSecret = secretFinder(new ClientSecretSearch([clientSecret]));
  return evidence.map((each): Evidence => {
    if (each.kind === 'log line') return each;
    if (each.kind !== undefined) return withMarks(each);
    return withMarks({
      ...each,
      facts: { ...findRejection(rawOf(each)), ...findSecret(rawOf(each)), ...each.facts },
    });
  });
}

/** The same as it is found in traffic: no key is known. */
export function asTraffic<Of extends Draft>(exchange: Of, readings: ReadingValues = defaultReadings): Of {
  const find: FactFinder = fieldFinder({ readings, mark: (text) => text });
  return { ...exchange, facts: { ...exchange.facts, ...find(rawOf(exchange)) } };
}

function rawOf({ request, response, ...about }: Draft): RawExchange {
  const bytesOf = ({ body }: { readonly body?: { readonly text: string } }) => Buffer.from(body?.text ?? '');
  return {
    ...about,
    request: {
      method: request.method,
      url: request.url,
      headers: request.headers,
      ...(request.body && { body: bytesOf(request) }),
    },
    ...(response && {
      response: { status: response.status, headers: response.headers, body: bytesOf(response) },
    }),
  };
}

/** A text stands for itself. */
function withMarks<Of extends Sent>(sent: Of): Of {
  const { fields } = sent.facts;
  if (fields === undefined) return sent;
  const marked = fields.map((field) => {
    const text = textAt(sent, field.pointer);
    return text === undefined ? field : { same: text, ...field };
  });
  // A judge knows a field by its place in the list.
  return { ...sent, facts: { ...sent.facts, fields: marked } };
}

function textAt(sent: Sent, pointer: string): string | undefined {
  const names = pointer.split('/').slice(1);
  let value = jsonBody(sent.kind === undefined ? sent.request : sent);
  for (const name of names)
    value =
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
