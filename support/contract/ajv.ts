import type { Ajv2020, Options } from 'ajv/dist/2020';

/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports --
   It is loaded for the first schema that is asked for, as many commands ask for none. import() would make every check
   wait for a promise. */

/** A new validator for schemas of draft 2020-12. */
export function newAjv(options: Options): Ajv2020 {
  const library = require('ajv/dist/2020') as typeof import('ajv/dist/2020');
  return new library.Ajv2020(options);
}

/** Adds the formats that schemas name, such as `date-time` and `uri`. */
export function addFormatsTo(ajv: Ajv2020): void {
  const addFormats = require('ajv-formats') as typeof import('ajv-formats').default;
  addFormats(ajv);
}
