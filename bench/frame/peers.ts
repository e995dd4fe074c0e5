import { join } from 'node:path';
import { requireInstalled } from './installed';

/** The programs that the suite is measured beside; no dependency of it. */
const programs = {
  newman: 'node_modules/newman/bin/newman.js',
  autocannon: 'node_modules/autocannon/autocannon.js',
} as const;

/** The path of such a program. */
export function peer(name: keyof typeof programs): string {
  return join(requireInstalled('bench/peers'), programs[name]);
}
