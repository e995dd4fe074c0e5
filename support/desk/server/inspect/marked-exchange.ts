import type { Evidence } from '../../../exchange/evidence';
import type { Row } from '../../../report/model/row';
import type { Line } from '../../../report/parts/lines';
import { linesOf } from '../../../report/parts/lines';
import { tellingIn } from '../../../report/parts/telling';
import type { MarkedExchange, MarkedLine } from '../../wire/inspect-report';

/** An exchange in the lines of the report, those marked that tell about an obligation, or about one breach of it. */
export function markedExchange(evidence: Evidence, row: Row, breach: number | undefined): MarkedExchange {
  const shownFor = breach === undefined ? undefined : row.breaches?.[breach];
  const { about, request, answer, facts } = linesOf(evidence, tellingIn(row, evidence, shownFor));
  const parts = [
    { name: 'about', lines: about },
    { name: evidence.kind === undefined ? 'request' : 'returned', lines: request },
    { name: 'answer', lines: answer },
    { name: 'facts', lines: facts },
  ] as const;
  return {
    seq: evidence.seq,
    parts: parts
      .filter(({ lines }) => lines.length > 0)
      .map(({ name, lines }) => ({ name, lines: lines.map(shownLine) })),
  };
}

const shownLine = ({ text, depth, marked }: Line): MarkedLine => ({ text, depth, marked });
