import type { JSX } from 'preact';
import { hrefOf } from '../page';
import { languages } from './languages';
import type { CodePlace } from './topics';

/** Code that keeps an obligation. */
export interface Done {
  readonly title: string;
  readonly places: readonly (CodePlace & { readonly href: string })[];
}

/** Links into the adapters. */
export function DoneRight({ done }: { readonly done: readonly Done[] }): JSX.Element | null {
  if (done.length === 0) return null;
  return (
    <>
      <h3 id="done-right">Done right</h3>
      <p>
        The <a href={hrefOf('adapters/index')}>adapters</a> show how to do it in your language:
      </p>
      <ul>
        {done.map(({ title, places }) => (
          <li>
            {title}: <CodeLinks places={places} />
          </li>
        ))}
      </ul>
    </>
  );
}

export function CodeLinks({ places }: { readonly places: Done['places'] }): JSX.Element {
  return (
    <>
      {places.map(({ language, href }, index) => (
        <>
          {index > 0 && ', '}
          <a href={href}>{languages[language]}</a>
        </>
      ))}
    </>
  );
}
