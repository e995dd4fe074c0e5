import { join } from 'node:path';
import { requireInstalled } from './installed';

/** Programs with which benches compare the suite. They are not dependencies of the suite. */
const programs = {
  newman: 'node_modules/newman/bin/newman.js',
  autocannon: 'node_modules/autocannon/autocannon.js',
} as const;

/** Returns the path of a program to compare with. Installs the program first if necessary. */
export function peerProgram(name: keyof typeof programs): string {
  return join(requireInstalled('bench/peers'), programs[name]);
}
