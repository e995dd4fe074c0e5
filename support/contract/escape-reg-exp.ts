/** Escapes a text for use in a regular expression. Replaces `RegExp.escape`, which Node 22 does not have. */
export const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
