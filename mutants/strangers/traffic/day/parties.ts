import type { DayHabits, Work } from '../../../traffic/long-day/habits';
import { minuteMs } from '../../../traffic/long-day/habits';
import type { DayDimension } from './values';
import { behaving, usual } from './values';

const processesAllowed = 'Clause 5.1.4 counts sessions, and not the processes that hold them.';

const working = (words: string, ...lists: readonly (readonly [Work, ...Work[]])[]) =>
  behaving(words, 'DESIGN: many clients play only one role', () => ({
    work: (client) => lists[client % lists.length] ?? ['fields'],
  }));

/** Dimensions of the parties in a day, their times and their network addresses. */
export const partyDimensions: readonly DayDimension[] = [
  {
    name: 'clients',
    sentence: 'client id issued after sandbox approval (clause 2.1)',
    seam: 'habits: clients',
    offer: true,
    values: [
      usual('one to three clients'),
      behaving('one client', 'a gateway may serve any number of clients', () => ({ clients: 1 })),
      behaving('five clients', 'a gateway may serve any number of clients', () => ({ clients: 5 })),
    ],
  },
  {
    name: 'processes',
    sentence: processesAllowed,
    seam: 'habits: processes',
    offer: true,
    values: [
      usual('one or two processes'),
      behaving('one process for each client', processesAllowed, () => ({ processes: 1 })),
      behaving(
        'three processes for each client',
        'FIELD-NOTES: two pods of one client share a client id',
        () => ({
          processes: 3,
        }),
      ),
    ],
  },
  {
    name: 'network addresses',
    sentence: 'The document does not speak of network addresses.',
    seam: 'habits: source',
    offer: true,
    values: [
      usual('an address for each process'),
      behaving('one address for all clients', 'clients may be behind one NAT gateway', () => ({
        source: () => '192.0.2.1',
      })),
      behaving('an address for each client', 'processes of a client may be behind one NAT gateway', () => ({
        source: (client) => `192.0.2.${client + 1}`,
      })),
      behaving('no addresses', 'schemas/traffic-line.schema.json: client is optional', () => ({
        source: () => undefined,
      })),
      behaving('addresses that change each hour', 'a network may give a process another address', () => ({
        source: (client, process, now) =>
          `192.0.2.${client * 60 + process * 10 + (Math.floor(now / (60 * minuteMs)) % 10)}`,
      })),
    ],
  },
  {
    name: 'work',
    sentence: 'Sensitive values are sent to the identity and professional-registry APIs (clause 1.2).',
    seam: 'habits: work',
    offer: true,
    values: [
      usual('all kinds of work'),
      working('work at the identity service alone', ['enrolling', 'identity fields']),
      working('work at the registry alone', ['registering', 'registry fields']),
      working('work with the payer alone', ['cycle']),
      working(
        'a service for each client',
        ['enrolling', 'identity fields'],
        ['cycle'],
        ['registering', 'registry fields'],
      ),
      working('one field request after the other', ['identity fields', 'registry fields', 'identity fields']),
    ],
  },
  {
    name: 'length',
    sentence: 'The document sets no number of requests.',
    seam: 'habits: acts',
    offer: true,
    values: [
      usual('ten acts or more'),
      behaving('three acts at most', 'a recording may show few requests', () => ({ acts: [1, 3] })),
      behaving('thirty acts', 'a recording may show many requests', () => ({ acts: [30, 30] })),
    ],
  },
  {
    name: 'date',
    sentence: 'ISO-8601 UTC with milliseconds (clause 5.2)',
    seam: 'habits: begins',
    offer: true,
    values: [
      usual('a day in November'),
      ...(
        [
          ['midnight in the middle', '2026-11-20T22:30:00.000Z'],
          ['the end of a year in the middle', '2025-12-31T22:30:00.000Z'],
          ['a leap day in the middle', '2024-02-28T22:30:00.000Z'],
          ['the end of summer time in the middle', '2026-10-25T00:00:00.000Z'],
        ] as const
      ).map(([words, time]) =>
        behaving(words, 'the document sets no dates for requests', () => ({ begins: Date.parse(time) })),
      ),
    ],
  },
  {
    name: 'clock',
    sentence: 'must be current (clause 5.2)',
    seam: 'habits: clockMs',
    offer: true,
    values: [
      usual('clocks that agree'),
      ...(
        [
          ['clients one second ahead', 1000],
          ['clients two minutes ahead', 120_000],
          ['clients two minutes behind', -120_000],
        ] as const
      ).map(([words, clockMs]) =>
        behaving(words, "latitude of HDR-08: 'the clock is off by less than five minutes'", () => ({
          clockMs,
        })),
      ),
    ],
  },
  {
    name: 'precision of TIMESTAMP',
    sentence: 'form YYYY-MM-DDTHH:MM:SS.000Z (clause 5.2)',
    seam: 'habits: timestamp',
    offer: true,
    values: [
      usual('milliseconds'),
      behaving('whole seconds', "latitude of HDR-07: 'the milliseconds are 000 on every request'", () => ({
        timestamp: (time: number) => `${new Date(time).toISOString().slice(0, 19)}.000Z`,
      })),
    ],
  },
  {
    name: 'troubles',
    sentence: 'Rate limits and request size limits: not shown. (clause 8)',
    seam: 'habits: troubles',
    offer: true,
    values: [
      usual('few troubles'),
      behaving('no troubles', 'services may always answer', () => ({ troubles: 0 })),
      troubled('many troubles', undefined),
      troubled('bad gateways', { status: 502, body: '<html><body>Bad Gateway</body></html>' }),
      troubled('gateway time-outs', { status: 504, body: {} }),
    ],
  },
];

function troubled(words: string, trouble: DayHabits['trouble']) {
  return behaving(words, 'clause 7: all other errors are not shown', () => ({
    troubles: 0.15,
    ...(trouble && { trouble }),
  }));
}
