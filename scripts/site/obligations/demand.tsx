import type { JSX } from 'preact';
import type { Level, Seen } from '../../../support/contract/words';
import type { Obligation } from '../../../support/obligations';
import { areaTitle } from '../../../support/report/areas';
import { hrefOf } from '../page';
import { obligationHref } from './address';

const levels: Readonly<Record<Level, string>> = {
  must: 'must: breaking it prevents conformance',
  should: 'should: breaking it is a warning',
  observe: 'observe: what is seen is noted and not judged',
};

const sights: Readonly<Record<Seen, string>> = {
  passive: 'recorded traffic alone',
  active: 'what follows after the suite has done something',
  adapter: 'what the client’s own code returns through its adapter',
  declared: 'nothing from outside: the target declares it',
};

/** What the document demands, of whom, and when it is seen as a whole. */
export function Demand({ obligation }: { readonly obligation: Obligation }): JSX.Element {
  const { quote, clauses, rule, subject, roles, level, seen, area } = obligation;
  const rows: (readonly [string, string | JSX.Element])[] = [
    ['Binds', `the ${subject}, as ${roles.join(' or ')}`],
    ['Level', levels[level]],
    ['Shown by', sights[seen]],
    ['Area', <a href={hrefOf('obligations/index', area)}>{areaTitle(area)}</a>],
  ];
  return (
    <>
      <figure class="quote">
        <blockquote>
          <p>{quote.replace(/\s+/g, ' ')}</p>
        </blockquote>
        <figcaption>
          The source document, <Clauses clauses={clauses} />
        </figcaption>
      </figure>
      <p class="rule">{rule}</p>
      <dl class="terms">
        {rows.map(([term, text]) => (
          <div>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Facets obligation={obligation} />
      <Follows ids={obligation.follows} />
    </>
  );
}

function Clauses({ clauses }: { readonly clauses: readonly string[] }) {
  return (
    <>
      {clauses.map((clause, index) => (
        <>
          {index > 0 && ', '}
          <a href={hrefOf('obligations/by-clause', clauseId(clause))}>clause {clause}</a>
        </>
      ))}
    </>
  );
}

export const clauseId = (clause: string): string => `clause-${clause.replaceAll('.', '-')}`;

function Facets({ obligation: { facets } }: { readonly obligation: Obligation }) {
  if (facets === undefined) return null;
  return (
    <>
      <p>It passes only if it was seen in each of these facets:</p>
      <ul>
        {Object.entries(facets).map(([name, values]) => (
          <li>
            <strong>{name}</strong>: {values.join('; ')}
          </li>
        ))}
      </ul>
    </>
  );
}

function Follows({ ids = [] }: { readonly ids?: readonly string[] | undefined }) {
  if (ids.length === 0) return null;
  return (
    <p>
      Its failure may be a mere consequence of{' '}
      {ids.map((id, index) => (
        <>
          {index > 0 && ', '}
          <a href={obligationHref(id)}>{id}</a>
        </>
      ))}
      . Look there first.
    </p>
  );
}
