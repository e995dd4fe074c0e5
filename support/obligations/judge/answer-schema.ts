import type { SchemaId } from '../../contract/schemas';
import type { SchemaProblem } from '../../contract/schemas';
import { checkSchema } from '../../contract/schemas';
import type { Exchange } from '../../exchange/exchange';
import { jsonBody } from '../../exchange/exchange';
import { showAnswer } from './fates';
import { sight } from './sight';

const notJson = 'the body is not JSON';

const likely = {
  notJson: 'the answer is not JSON, or it was cut on its way',
  notObject: 'a text or a list stands in place of the object, or around it',
  missing: 'a member is left out, or has another name or place',
  otherType: 'a member is of another type: a serialiser writes it so, or nothing was there to be written',
  added: 'a member stands there that the document does not show',
  otherwise: 'a value that the document rules out',
} as const;

/** Why an answer does not fit its schema. */
export const shapeCauses: readonly string[] = Object.values(likely);

/** Compares what is kept of answers with a schema. */
export function answerSchema(schema: SchemaId): {
  /** Whether there is nothing wrong. */
  readonly fits: (exchange: Exchange) => boolean;
  readonly isJson: (exchange: Exchange) => boolean;
  /** What came, what is wrong with it, and why that is likely so. */
  readonly tell: (exchange: Exchange) => { readonly seen: string; readonly cause: string };
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
      const problems = body === undefined ? [] : checkSchema(schema, body);
      const told = problems.length > 0 ? problems.map(({ message }) => message) : flawsOf(exchange);
      return {
        seen: `${showAnswer(exchange)} (${told.join('; ')})`,
        cause: body === undefined ? likely.notJson : likelyOf(problems),
      };
    },
  };
}

function likelyOf(problems: readonly SchemaProblem[]): string {
  const has = (keyword: string): boolean => problems.some((each) => each.keyword === keyword);
  if (problems.some(({ keyword, path }) => keyword === 'type' && path === '')) return likely.notObject;
  if (has('required')) return likely.missing;
  if (has('type')) return likely.otherType;
  return has('additionalProperties') ? likely.added : likely.otherwise;
}
