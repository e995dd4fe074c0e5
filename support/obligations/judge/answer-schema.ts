import type { SchemaId } from '../../contract/schemas';
import { checkSchema } from '../../contract/schemas';
import type { Exchange } from '../../exchange/exchange';
import { jsonBody } from '../../exchange/exchange';
import { sight } from './sight';

const notJson = 'the body is not JSON';

/** Compares what is kept of answers with a schema. */
export function answerSchema(schema: SchemaId): {
  /** Whether there is nothing wrong. */
  readonly fits: (exchange: Exchange) => boolean;
  readonly isJson: (exchange: Exchange) => boolean;
  /** What is wrong, for people. */
  readonly tell: (exchange: Exchange) => string;
} {
  const flawsOf = sight(({ response }): string[] => {
    const body = jsonBody(response);
    if (body === undefined) return [notJson];
    // Neither messages nor paths: they quote what stands there.
    return checkSchema(schema, body).map(({ keyword }) => `breaks ${keyword} of ${schema}`);
  });
  return {
    fits: (exchange) => flawsOf(exchange).length === 0,
    isJson: (exchange) => !flawsOf(exchange).includes(notJson),
    tell: (exchange) => {
      const body = jsonBody(exchange.response);
      const told = body === undefined ? [] : checkSchema(schema, body).map(({ message }) => message);
      return (told.length > 0 ? told : flawsOf(exchange)).join('; ');
    },
  };
}
