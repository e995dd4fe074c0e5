import { renderToString } from 'preact-render-to-string';
import { sourceDocument } from '../../../support/contract/source';
import type { Obligation } from '../../../support/obligations';
import { contractObligations } from '../../../support/obligations';
import { areaTitle } from '../../../support/report/areas';
import type { Page } from '../page';
import { hrefOf } from '../page';
import { obligationHref } from './address';
import { clauseId } from './demand';

/** The obligations by area, and by the clauses that demand them. */
export function obligationIndexes(): Page[] {
  return [byArea(contractObligations.all), byClause(contractObligations.all)];
}

function byArea(all: readonly Obligation[]): Page {
  const areas = [...Map.groupBy(all, ({ area }) => area)];
  const body = renderToString(
    <>
      <p>
        The contract holds {all.length} obligations. <a href={hrefOf('obligations/by-clause')}>By clause</a>{' '}
        lists them in the order of the source document.
      </p>
      <ul class="jumps">
        {areas.map(([area, members]) => (
          <li>
            <a href={`#${area}`}>{areaTitle(area)}</a> ({members.length})
          </li>
        ))}
      </ul>
      {areas.map(([area, members]) => (
        <>
          <h2 id={area}>{areaTitle(area)}</h2>
          <Table obligations={members} label={areaTitle(area)} />
        </>
      ))}
    </>,
  );
  return {
    path: 'obligations/index',
    title: 'Obligations',
    label: 'By area',
    section: 'obligations',
    body,
    wide: true,
  };
}

function byClause(all: readonly Obligation[]): Page {
  const pairs = all.flatMap((each) => each.clauses.map((clause) => ({ clause, each })));
  const clauses = [...Map.groupBy(pairs, ({ clause }) => clause)].sort(([one], [other]) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  const body = renderToString(
    <>
      <p>
        Clauses are those of “{sourceDocument.title}”, <code>{sourceDocument.digest}</code>.
      </p>
      <ul class="jumps">
        {clauses.map(([clause]) => (
          <li>
            <a href={`#${clauseId(clause)}`}>{clause}</a>
          </li>
        ))}
      </ul>
      {clauses.map(([clause, members]) => (
        <>
          <h2 id={clauseId(clause)}>Clause {clause}</h2>
          <Table obligations={members.map(({ each }) => each)} label={`Clause ${clause}`} />
        </>
      ))}
    </>,
  );
  return {
    path: 'obligations/by-clause',
    title: 'Obligations by clause',
    label: 'By clause',
    section: 'obligations',
    body,
    wide: true,
  };
}

function Table({
  obligations,
  label,
}: {
  readonly obligations: readonly Obligation[];
  readonly label: string;
}) {
  return (
    <div class="scrolls" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th>id</th>
            <th>obligation</th>
            <th>level</th>
            <th>binds</th>
            <th>clause</th>
          </tr>
        </thead>
        <tbody>
          {obligations.map(({ id, title, level, subject, roles, clauses }) => (
            <tr>
              <td class="id">
                <a href={obligationHref(id)}>{id}</a>
              </td>
              <td>{title}</td>
              <td>{level}</td>
              <td>
                {subject}, {roles.join(' or ')}
              </td>
              <td>{clauses.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
