/** Matches a private key in PEM, also one without its end. */
export const privateKeyPattern =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g;

// A match begins at the beginning of a word. Otherwise a body with many eyJ would be read to its end from each of them.
const jwtPattern = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]*(?:\.[\w-]*){1,3}/g;

/** Patterns of texts that are secret by their form, each with its placeholder. */
export const secretForms: readonly (readonly [pattern: RegExp, placeholder: string])[] = [
  [privateKeyPattern, '[private-key]'],
  [jwtPattern, '[token]'],
  [/(?<=\b(?:Bearer|Basic) )(?=[\w+/=.~-]*\d)[\w+/=.~-]{16,}/g, '[token]'],
  [/(?<=:\/\/[^\s/:@"'<>‹›]{0,64}:)[^\s/:@"'<>‹›]{1,200}(?=@)/g, '[credential]'],
];

/** Returns whether a text contains something that is secret by its form, such as a JWT or a private key. */
export const holdsSecretForm = (text: string): boolean =>
  secretForms.some(([pattern]) => text.search(pattern) >= 0);
