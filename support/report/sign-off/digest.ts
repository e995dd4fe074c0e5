import { hash } from 'node:crypto';

/** `sha256:…` of the text of results, by which a sign-off names them. */
export const digestOf = (text: string): string => `sha256:${hash('sha256', text)}`;
