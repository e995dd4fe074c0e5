import type { JSX } from 'preact';
import type { Background, Scenario, Step, TableRow } from '@cucumber/messages';
import { lineId } from './address';

/** A scenario with its steps and rows; one that tries a judge says so. */
export function ScenarioView({ scenario }: { readonly scenario: Scenario }): JSX.Element {
  const { name, location, tags, steps, description, examples } = scenario;
  const triesJudge = tags.some((tag) => tag.name === '@judge');
  return (
    <section class="scenario">
      <h3 id={lineId(location.line)}>{name}</h3>
      {triesJudge && <p class="kind">Puts the judge itself to the test.</p>}
      <Description text={description} />
      <Steps steps={steps} />
      {examples.map((each) => (
        <>
          {each.name !== '' && <h4>{each.name}</h4>}
          <Description text={each.description} />
          {each.tableHeader && (
            <Table head={each.tableHeader} rows={each.tableBody} label={`${name}: ${each.name}`} />
          )}
        </>
      ))}
    </section>
  );
}

export function BackgroundView({ background }: { readonly background: Background }): JSX.Element {
  return (
    <section class="scenario">
      <p class="kind">Before each scenario</p>
      <Steps steps={background.steps} />
    </section>
  );
}

/** Paragraphs of free text, whose line ends mean nothing. */
export function Description({ text }: { readonly text: string }): JSX.Element {
  const paragraphs = text.split(/\n\s*\n/).map((each) => each.replace(/\s+/g, ' ').trim());
  return (
    <>
      {paragraphs
        .filter((each) => each !== '')
        .map((each) => (
          <p>{each}</p>
        ))}
    </>
  );
}

function Steps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ul class="steps">
      {steps.map(({ keyword, text, dataTable, docString }) => (
        <li>
          <b>{keyword.trim()}</b> {text}
          {docString && (
            <pre tabIndex={0} role="region" aria-label="Text of the step">
              {docString.content}
            </pre>
          )}
          {dataTable && <Table rows={dataTable.rows} label={text} />}
        </li>
      ))}
    </ul>
  );
}

interface TableProps {
  readonly head?: TableRow;
  readonly rows: readonly TableRow[];
  readonly label: string;
}

function Table({ head, rows, label }: TableProps) {
  return (
    <div class="scrolls" tabIndex={0} role="region" aria-label={label}>
      <table>
        {head && (
          <thead>
            <tr>
              {head.cells.map(({ value }) => (
                <th>{value}</th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(({ cells }) => (
            <tr>
              {cells.map(({ value }) => (
                <td>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
