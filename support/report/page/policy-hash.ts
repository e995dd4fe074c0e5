import { createHash } from 'node:crypto';

/** As a Content-Security-Policy names a script or style that stands inside of a page. */
export const policyHashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
