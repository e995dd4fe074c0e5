import type { JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Page } from '../page';
import { hrefOf } from '../page';
import { Kind, definitionId, hrefOfRefIn } from './kind';
import { rowsOf } from './rows';
import type { Schema, SchemaFile } from './schema';
import { readSchemas } from './schema';

/** The schemas as tables: a page each, and a list of all. */
export function schemaPages(): Page[] {
  const all = readSchemas();
  const known = all.map(({ name }) => name);
  return [indexOf(all), ...all.map((each) => pageOf(each, known))];
}

const path = (name: string): string => `reference/schemas/${name}`;
const titleOf = ({ name, schema }: SchemaFile): string => schema.title ?? name;

function pageOf(file: SchemaFile, known: readonly string[]): Page {
  const { name, schema } = file;
  const hrefOfRef = (ref: string): string => hrefOfRefIn(name, ref, known);
  const body = renderToString(
    <>
      <p>
        <code>schemas/{name}.schema.json</code>
      </p>
      {schema.description !== undefined && <p>{schema.description}</p>}
      <Members schema={schema} label="Members" hrefOfRef={hrefOfRef} />
      {Object.entries(schema.$defs ?? {}).map(([each, definition]) => (
        <>
          <h2 id={definitionId(each)}>{each}</h2>
          {definition.description !== undefined && <p>{definition.description}</p>}
          <Members schema={definition} label={each} hrefOfRef={hrefOfRef} />
        </>
      ))}
    </>,
  );
  return { path: path(name), title: titleOf(file), body, wide: true, ...(!name.includes('/') && inMenu) };
}

const inMenu = { section: 'reference', group: 'Schemas' } as const;

interface MembersProps {
  readonly schema: Schema;
  readonly label: string;
  readonly hrefOfRef: (ref: string) => string;
}

function Members({ schema, label, hrefOfRef }: MembersProps): JSX.Element {
  const rows = rowsOf(schema);
  if (rows.length === 0)
    return (
      <p>
        <Kind schema={schema} hrefOfRef={hrefOfRef} />
      </p>
    );
  return (
    <div class="scrolls" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th>member</th>
            <th>value</th>
            <th>meaning</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ path: member, required, schema: each }) => (
            <tr>
              <td>
                <code>{member}</code>
                {required && ' (required)'}
              </td>
              <td>
                <Kind schema={each} hrefOfRef={hrefOfRef} />
              </td>
              <td>{each.description ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const groups: Readonly<Record<string, string>> = {
  '': 'Files',
  adapter: 'Adapter protocol',
  challenge: 'Challenges',
  contract: 'Messages of the contract',
  vectors: 'Known answers',
};

function indexOf(all: readonly SchemaFile[]): Page {
  const folders = [...Map.groupBy(all, ({ name }) => (name.includes('/') ? (name.split('/')[0] ?? '') : ''))];
  const body = renderToString(
    <>
      <p>Every file and message that the suite reads or writes has a JSON Schema.</p>
      {folders.map(([folder, members]) => (
        <>
          <h2 id={folder === '' ? 'files' : folder}>{groups[folder] ?? folder}</h2>
          <ul>
            {members.map((each) => (
              <li>
                <a href={hrefOf(path(each.name))}>{titleOf(each)}</a>
              </li>
            ))}
          </ul>
        </>
      ))}
    </>,
  );
  return { path: path('index'), title: 'Schemas', label: 'All schemas', body, ...inMenu };
}
