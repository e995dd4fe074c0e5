import type { ConfiguredSegments } from '../../../../support/contract/operations';
import type { Target } from '../../../../support/targets/target';
import { exampleBases } from '../../../../support/published/deployment';
import type { TrafficPart } from '../shape';
import type { DayDimension } from './values';
import { usual } from './values';

const own: Required<ConfiguredSegments> = { identity: 'abdm', nationalId: 'uid' };

const movingSegments = (url: string): string =>
  url
    .replace('/identity/api/', `/${own.identity}/api/`)
    .replace('/registration/national-id/', `/registration/${own.nationalId}/`);

/** Moves each request to another address. */
const moving = (move: (url: string) => string): TrafficPart => ({
  wire: [
    (exchange) => {
      const { request } = exchange.wire;
      return { ...exchange, wire: { ...exchange.wire, request: { ...request, url: move(request.url) } } };
    },
  ],
});

type Bases = Readonly<Record<keyof typeof exampleBases, string>>;

const behind = (words: string, allowedBy: string, bases: Bases) => ({
  words,
  allowedBy,
  change: (): TrafficPart => ({
    ...moving((url) => {
      // A client may send a request over http by a fault.
      const secure = url.replace(/^http:/, 'https:');
      for (const [name, base] of Object.entries(exampleBases))
        if (secure.startsWith(`${base}/`))
          return (
            bases[name as keyof Bases].replace(/^https/, url.split(':')[0] ?? '') + secure.slice(base.length)
          );
      return url;
    }),
    target: [(target: Target): Target => ({ ...target, services: bases })],
  }),
});

const placeholders = 'Base addresses are placeholders (introduction of the document)';

/** Dimensions of the addresses of services. They come after all dimensions that look at addresses. */
export const addressDimensions: readonly DayDimension[] = [
  {
    name: 'path segments',
    sentence:
      'the word identity in the path is a neutral stand-in; the segment national-id is a neutral stand-in (clauses 4.2, 4.3)',
    seam: 'wire: path segments',
    values: [
      usual('documented segments'),
      {
        words: 'other segments',
        allowedBy: "latitude of CRT-10: 'the first segment is that of the service, unnamed by the target'",
        change: () => moving(movingSegments),
      },
      {
        words: 'segments that the target names',
        allowedBy: "latitude of CRT-10: 'the first segment is the one that the target names'",
        change: () => ({
          ...moving(movingSegments),
          target: [(target: Target): Target => ({ ...target, paths: own })],
        }),
      },
    ],
  },
  {
    name: 'base addresses',
    sentence: placeholders,
    seam: 'wire: base addresses',
    values: [
      usual('a host for each service'),
      behind('services behind path prefixes', placeholders, {
        gateway: 'https://gateway.example/gw',
        identity: 'https://identity.example/id/live',
        registry: 'https://registry.example/hpr/v4',
        dummyPayer: 'https://payer.example/dummy',
        provider: 'https://provider.example/hcx',
      }),
      behind('one host for all services', placeholders, {
        gateway: 'https://api.example/gw',
        identity: 'https://api.example/id',
        registry: 'https://api.example/registry/v4',
        dummyPayer: 'https://api.example/payer',
        provider: 'https://api.example/provider',
      }),
      behind('hosts with ports', placeholders, {
        gateway: 'https://services.example:8443',
        identity: 'https://services.example:8444',
        registry: 'https://services.example:8445/v4',
        dummyPayer: 'https://services.example:8446',
        provider: 'https://services.example:8447',
      }),
    ],
  },
];
