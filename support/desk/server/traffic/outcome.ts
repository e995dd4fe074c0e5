import { printable } from '../../../contract/printable';
import type { Results } from '../../../judging/results';
import { whyNoExchange } from '../../../report/no-exchange';
import { reportOf } from '../../../report/model/report';
import { asDiskTrouble } from '../../../targets/disk-trouble';
import { ConfigurationError } from '../../../targets/errors';
import type { Told, TrafficOutcome } from '../../wire/traffic';

/** Results of traffic in short; their report tells the rest. */
export function outcomeOf(results: Results): TrafficOutcome {
  const { run, exchanges } = results;
  const { planned, counts } = reportOf(results);
  return {
    id: run.id,
    exchanges,
    overall: Object.entries(run.overall).map(([subject, { verdict }]) => ({ subject, verdict })),
    counts: counts.map(({ verdict, count }) => ({ verdict, count })),
    failed: planned.filter(({ verdict }) => verdict === 'failed').map(({ id, title }) => ({ id, title })),
    missing: (run.traffic?.files ?? []).flatMap(({ cut, broken, ...counts }) => [
      ...[whyNoExchange({ ...counts, cut }) ?? []].flat(),
      ...(cut === undefined ? [] : [cut]),
      ...broken,
    ]),
  };
}

/** What kept something from being done, in words. */
export function toldOf(error: unknown): Told {
  const bad = error instanceof ConfigurationError ? error : asDiskTrouble(error);
  if (bad === undefined) return { message: error instanceof Error ? error.message : String(error) };
  const line = bad.line.slice(0, bad.line.length - bad.hint.length).replace(/ — $/, '');
  return { message: printable(line), hint: printable(bad.hint) };
}
