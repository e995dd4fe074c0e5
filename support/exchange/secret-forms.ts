// Begins where a token may begin: else a body of many eyJ would be read to its end from each of them.
export const jwtPattern = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]*(?:\.[\w-]*){1,3}/g;
export const privateKeyPattern =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g;
export const formPattern = /(^|[?&\s])([\w-]+)=([^&\s"]*)/g;

/** The token in the value of a header: the scheme stays readable, and a scheme that is written twice is shown twice. */
export function credentialsIn(value: string): string {
  return value.trim().replace(/^(?:Bearer(?:\s+|$))+/i, '');
}
