import type { Refusal, ErrorText } from '../api';

/** Thrown if the server refuses a request, or does not answer (`status` is then 0) */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly hint: string | undefined;

  constructor(status: number, { message, hint }: ErrorText) {
    super(message);
    this.status = status;
    this.hint = hint;
  }
}

async function ask<Answer>(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(path, { ...init, method }).catch((): never => {
    throw new CallError(0, { message: 'The server does not answer.', hint: 'Does its terminal still run?' });
  });
  const text = await response.text();
  const value: unknown = text === '' ? undefined : JSON.parse(text);
  if (response.ok) return value as Answer;
  const words = (value as Refusal | undefined)?.error ?? { message: response.statusText };
  throw new CallError(response.status, words);
}

const json = (body: unknown): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body ?? {}),
});

/**
 * Sends requests to the server. Each function throws a CallError if the server refuses the request or does
 * not answer.
 */
export const call = {
  get: <Answer>(path: string) => ask<Answer>('GET', path),
  post: <Answer>(path: string, body?: unknown) => ask<Answer>('POST', path, json(body)),
  /** Uploads a file as the request body. */
  hand: <Answer>(path: string, file: File) =>
    ask<Answer>('POST', path, { headers: { 'content-type': 'application/octet-stream' }, body: file }),
  put: <Answer>(path: string, body: unknown) => ask<Answer>('PUT', path, json(body)),
};
