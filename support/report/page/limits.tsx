import type { JSX } from 'preact';
import type { Shown } from '../model/report';
import { afterRefusalsNote, headings, limitsOf } from '../wording';
import { Linked } from './reasons';

/** What the client reported after refusals; nothing where none was reported. */
export function AfterRefusals({ about }: { readonly about: Shown }): JSX.Element | null {
  const { afterRefusals } = about.report;
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
                <Linked text={text} about={about} />
              </strong>
            ) : (
              <Linked text={text} about={about} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What no verdict of this report says. */
export function Limits({ about: { report } }: { readonly about: Shown }): JSX.Element {
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
