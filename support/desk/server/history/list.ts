import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { toldSignOff } from '../../../report/model/sign-off';
import type { Entry } from '../../../report/history/entries';
import { entriesIn } from '../../../report/history/entries';
import { resultsName, signOffName } from '../../../report/history/own-files';
import { settleForReading } from '../../../report/history/swap';
import { targetsOf } from '../../../report/history/trend';
import { signingKeyName } from '../../../report/pack/signature';
import { boundedText } from '../../../report/bounded-text';
import { parseResults } from '../../../report/read-reports';
import { digestOf } from '../../../report/sign-off/digest';
import { readSignOff } from '../../../report/sign-off/read-sign-off';
import { inWords } from '../../../report/wording';
import { attempt } from '../../../targets/pem';
import type { HistoryAnswer, HistoryEntry } from '../../wire/history';

/** What a folder keeps, each run once. */
export function listHistory(reports: string): HistoryAnswer {
  settleForReading(reports);
  const entries = entriesIn(reports);
  const byKey = new Map<string, Entry>();
  // The latest stands before its copy, should it have one.
  for (const entry of entries) if (!byKey.has(keyOf(entry))) byKey.set(keyOf(entry), entry);
  return {
    entries: [...byKey.values()].map(told),
    targets: targetsOf(entries),
    isSigning: process.env[signingKeyName] !== undefined,
  };
}

const keyOf = ({ run, name }: Entry): string => run?.id ?? name;

function told(entry: Entry): HistoryEntry {
  const { name, bytes, path, run } = entry;
  const signOff = signOffBeside(path);
  return {
    key: keyOf(entry),
    name,
    bytes,
    hasReport: existsSync(join(path, 'compliance.html')),
    ...(run && {
      run: {
        id: run.id,
        finishedAt: run.finishedAt,
        target: run.target,
        selfTest: run.selfTest,
        product: run.product === null ? '' : `${run.product.name} ${run.product.version ?? ''}`.trimEnd(),
        outcomes: outcomesOf(run.overall),
      },
    }),
    ...(signOff && { signOff }),
  };
}

/** What each subject came to, in words. */
export function outcomesOf(overall: NonNullable<Entry['run']>['overall']) {
  const subjects = ['integrator', 'service'] as const;
  return subjects.flatMap((subject) => {
    const each = overall[subject];
    return each === undefined
      ? []
      : [{ subject, verdict: each.verdict, text: `${subject}: ${inWords(each)}` }];
  });
}

function signOffBeside(path: string): HistoryEntry['signOff'] {
  if (!existsSync(join(path, signOffName))) return undefined;
  return attempt(() => {
    const file = join(path, resultsName);
    const text = boundedText(file);
    const results = parseResults(text, file);
    const found = readSignOff(path, () => ({ results, digest: digestOf(text) }));
    if (found === undefined) return undefined;
    const { kind, sentence } = toldSignOff(found, results);
    return { kind, sentence };
  });
}
