import { EnvironmentError } from '../contract/outcome';
import type { Place } from '../targets/errors';
import { ConfigurationError } from '../targets/errors';

/** An error on its way to another thread: of a class of our own only the message would arrive. */
export interface ToldError {
  readonly kind: 'environment' | 'configuration' | 'other';
  readonly message: string;
  readonly stack?: string | undefined;
  readonly place?: Place;
  readonly hint?: string;
  /** As the file system tells it. */
  readonly system?: Pick<NodeJS.ErrnoException, 'code' | 'path' | 'syscall'>;
}

export function toldError(error: unknown): ToldError {
  if (!(error instanceof Error)) return { kind: 'other', message: String(error) };
  const { message, stack } = error;
  if (error instanceof EnvironmentError) return { kind: 'environment', message };
  if (error instanceof ConfigurationError)
    return { kind: 'configuration', message, place: error.place, hint: error.hint };
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  const system = {
    ...(code !== undefined && { code }),
    ...(path !== undefined && { path }),
    ...(syscall !== undefined && { syscall }),
  };
  return { kind: 'other', message, stack, system };
}

export function errorFrom({ kind, message, stack, place = {}, hint = '', system }: ToldError): Error {
  if (kind === 'environment') return new EnvironmentError(message);
  if (kind === 'configuration') return new ConfigurationError(message, place, hint);
  return Object.assign(new Error(message), { ...(stack !== undefined && { stack }), ...system });
}
