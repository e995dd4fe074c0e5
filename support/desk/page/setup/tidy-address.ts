/** An address without what a copy often brings along: blanks around it, and a slash at its end. */
export const tidyAddress = (text: string): string => text.trim().replace(/([^/])\/$/, '$1');
