import { loadTarget } from '../run/targets';
import { forTraffic } from '../targets/traffic-target';
import type { ProxyOptions, Serving } from './proxied-traffic';
import { proxyTraffic } from './proxied-traffic';
import { untilStopped } from './stop';
import type { Surroundings } from './surroundings';
import { complain, say } from './surroundings';

/** `conform proxy`: judges what goes to the services of a target, on its way. */
export async function proxy(
  _args: readonly string[],
  given: ProxyOptions & { readonly target: string },
  surroundings: Surroundings,
): Promise<number> {
  const target = forTraffic(loadTarget(given.target, surroundings.env));
  const stop = untilStopped();
  const print = (text: string): void => {
    (given.json === true ? complain : say)(surroundings, text);
  };
  const serving = (served: Serving): void => {
    announce(served, print);
  };
  try {
    return await proxyTraffic(target, given, { stop, print, serving, surroundings });
  } finally {
    stop.release();
  }
}

function announce({ services, authority }: Serving, print: (line: string) => void): void {
  print('Configure your system with these addresses:\n');
  for (const { name, url, upstream } of services) print(`  ${name.padEnd(12)} ${url}   →  ${upstream}`);
  if (authority !== undefined) print(`\nThe authority to trust: ${authority.file}`);
  print('\nCtrl-C ends, and judges.\n');
}
