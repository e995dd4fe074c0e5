/** What a client answers that has not understood a callback; a JWT, a path or an unknown cycle has other statuses. */
const statuses: readonly number[] = [400, 415, 422];

export const notUnderstood =
  'callbacks with the same JWT and envelope were taken: the content of this one is not what the client looks for (reading payer-content)';

/** Whether a callback was refused for what it says, where others were taken: then JWT and envelope are not it. */
export function isNotUnderstood(status: number | undefined, othersTaken: boolean): boolean {
  return othersTaken && status !== undefined && statuses.includes(status);
}

/** Why a client knows nothing of a callback that it took; one that has counted it knows whose it is. */
export function whyUnnoticed(what: string, callbacks = 0): string {
  const elsewhere = callbacks === 0 ? ', or it is kept under another correlation id' : '';
  return `could not read the ${what}: its content is not what the client looks for (reading payer-content)${elsewhere}`;
}
