/** What one core does, as measured; times are of computing, in seconds. */
export interface Rates {
  /** Before a task does anything. */
  readonly start: number;
  /** Entries a second that `--split` files by client. */
  readonly split: number;
  /** Exchanges a second that `--partition` judges. */
  readonly judge: number;
  /** Entries a second of `PARTS/loose` that a partition reads, and leaves to others. */
  readonly passOver: number;
  /** Exchanges a second that `conform merge` puts in order. */
  readonly merge: number;
  /** Clients a second of which it merges conclusions. */
  readonly clients: number;
  readonly bytes: {
    /** Of an exchange: in the inputs, in PARTS and in the recording. */
    readonly input: number;
    readonly parts: number;
    readonly recording: number;
    /** Of a client in `part.json`. */
    readonly client: number;
  };
}

/** A day of traffic. */
export interface Day {
  readonly exchanges: number;
  readonly clients: number;
  /** One task splits one file, from its beginning to its end. */
  readonly files: number;
  /** The part of the exchanges that does not tell its client by itself. */
  readonly loose: number;
  /** The part of them that is of the largest client, which one core judges. */
  readonly largest: number;
  /** Bytes a second that all tasks share. */
  readonly disk: number;
}

/** What can take the most time. */
export type Limit = 'split' | 'files' | 'judge' | 'loose' | 'largest client' | 'merge' | 'disk';

interface Stage {
  readonly seconds: number;
  readonly coreSeconds: number;
  readonly limit: Limit;
}

export interface Simulated {
  readonly cores: number;
  readonly hours: number;
  readonly coreHours: number;
  /** What takes the most time, and which part of it. */
  readonly limit: Limit;
  readonly share: number;
  /** What merging reads into memory. */
  readonly partBytes: number;
}

/** How long a day takes on so many cores, in as many partitions, and what it costs. */
export function simulate(rates: Rates, day: Day, cores: number): Simulated {
  const stages = [splitting(rates, day, cores), judging(rates, day, cores), merging(rates, day)];
  const sum = (of: (stage: Stage) => number): number => stages.reduce((total, each) => total + of(each), 0);
  const seconds = sum((each) => each.seconds);
  const longest = stages.reduce((one, other) => (other.seconds > one.seconds ? other : one));
  return {
    cores,
    hours: seconds / 3600,
    coreHours: sum((each) => each.coreSeconds) / 3600,
    limit: longest.limit,
    share: longest.seconds / seconds,
    partBytes: day.clients * rates.bytes.client,
  };
}

/** The fewest cores, doubled from one, of which twice as many save less than a tenth of the time. */
export function endOfScaling(rates: Rates, day: Day, most = 4096): Simulated {
  let found = simulate(rates, day, 1);
  while (found.cores < most) {
    const twice = simulate(rates, day, found.cores * 2);
    if (twice.hours > 0.9 * found.hours) break;
    found = twice;
  }
  return found;
}

function splitting({ start, split, bytes }: Rates, day: Day, cores: number): Stage {
  const coreSeconds = day.files * start + day.exchanges / split;
  const readers = Math.min(cores, day.files);
  return longestOf(coreSeconds, {
    [readers < cores ? 'files' : 'split']: coreSeconds / readers,
    disk: (day.exchanges * (bytes.input + bytes.parts)) / day.disk,
  });
}

/** Each partition reads when every exchange came, where all files overlap. */
const timeBytes = 8;

function judging({ start, judge, passOver, bytes }: Rates, day: Day, cores: number): Stage {
  const own = day.exchanges / judge;
  const others = cores * day.loose * day.exchanges * (1 - 1 / cores);
  const reading = others / passOver;
  const coreSeconds = cores * start + own + reading;
  const times = cores * day.exchanges * timeBytes;
  const read = bytes.parts * (day.exchanges + others) + bytes.recording * day.exchanges + times;
  return longestOf(coreSeconds, {
    [reading > own ? 'loose' : 'judge']: coreSeconds / cores,
    'largest client': start + day.largest * own + reading / cores,
    disk: read / day.disk,
  });
}

/** By one process. */
function merging({ start, merge, clients, bytes }: Rates, day: Day): Stage {
  const coreSeconds = start + day.exchanges / merge + day.clients / clients;
  return longestOf(coreSeconds, {
    merge: coreSeconds,
    disk: (2 * day.exchanges * bytes.recording) / day.disk,
  });
}

function longestOf(coreSeconds: number, limits: Partial<Record<Limit, number>>): Stage {
  const all = Object.entries(limits) as [Limit, number][];
  const [limit, seconds] = all.reduce((one, other) => (other[1] > one[1] ? other : one));
  return { coreSeconds, seconds, limit };
}
