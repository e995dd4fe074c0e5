import { obligation } from '../obligations';
import type { ObligationId } from '../obligations';
import type { Exchange } from '../exchange/exchange';
import type { Breach } from '../obligations/judges';
import { cycleIdOf } from '../obligations/cycles/messages';
import { cyclesOf, renderCycle } from './cycle-steps';

/** `SES-05 [must, clause 2.2] A session answer …` */
export function headline(id: ObligationId): string {
  const { level, clauses, title } = obligation(id);
  return `${id} [${level}, clause ${clauses.join(', ')}] ${title}`;
}

/** What was judged. */
export interface Origin {
  readonly targetFile?: string | undefined;
  /** Answers to a challenge, and no run. */
  readonly challenge?: boolean | undefined;
  /** Traffic that somebody else brought about. */
  readonly traffic?: 'audit' | 'proxy' | 'rejudge' | undefined;
  /** What was recorded: the cycle of a breach is shown from it. */
  readonly exchanges?: readonly Exchange[] | undefined;
}

/** The command that judges one obligation again. */
export function again(id: ObligationId, { targetFile, challenge, traffic }: Origin): string {
  if (challenge === true) return 'npx conform challenge --out FILE (a new one: each is judged once)';
  if (traffic === 'proxy')
    return `npx conform proxy --target ${targetFile ?? 'FILE'} --only ${id}, and the same request`;
  if (traffic !== undefined)
    return `npx conform audit FILE --only ${id}, once it is mended and recorded anew`;
  return `npx conform run ${targetFile === undefined ? '' : `--target ${targetFile} `}--only ${id}`;
}

/** The message of a breach: which obligation, what was sent, expected and seen, why perhaps, how to run it again. */
export function explainBreach(id: ObligationId, breach: Breach, origin: Origin): string {
  const [first] = breach.exchanges;
  const where = first === undefined ? '' : `, in exchange #${first}`;
  return [
    headline(id),
    `  sent      ${breach.sent}`,
    `  expected  ${breach.expected}`,
    `  got       ${breach.got}${where}`,
    `  likely    ${breach.likely}`,
    ...cycleLines(breach, origin),
    `  again     ${again(id, origin)}`,
  ].join('\n');
}

/** The cycle in which something went wrong, message by message. */
function cycleLines({ exchanges: seqs }: Breach, { exchanges = [] }: Origin): string[] {
  const ids = exchanges.filter(({ seq }) => seqs.includes(seq)).flatMap((each) => cycleIdOf(each) ?? []);
  const [id] = ids;
  if (id === undefined) return [];
  return cyclesOf(exchanges.filter((each) => cycleIdOf(each) === id)).flatMap(renderCycle);
}
