import type { Target } from '../../../../support/targets/target';
import type { DayExchange } from '../../../traffic/long-day/world';
import type { Dimension } from '../../dimension';
import { lacks, mayPass } from '../allowances';
import { withDefaultPort } from '../default-port';
import type { TrafficPart } from '../shape';

const targeting =
  (change: (target: Target, exchanges: readonly DayExchange[]) => Target) => (): TrafficPart => ({
    target: [change],
  });

const addressed = (change: (address: string) => string): (() => TrafficPart) =>
  targeting((target) => ({
    ...target,
    services: Object.fromEntries(
      Object.entries(target.services).map(([name, address]) => [name, change(address)]),
    ),
  }));

/** The highest number of processes of a client. */
function processesIn(exchanges: readonly DayExchange[]): number {
  const processes = new Map<number, Set<number>>();
  for (const { client, process } of exchanges)
    // A callback comes from the payer.
    if (process !== undefined) processes.set(client, (processes.get(client) ?? new Set()).add(process));
  return Math.max(1, ...[...processes.values()].map((each) => each.size));
}

/** Dimensions of the target's settings for the services and the client. */
export const targetDimensions: readonly Dimension<TrafficPart>[] = [
  {
    name: 'services of the target',
    sentence: 'Traffic guide: the target may name the addresses of the services, or leave them to the paths.',
    seam: 'services of the target',
    values: [
      { words: 'target with addresses', allowedBy: '' },
      {
        words: 'target without addresses',
        allowedBy: 'docs/guides/traffic.md, which hosts are judged: without the addresses of a target',
        allows: lacks.addresses,
        change: targeting((target) => ({ ...target, services: {} })),
      },
      {
        words: 'target with default ports',
        allowedBy:
          'docs/guides/traffic.md, which system was observed: letter case and default ports do not matter',
        change: addressed(withDefaultPort),
      },
      {
        words: 'target in upper case',
        allowedBy:
          'docs/guides/traffic.md, which system was observed: letter case and default ports do not matter',
        change: addressed((address) => address.replace(/\/\/[^/]+/, (host) => host.toUpperCase())),
      },
    ],
  },
  {
    name: 'processes of the target',
    sentence: 'Traffic guide, several processes: the target may state the number of processes of a client.',
    seam: 'processes of the target',
    values: [
      { words: 'no number of processes', allowedBy: '' },
      {
        words: 'target with the number of processes',
        allowedBy: 'docs/guides/traffic.md, several processes of one client: integrator.processes',
        allows: mayPass('TOK-01', 'CRT-07'),
        change: targeting((target, exchanges) => ({ ...target, processes: processesIn(exchanges) })),
      },
    ],
  },
];
