import type { Refusal } from '../wire/events';

/** What the server would not do, in its words. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly hint: string | undefined;

  constructor(status: number, { message, hint }: Refusal['error']) {
    super(message);
    this.status = status;
    this.hint = hint;
  }
}

async function ask<Answer>(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(path, { ...init, method });
  const text = await response.text();
  const value: unknown = text === '' ? undefined : JSON.parse(text);
  if (response.ok) return value as Answer;
  throw new CallError(
    response.status,
    (value as Refusal | undefined)?.error ?? { message: response.statusText },
  );
}

const json = (body: unknown): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body ?? {}),
});

/** Asks the server. Each throws a CallError for what it would not do, and a TypeError where it does not answer. */
export const call = {
  get: <Answer>(path: string) => ask<Answer>('GET', path),
  post: <Answer>(path: string, body?: unknown) => ask<Answer>('POST', path, json(body)),
  put: <Answer>(path: string, body: unknown) => ask<Answer>('PUT', path, json(body)),
  /** Hands over a file as it is; its name is for people. */
  upload: <Answer>(path: string, file: Blob, name: string) =>
    ask<Answer>('POST', `${path}?name=${encodeURIComponent(name)}`, {
      headers: { 'content-type': 'application/octet-stream' },
      body: file,
    }),
};
