import type { JSX } from 'preact';
import { counted } from '../../contract/counted';
import type { Negative } from '../model/negatives';
import type { Row } from '../model/row';
import type { Around } from './text';
import { Linked, VerdictMark } from './text';

/** Those that stand there; the others are counted. */
const shownNegatives = 12;

interface NegativesProps {
  readonly row: Pick<Row, 'observations' | 'evidence'>;
  readonly negatives: readonly Negative[];
  readonly around: Around;
}

/** What was wrong on purpose, closed until it is asked for: also where all of it was refused as it should be. */
export function NegativesView({ row, negatives, around }: NegativesProps): JSX.Element | null {
  if (negatives.length === 0) return null;
  const left = negatives.length - shownNegatives;
  return (
    <details class="negatives">
      <summary>What was wrong on purpose: {counted(negatives.length, 'try', 'tries')}</summary>
      <ul>
        {negatives.slice(0, shownNegatives).map(({ verdict, mistake, told }) => (
          <li>
            {verdict !== undefined && <VerdictMark verdict={verdict} />} <strong>{mistake}</strong>:{' '}
            <Linked text={told} around={around} />
          </li>
        ))}
      </ul>
      {left > 0 && <p class="more">and {left} more</p>}
      {row.observations > row.evidence.length && (
        <p class="more">
          These are among the first of {row.observations} observations; recording.jsonl has all.
        </p>
      )}
    </details>
  );
}
