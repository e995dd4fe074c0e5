import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { complain } from '../../cli/surroundings';
import { EnvironmentError } from '../../contract/outcome';
import { printable } from '../../contract/printable';
import { asDiskTrouble } from '../../targets/disk-trouble';
import { ConfigurationError } from '../../targets/errors';
import type { Refusal, Words } from '../api';
import { onPage, placeOnPage } from '../page-words';
import { fixed } from './access';
import type { TypedVariables } from './typed-variables';

/** What was asked for does not go together with what is going on. */
export class Busy extends Error {
  override readonly name = 'Busy';
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** Why something was not done, for the page, without secrets. */
export function wordsOf(error: unknown, { hide }: TypedVariables): Words {
  const { message, hint } = inWords(error);
  const fit = (text: string): string => onPage(printable(hide(text)));
  return { message: fit(message), ...(hint !== undefined && { hint: fit(hint) }) };
}

/** An address that cannot be read leads nowhere. */
export function nothingThere(_error: Error, _request: unknown, reply: FastifyReply): void {
  void reply.headers(fixed).code(404).send(nothing);
}

const nothing: Refusal = { error: { message: 'there is nothing at this address' } };

/** The page is told why in words. A fault of the suite goes to the terminal, too, with its place. */
export function addErrors(app: FastifyInstance, secrets: TypedVariables): void {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(nothing));
  app.setErrorHandler((error: Error & Partial<FastifyError>, _request, reply) => {
    const status = statusOf(error);
    if (status === 500)
      complain(process, `fault of the suite: ${printable(secrets.hide(error.stack ?? error.message))}`);
    return reply.code(status).send({ error: wordsOf(error, secrets) } satisfies Refusal);
  });
}

function statusOf(error: Error & Partial<FastifyError>): number {
  if (badInput(error) !== undefined) return 422;
  if (error instanceof Busy) return 409;
  const { statusCode = 500 } = error;
  return statusCode < 500 ? statusCode : 500;
}

function inWords(error: unknown): Words {
  const bad = badInput(error);
  // Its line as a terminal shows it, without the hint.
  if (bad !== undefined) {
    const { message, hint, place } = bad;
    const at = place.at === undefined ? {} : { at: placeOnPage(place.at) };
    const { line } = new ConfigurationError(message, { ...place, ...at }, hint);
    return { message: line.slice(0, -` — ${hint}`.length), hint };
  }
  if (error instanceof Busy) return { message: error.message, hint: error.hint };
  const message = error instanceof Error ? error.message : String(error);
  const { statusCode = 500 } = error as Partial<FastifyError>;
  if (error instanceof EnvironmentError) return { message };
  return { message: statusCode < 500 ? message : `fault of the suite: ${message}` };
}

const badInput = (error: unknown): ConfigurationError | undefined =>
  error instanceof ConfigurationError ? error : asDiskTrouble(error);
