import type { JSX } from 'preact';
import type { ObligationResult } from '../../judging/verdict';
import { plainText } from '../../exchange/text';
import type { Results } from '../../judging/results';
import { isPartial, waiverOf } from '../wording';
import { gapsIn, obstaclesOf } from './words';

/** More are a click away: whoever comes so far wants to see the rest of the first screen. */
const shownObstacles = 12;

/** What stands between the subjects and a pass, the broken first. */
export function Obstacles({ results }: { readonly results: Results }): JSX.Element {
  const obstacles = obstaclesOf(results);
  const gaps = gapsIn(results);
  const partial = isPartial(results.run);
  const entries = [
    ...gaps.map((gap) => <li>{gap}</li>),
    ...obstacles.map((row) => <Obstacle row={row} results={results} />),
  ];
  const others = entries.slice(shownObstacles);
  return (
    <section>
      <h2>What prevents a pass</h2>
      {entries.length === 0 && <p>{partial ? 'Nothing of what was looked at.' : 'Nothing.'}</p>}
      {entries.length > 0 && <ul class="links">{entries.slice(0, shownObstacles)}</ul>}
      {others.length > 0 && (
        <details class="obstacles">
          <summary>{others.length} more</summary>
          <ul class="links">{others}</ul>
        </details>
      )}
    </section>
  );
}

function Obstacle({ row, results }: { readonly row: ObligationResult; readonly results: Results }) {
  const { id, title, verdict, reason } = row;
  return (
    <li>
      <span class={`verdict small ${verdict}`}>{verdict}</span>{' '}
      {waiverOf(results, id) !== undefined && <span class="verdict small waived">waived</span>}{' '}
      <a href={`#${id}`}>
        {id} {title}
      </a>
      {reason !== undefined && <span class="why">{` ${plainText(reason).split('\n')[0] ?? ''}`}</span>}
    </li>
  );
}
