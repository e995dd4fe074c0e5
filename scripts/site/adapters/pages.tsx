import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { renderToString } from 'preact-render-to-string';
import { suiteRoot } from '../../../support/contract/suite-root';
import { documentPage } from '../documents';
import { obligationHref } from '../obligations/address';
import type { Page } from '../page';
import { hrefOf } from '../page';
import type { Sources } from '../places';
import type { Done } from './done-right';
import { CodeLinks } from './done-right';
import { languageNames, languages } from './languages';
import type { Code, Topic } from './topics';
import { placesOf, readCode, readTopics } from './topics';

/** What the adapters do right, by topic, with links to it. */
export class AdapterCode {
  readonly topics: readonly (Topic & Done)[];

  constructor(sources: Sources) {
    const read = new Map<string, Code>(languageNames.map((name) => [name, readCode(name)]));
    this.topics = readTopics().map((topic) => ({
      ...topic,
      places: placesOf(topic, (language) => read.get(language) ?? new Map()).map((place) => ({
        ...place,
        href: sources.hrefOf(place.file, `L${place.line}`),
      })),
    }));
  }

  /** What keeps an obligation. */
  of(id: string): Done[] {
    return this.topics.filter(({ obligations, places }) => places.length > 0 && obligations.includes(id));
  }
}

/** A page for each adapter that is there, and what all of them show. */
export function adapterPages(sources: Sources, { topics }: AdapterCode): Page[] {
  const present = languageNames.filter((name) => existsSync(join(suiteRoot, 'adapters', name, 'README.md')));
  const pages = present.map((name) =>
    documentPage(`adapters/${name}/README.md`, sources, { label: languages[name], section: 'adapters' }),
  );
  const body = renderToString(
    <>
      <p>
        An adapter is the small program through which the suite asks a client to act.{' '}
        <a href={hrefOf('guides/adapter')}>Write an adapter</a> explains each call.
        {present.length > 0 && ' These are complete ones, and they conform:'}
      </p>
      <ul>
        {present.map((name) => (
          <li>
            <a href={hrefOf(`adapters/${name}`)}>{languages[name]}</a>
          </li>
        ))}
        {existsSync(join(suiteRoot, 'examples/java')) && (
          <li>
            <a href={sources.hrefOf('examples/java')}>A single file of Java</a>
          </li>
        )}
      </ul>
      <Topics topics={topics} />
    </>,
  );
  return [
    { path: 'adapters/index', title: 'Adapters', label: 'All languages', section: 'adapters', body },
    ...pages,
  ];
}

function Topics({ topics }: { readonly topics: AdapterCode['topics'] }) {
  const shown = topics.filter(({ places }) => places.length > 0);
  if (shown.length === 0) return null;
  return (
    <>
      <h2 id="how-to-do-it-right">How to do it right</h2>
      <div class="scrolls" tabIndex={0} role="region" aria-label="How to do it right">
        <table>
          <thead>
            <tr>
              <th>what</th>
              <th>code</th>
              <th>keeps</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ title, places, obligations }) => (
              <tr>
                <td>{title}</td>
                <td>
                  <CodeLinks places={places} />
                </td>
                <td>
                  {obligations.map((id) => (
                    <>
                      <a class="id" href={obligationHref(id)}>
                        {id}
                      </a>{' '}
                    </>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
