import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { boundedText } from '../../../report/bounded-text';
import { packName, resultsName, signOffName } from '../../../report/history/own-files';
import { settleForReading } from '../../../report/history/swap';
import { reportOf } from '../../../report/model/report';
import { parseResults } from '../../../report/read-reports';
import { digestOf } from '../../../report/sign-off/digest';
import { readSignOff } from '../../../report/sign-off/read-sign-off';
import { standingIn } from '../../../report/sign-off/write-sign-off';
import { earliestDay, takesOverruling } from '../../../report/sign-off/sign-off';
import type { ReviewAnswer } from '../../wire/review';

/** What a reviewer has to know of one report, and what was decided about it. */
export function readReview(folder: string): ReviewAnswer {
  settleForReading(folder);
  const file = join(folder, resultsName);
  const text = boundedText(file);
  const results = parseResults(text, file);
  const digest = digestOf(text);
  const found = readSignOff(folder, () => ({ results, digest }));
  const { name, caveats, headlines, signOff: told } = reportOf(results, found);
  const { run } = results;
  return {
    key: run.id,
    name,
    runId: run.id,
    finishedAt: run.finishedAt,
    caveats,
    headlines: headlines.map(({ verdict, sentence, basis }) => ({ verdict, sentence, basis })),
    digest,
    standing: standingIn(folder),
    takesOverruling: takesOverruling(results),
    earliest: earliestDay(results),
    today: new Date().toISOString().slice(0, 10),
    hasReport: existsSync(join(folder, 'compliance.html')),
    ...(told && { told }),
    ...(found && 'signOff' in found && { signOff: found.signOff }),
    isPackOlder: isOlder(join(folder, packName), join(folder, signOffName)),
  };
}

function isOlder(one: string, other: string): boolean {
  const [first, second] = [one, other].map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs);
  return first !== undefined && second !== undefined && first < second;
}
