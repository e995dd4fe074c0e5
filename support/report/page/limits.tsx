import type { JSX } from 'preact';
import type { Report } from '../model/report';
import type { Around } from '../parts/text';
import { Linked } from '../parts/text';
import { afterRefusalsNote, headings, limitsOf } from '../wording';

interface AfterRefusalsProps {
  readonly report: Report;
  readonly around: Around;
}

/** What the client reported after refusals; nothing where none was reported. */
export function AfterRefusals({ report: { afterRefusals }, around }: AfterRefusalsProps): JSX.Element | null {
  if (afterRefusals.length === 0) return null;
  return (
    <section id="after-refusals">
      <h2>{headings.afterRefusals}</h2>
      <p>{afterRefusalsNote}</p>
      <ul class="links">
        {afterRefusals.map(({ text, isFalse }) => (
          <li>
            {isFalse ? (
              <strong>
                <Linked text={text} around={around} />
              </strong>
            ) : (
              <Linked text={text} around={around} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What no verdict of this report says. */
export function Limits({ report }: { readonly report: Report }): JSX.Element {
  return (
    <section id="limits">
      <h2>{headings.limits}</h2>
      <ul class="links">
        {limitsOf(report.run).map((line) => (
          <li>{line}</li>
        ))}
      </ul>
    </section>
  );
}
