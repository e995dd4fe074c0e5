import type { Audited } from '../judging/results';
import { CutError } from '../exchange/har/read-har';
import { readEntry } from '../exchange/har/har-entry';
import { readLogEntry } from '../exchange/log/log-entry';
import { evidenceOf } from '../exchange/read-evidence';
import type { Item, Source } from './sources';
import type { TrafficJudge } from './traffic-judge';

const toldBroken = 20;

/** Judges what a file holds, as it comes; `tell` is called after each item. */
export async function audit(source: Source, judge: TrafficJudge, tell: () => void): Promise<Audited> {
  const before = judge.unmapped;
  const broken: string[] = [];
  let [exchanges, others, brokenCount] = [0, 0, 0];
  let cut: string | undefined;
  const what = source.form === 'har' ? 'entry' : 'line';
  try {
    for await (const item of source.items) {
      const taken = source.form === 'recording' ? takeLine(item, judge) : takeEntry(item, source.form, judge);
      if (taken === 'taken') exchanges += 1;
      else if (taken === 'other') others += 1;
      else {
        brokenCount += 1;
        if (broken.length < toldBroken) broken.push(`${what} ${item.number}: ${taken.why}`);
      }
      tell();
    }
  } catch (error) {
    if (!(error instanceof CutError)) throw error;
    cut = `${error.message}, behind ${what} ${exchanges + others + brokenCount}`;
  }
  judge.endRecording();
  others += judge.unmapped - before;
  exchanges -= judge.unmapped - before;
  const { name, form } = source;
  return { name, form, exchanges, others, broken, brokenCount, ...(cut !== undefined && { cut }) };
}

type Taken = 'taken' | 'other' | { readonly why: string };

function takeEntry({ read: json }: Item, form: 'har' | 'log', judge: TrafficJudge): Taken {
  if ('flaw' in json) return { why: json.flaw };
  const read = form === 'har' ? readEntry(json.value) : readLogEntry(json.value);
  if (read.kind === 'other') return 'other';
  if (read.kind === 'broken') return { why: read.why };
  judge.take(read.raw);
  return 'taken';
}

function takeLine({ read: json }: Item, judge: TrafficJudge): Taken {
  const read = evidenceOf(json);
  if ('flaw' in read) return { why: read.flaw };
  try {
    judge.takeRecorded(read.evidence);
    return 'taken';
  } catch (error) {
    // What rules read as it arrived (facts.arrived) has the shape of each rule, which no schema knows.
    if (!(error instanceof TypeError)) throw error;
    return { why: 'facts that no rule can read' };
  }
}
