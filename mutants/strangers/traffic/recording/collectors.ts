import type { Dimension } from '../../dimension';
import type { TrafficPart } from '../shape';

const eachLine = (wrap: (line: string, at: number) => string | readonly string[]) => (): TrafficPart => ({
  collected: [(lines) => lines.flatMap((line, at) => wrap(line, at))],
});

const time = '2026-11-21T04:00:00.123456789Z';

/** Docker and containerd cut a line into parts of this size. */
const partSize = 16_384;

function partsOf(line: string): string[] {
  const bytes = Buffer.from(line);
  const parts: string[] = [];
  // Generated lines contain only ASCII, so a part never ends inside a character.
  for (let at = 0; at < bytes.length; at += partSize) parts.push(bytes.toString('utf8', at, at + partSize));
  return parts;
}

const docker = (line: string): string[] =>
  partsOf(line).map((part, at, all) =>
    JSON.stringify({ log: at === all.length - 1 ? `${part}\n` : part, stream: 'stdout', time }),
  );

const cri = (line: string): string[] =>
  partsOf(line).map((part, at, all) => `${time} stdout ${at === all.length - 1 ? 'F' : 'P'} ${part}`);

const beginning = ['starting the gateway', 'INFO listening on :8443', '{"level":"info","msg":"ready"}'];

const ofTable = 'docs/guides/traffic.md, Log collectors';

/** Dimensions of the form in which a log collector stores log lines. The values change nothing in HAR files. */
export const collectorDimensions: readonly Dimension<TrafficPart>[] = [
  {
    name: 'collector',
    sentence: 'Traffic guide, log collectors: the audit removes what these programs add to each line.',
    seam: 'text around log lines',
    values: [
      { words: 'log without a collector', allowedBy: '' },
      { words: "log in Docker's json-file", allowedBy: ofTable, change: eachLine(docker) },
      { words: 'log of containerd', allowedBy: ofTable, change: eachLine(cri) },
      {
        words: 'log in Fluent Bit',
        allowedBy: ofTable,
        change: eachLine((line) =>
          JSON.stringify({ date: 1_795_233_600.5, log: line, kubernetes: { pod_name: 'gateway-0' } }),
        ),
      },
      {
        words: 'log in files of Fluent Bit',
        allowedBy: ofTable,
        change: eachLine((line) => `kube.gateway: [1795233600.500000000, ${JSON.stringify({ log: line })}]`),
      },
      {
        words: 'log in Vector',
        allowedBy: ofTable,
        change: eachLine((line) =>
          JSON.stringify({
            file: '/var/log/traffic.jsonl',
            host: 'node-1',
            message: line,
            source_type: 'file',
            timestamp: time,
          }),
        ),
      },
      {
        words: 'log from Loki',
        allowedBy: ofTable,
        change: eachLine((line) => JSON.stringify({ labels: { app: 'gateway' }, line, timestamp: time })),
      },
      {
        words: 'log from Google Cloud as text',
        allowedBy: ofTable,
        change: eachLine((line, at) =>
          JSON.stringify({
            insertId: `a${at}`,
            logName: 'projects/p/logs/stdout',
            textPayload: line,
            timestamp: time,
          }),
        ),
      },
      {
        words: 'log from Google Cloud as JSON',
        allowedBy: ofTable,
        change: eachLine((line, at) =>
          JSON.stringify({
            insertId: `a${at}`,
            jsonPayload: JSON.parse(line) as object,
            severity: 'INFO',
            timestamp: time,
          }),
        ),
      },
      {
        words: 'log in syslog',
        allowedBy: ofTable,
        change: eachLine((line) => `Nov 21 04:00:00 node-1 gateway[7]: ${line}`),
      },
      {
        words: 'log in syslog of RFC 5424',
        allowedBy: ofTable,
        change: eachLine((line) => `<134>1 ${time.replace('456789', '')} node-1 gateway 7 - - ${line}`),
      },
      {
        words: 'Docker inside Fluent Bit',
        allowedBy: `${ofTable}: collectors forward what others stored`,
        change: eachLine((line) => docker(line).map((each) => JSON.stringify({ log: each, tag: 'docker' }))),
      },
      {
        words: 'log behind the start of its program',
        allowedBy: `${ofTable}: a program writes other lines to the same stream`,
        change: () => ({ collected: [(lines) => [...beginning, ...lines]] }),
      },
      {
        words: 'log behind the start of its program in Docker',
        allowedBy: `${ofTable}: a program writes other lines to the same stream`,
        change: () => ({ collected: [(lines) => [...beginning, ...lines].flatMap(docker)] }),
      },
    ],
  },
];
