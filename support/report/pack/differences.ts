import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../contract/json';
import { clientText } from '../../exchange/exchange';
import type { Results } from '../../judging/results';

/** How many differences are told. */
const mostTold = 20;

/** Where results differ from what judging the recording again gives; one sentence each. */
export function differencesIn(stated: Results, again: Results): string[] {
  // What changed since an earlier report cannot follow from this recording.
  const { changes, ...run } = stated.run;
  const wanted = JSON.parse(JSON.stringify(again)) as Results;
  const all = [
    ...rowDifferences(stated, wanted),
    ...clientDifferences(stated.clients, wanted.clients),
    ...(['readings', 'exchanges', 'cycles', 'counts'] as const).flatMap((name) =>
      differences(stated[name], wanted[name], name),
    ),
    ...differences(run, wanted.run, 'run'),
    ...falseChanges(changes, wanted),
  ];
  const more = all.length - mostTold;
  return more > 0 ? [...all.slice(0, mostTold), `results.json differs in ${more} more places`] : all;
}

/** Rows by id: where the verdict differs, that alone is shown of its row. */
function rowDifferences(stated: Results, again: Results): string[] {
  const byId = new Map(stated.obligations.map((row) => [row.id, row]));
  const found = again.obligations.flatMap((row) => {
    const said = byId.get(row.id);
    if (said === undefined) return [`${row.id}: results.json has no row of it`];
    if (said.verdict !== row.verdict) return [contrast(row.id, said.verdict, row.verdict)];
    return differences(said, row, row.id);
  });
  const known = new Set(again.obligations.map(({ id }) => id));
  const strange = stated.obligations.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  const isTwice = byId.size < stated.obligations.length;
  const isMoved = !isDeepStrictEqual(
    stated.obligations.map(({ id }) => id),
    again.obligations.map(({ id }) => id),
  );
  return [
    ...found,
    ...strange.map((id) => `${id}: results.json has a row of it, and there is no such obligation`),
    ...(isTwice ? ['results.json has two rows of one obligation'] : []),
    ...(isMoved && !isTwice && found.length + strange.length === 0
      ? ['results.json has its rows in another order']
      : []),
  ];
}

/** Rows of clients by their names, so that a difference names its client. */
function clientDifferences(said: Results['clients'], found: Results['clients']): string[] {
  if (isDeepStrictEqual(said, found)) return [];
  const byName = (rows: Results['clients']) =>
    rows && Object.fromEntries(rows.map((row) => [clientText(row), row]));
  const told = differences(byName(said), byName(found), 'clients');
  return told.length > 0 ? told : ['clients: results.json has them in another order, or one twice'];
}

/** Each member of both, by its path. */
function differences(said: unknown, found: unknown, path: string): string[] {
  if (isDeepStrictEqual(said, found)) return [];
  if (!isObject(said) || !isObject(found)) return [contrast(path, said, found)];
  return [...new Set([...Object.keys(said), ...Object.keys(found)])].flatMap((name) =>
    differences(said[name], found[name], `${path}.${name}`),
  );
}

/** What became different cannot be checked without the earlier report; what it became can. */
function falseChanges(changes: Results['run']['changes'], { obligations, run }: Results): string[] {
  if (changes === undefined) return [];
  const verdicts = new Map(obligations.map(({ id, verdict }) => [id, verdict]));
  const odd = changes.obligations.filter(({ id, to, from }) => verdicts.get(id) !== to || from === to);
  return [
    ...odd.map(({ id, to }) => contrast(`run.changes, ${id}`, to, verdicts.get(id))),
    ...(Date.parse(changes.since.finishedAt) > Date.parse(run.finishedAt)
      ? [`run.changes: the earlier report ended at ${changes.since.finishedAt}, after this run`]
      : []),
  ];
}

const contrast = (what: string, said: unknown, found: unknown): string =>
  `${what}: results.json says ${shown(said)}, and judging again gives ${shown(found)}`;

function shown(value: unknown): string {
  if (typeof value === 'string' && value.length < 60) return value;
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80);
}
