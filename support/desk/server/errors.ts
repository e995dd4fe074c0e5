import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { printable } from '../../contract/printable';
import { ConfigurationError } from '../../targets/errors';
import { asDiskTrouble } from '../../targets/disk-trouble';
import { complain } from '../../cli/print';
import type { Refusal } from '../wire/events';
import { fixed } from './access';
import { Busy } from './busy';
import type { DeskContext } from './context';
import { hiding } from './hiding';

/** An address that cannot be read is one at which nothing stands. */
export function nothingThere(_error: Error, _request: unknown, reply: FastifyReply): void {
  void reply.headers(fixed).code(404).send(refusal('there is nothing at this address'));
}

/** Bad input is told to the page in words; what is a fault of the suite goes there, and to the terminal with its place. */
export function addErrors(app: FastifyInstance, desk: DeskContext): void {
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send(refusal('there is nothing at this address')),
  );
  app.setErrorHandler((error: Error & Partial<FastifyError>, _request, reply) => {
    const bad = error instanceof ConfigurationError ? error : asDiskTrouble(error);
    if (bad !== undefined) return reply.code(422).send(refusal(placed(bad), bad.hint));
    if (error instanceof Busy) return reply.code(409).send(refusal(error.message, error.hint));
    const { statusCode = 500 } = error;
    if (statusCode < 500) return reply.code(statusCode).send(refusal(error.message));
    // An unexpected error may quote anything.
    const hide = hiding(desk);
    complain(`fault of the suite: ${printable(hide(error.stack ?? error.message))}`);
    return reply.code(500).send(refusal(hide(`fault of the suite: ${error.message}`)));
  });
}

function refusal(message: string, hint?: string): Refusal {
  return { error: { message: printable(message), ...(hint !== undefined && { hint: printable(hint) }) } };
}

/** The line that a terminal would show, without its hint. */
function placed(bad: ConfigurationError): string {
  return bad.line.slice(0, bad.line.length - bad.hint.length).replace(/ — $/, '');
}
