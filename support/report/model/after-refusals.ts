import type { Text } from '../../exchange/text';
import { joinTexts, numbered, text } from '../../exchange/text';
import type { AfterRefusal } from '../../judging/notes';
import type { Results } from '../../judging/results';

/** What a client reported after refusals, in words. */
export interface ToldReport {
  readonly text: Text;
  /** It reported success, and nothing was accepted: whatever happened, it may say so. */
  readonly isFalse: boolean;
}

const inWords = { success: 'success', failure: 'a failure', error: 'an error' } as const;

export function afterRefusalsOf({ run }: Pick<Results, 'run'>): ToldReport[] {
  return (run.afterRefusals ?? []).map((row) => ({
    isFalse: row.reported === 'success' && !row.accepted,
    text: row.reported === 'success' && !row.accepted ? falseText(row) : rightText(row),
  }));
}

function falseText(row: AfterRefusal): Text {
  return text`${callText(row)}: the client reported success, although ${refusedText(row)} and nothing was accepted after it`;
}

function rightText(row: AfterRefusal): Text {
  const later = row.accepted ? ' and a later attempt was accepted' : '';
  return text`${callText(row)}: ${refusedText(row)}${later}; the client reported ${inWords[row.reported]}`;
}

const callText = ({ call, service, times }: AfterRefusal): string =>
  `${call}${service === undefined ? '' : ` (${service})`}${times === 1 ? '' : `, ${times} times`}`;

const refusedText = ({ exchanges, status }: AfterRefusal): Text =>
  text`${joinTexts(exchanges.map(numbered), ', ')} ${exchanges.length === 1 ? 'was' : 'were'} answered ${status}`;
