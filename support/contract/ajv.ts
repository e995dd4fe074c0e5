import type { Ajv2020, Options } from 'ajv/dist/2020';

/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports --
   Ajv is loaded on first use, because many commands do not validate anything. With import(), every check would have
   to wait for a promise. */

export function newAjv(options: Options): Ajv2020 {
  const library = require('ajv/dist/2020') as typeof import('ajv/dist/2020');
  return new library.Ajv2020(options);
}

export function addFormatsTo(ajv: Ajv2020): void {
  const addFormats = require('ajv-formats') as typeof import('ajv-formats').default;
  addFormats(ajv);
}
