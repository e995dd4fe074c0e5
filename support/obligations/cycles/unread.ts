/** What a client answers that has not understood a callback; a JWT, a path or an unknown cycle has other statuses. */
const notUnderstood: readonly number[] = [400, 415, 422];

const otherContent = 'its content is not what the client looks for (reading payer-content)';

/** Why a callback was refused, where others were taken: then JWT and envelope are not it. */
export function whyNotUnderstood(
  what: string,
  { status, othersTaken }: { readonly status: number; readonly othersTaken: boolean },
): string | undefined {
  if (!othersTaken || !notUnderstood.includes(status)) return undefined;
  return `could not read the ${what}: callbacks with the same JWT and envelope were taken; ${otherContent}`;
}

/** Why a client knows nothing of a callback that it took; one that has counted it knows whose it is. */
export function whyUnnoticed(what: string, callbacks = 0): string {
  const elsewhere = callbacks === 0 ? ', or it is kept under another correlation id' : '';
  return `could not read the ${what}: ${otherContent}${elsewhere}`;
}
