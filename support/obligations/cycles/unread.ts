/** What a client answers that has not understood a callback; a JWT, a path or an unknown cycle has other statuses. */
const statuses: readonly number[] = [400, 415, 422];

export const notUnderstood =
  'callbacks with the same JWT and envelope were taken: the content of this one is not what the client looks for (reading payer-content)';

/** Whether a callback was refused for what it says, where others were taken: then JWT and envelope are not it. */
export function isNotUnderstood(status: number | undefined, othersTaken: boolean): boolean {
  return othersTaken && status !== undefined && statuses.includes(status);
}

const otherContent = 'the content of the query is not what the client looks for (reading payer-content)';
const otherContentOrId = `${otherContent}, or it is kept under another correlation id`;

/** Why a client knows nothing of a query that it took. */
export const unnoticedCauses: readonly string[] = [otherContent, otherContentOrId];

/** A client that has counted the query knows whose it is. */
export const whyUnnoticed = (callbacks = 0): string => (callbacks === 0 ? otherContentOrId : otherContent);
