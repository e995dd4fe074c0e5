import type { ClientName } from '../exchange/exchange';
import { keyOf } from '../traffic/clients/namer';

/** Windows keeps these names for devices, whatever stands behind their first dot. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * A folder for each client, which every system allows: its label, and what it is known by where two have the same or one
 * like it.
 */
export function foldersOf(names: readonly ClientName[]): ReadonlyMap<string, string> {
  const alike = Map.groupBy(names, keyIn);
  const taken = new Set<string>();
  return new Map(
    names.map((name) => {
      const others = alike.get(keyIn(name)) ?? [];
      const at = others.indexOf(name) + 1;
      let folder =
        others.length === 1 ? allowed(name) : `${allowed(name)}-${name.by.replaceAll(' ', '-')}-${at}`;
      // Another client may be called what this one's folder is.
      while (taken.has(folder.toLowerCase())) folder += '_';
      taken.add(folder.toLowerCase());
      return [keyOf(name), folder];
    }),
  );
}

/** Some systems tell no upper case from lower case. */
const keyIn = (name: ClientName): string => allowed(name).toLowerCase();

/** Windows drops dots at the end. */
function allowed({ label }: ClientName): string {
  const named = label.endsWith('.') ? `${label}_` : label;
  return device.test(named) ? `client-${named}` : named;
}
