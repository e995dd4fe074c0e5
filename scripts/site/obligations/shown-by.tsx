import type { JSX } from 'preact';
import { scenariosOf } from '../../../support/explain/scenarios';
import { again } from '../../../support/judging/explain';
import type { Obligation } from '../../../support/obligations';
import { featureHref } from '../features-and-schemas';

/** How the suite shows an obligation, and how to run just this. */
export function ShownBy({ obligation }: { readonly obligation: Obligation }): JSX.Element {
  if (obligation.seen === 'declared') return <Declared id={obligation.id} />;
  const { wrong = {}, level } = obligation;
  const sent = Object.entries(wrong);
  return (
    <>
      <h2 id="how-it-is-shown">How the suite shows it</h2>
      <ul>
        {scenariosOf(obligation.id).map(({ name, location, rows }) => (
          <li>
            <a href={featureHref(location)}>{name}</a>
            {rows === undefined ? '' : `, ${rows} ${rows === 1 ? 'row' : 'rows'}`}
          </li>
        ))}
      </ul>
      {sent.length > 0 && (
        <>
          <p>{level === 'observe' ? 'Sent, and noted:' : 'Sent wrong on purpose:'}</p>
          <ul>
            {sent.map(([name, mistake]) => (
              <li>
                {name}: {mistake}
              </li>
            ))}
          </ul>
        </>
      )}
      <p>Run just this:</p>
      <pre class="command" tabIndex={0} role="region" aria-label="Command">
        <code>{again(obligation.id, { targetFile: 'target.yaml' })}</code>
      </pre>
    </>
  );
}

function Declared({ id }: { readonly id: string }) {
  const lines = ['declarations:', `  ${id}: { by: "A. Person", date: 2026-11-01, statement: "…" }`];
  return (
    <>
      <h2 id="how-it-is-shown">How it is declared</h2>
      <p>Nothing is run. A person who is responsible for the product states it in the target file:</p>
      <pre class="command" tabIndex={0} role="region" aria-label="Part of a target file">
        <code>{lines.join('\n')}</code>
      </pre>
    </>
  );
}
