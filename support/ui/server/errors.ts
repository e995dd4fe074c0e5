import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { printErrorLine } from '../../cli/surroundings';
import { EnvironmentError } from '../../contract/outcome';
import { printable } from '../../contract/printable';
import { toDiskError } from '../../targets/disk-trouble';
import { ConfigurationError } from '../../targets/errors';
import type { Refusal, ErrorText } from '../api';
import { inPageTerms, placeOnPage } from '../page-words';
import { fixed } from './access';
import type { TypedVariables } from './typed-variables';

/**
 * Thrown if a request conflicts with something in progress, or with a newer state. The server answers 409.
 */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/**
 * Returns the message and hint of an error for the page. Removes secrets, and names buttons instead of
 * commands.
 */
export function messageForPage(error: unknown, { hide }: TypedVariables): ErrorText {
  const { message, hint } = inWords(error);
  const fit = (text: string): string => inPageTerms(printable(hide(text)));
  return { message: fit(message), ...(hint !== undefined && { hint: fit(hint) }) };
}

/** Answers 404 to a URL that cannot be parsed. */
export function nothingThere(_error: Error, _request: unknown, reply: FastifyReply): void {
  void reply.headers(fixed).code(404).send(nothing);
}

const nothing: Refusal = { error: { message: 'there is nothing at this address' } };

/**
 * Makes the server answer errors with a message in JSON. If the cause is a bug in the suite, also prints the
 * stack in the terminal.
 */
export function addErrors(app: FastifyInstance, secrets: TypedVariables): void {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(nothing));
  app.setErrorHandler((error: Error & Partial<FastifyError>, _request, reply) => {
    const status = statusOf(error);
    if (status === 500)
      printErrorLine(process, `fault of the suite: ${printable(secrets.hide(error.stack ?? error.message))}`);
    return reply.code(status).send({ error: messageForPage(error, secrets) } satisfies Refusal);
  });
}

function statusOf(error: Error & Partial<FastifyError>): number {
  if (badInput(error) !== undefined) return 422;
  if (error instanceof ConflictError) return 409;
  const { statusCode = 500 } = error;
  return statusCode < 500 ? statusCode : 500;
}

function inWords(error: unknown): ErrorText {
  const bad = badInput(error);
  // Use the line that the terminal would print, with the place of the error. Return the hint at its end
  // separately.
  if (bad !== undefined) {
    const { message, hint, place } = bad;
    const at = place.at === undefined ? {} : { at: placeOnPage(place.at) };
    const { line } = new ConfigurationError(message, { ...place, ...at }, hint);
    return { message: line.slice(0, -` — ${hint}`.length), hint };
  }
  if (error instanceof ConflictError) return { message: error.message, hint: error.hint };
  const message = error instanceof Error ? error.message : String(error);
  const { statusCode = 500 } = error as Partial<FastifyError>;
  if (error instanceof EnvironmentError) return { message };
  return { message: statusCode < 500 ? message : `fault of the suite: ${message}` };
}

const badInput = (error: unknown): ConfigurationError | undefined =>
  error instanceof ConfigurationError ? error : toDiskError(error);
