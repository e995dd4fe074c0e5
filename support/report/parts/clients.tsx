import type { JSX } from 'preact';
import { numbered } from '../../exchange/text';
import type { ToldClient } from '../model/clients';
import { clientsSize } from '../model/clients';
import { clientsHeading, shownBroken, shownClients } from '../wording';
import type { Around } from './text';
import { Linked } from './text';

interface ClientsProps {
  readonly clients: readonly ToldClient[];
  readonly around: Around;
}

/** Whose traffic it was, worst first: some are shown, and the others a click away. */
export function ClientsTable({ clients, around }: ClientsProps): JSX.Element | null {
  if (clients.length === 0) return null;
  const others = clients.slice(shownClients);
  return (
    <section id="clients">
      <h2>
        {clientsHeading}: {clientsSize(clients)}
      </h2>
      <Rows clients={clients.slice(0, shownClients)} around={around} label="Table of clients" />
      {others.length > 0 && (
        <details>
          <summary>and {others.length} more</summary>
          <Rows clients={others} around={around} label="Table of the other clients" />
        </details>
      )}
    </section>
  );
}

function Rows({ clients, around, label }: ClientsProps & { readonly label: string }) {
  return (
    <div class="wide" tabIndex={0} role="group" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">Client</th>
            <th scope="col">Broken</th>
            <th scope="col">Broken first in</th>
            <th scope="col" class="number">
              Exchanges
            </th>
            <th scope="col">Earliest (UTC)</th>
            <th scope="col">Latest (UTC)</th>
          </tr>
        </thead>
        <tbody>
          {clients.map((client) => (
            <Client client={client} around={around} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ClientProps {
  readonly client: ToldClient;
  readonly around: Around;
}

function Client({ client, around }: ClientProps) {
  const { label, known, outcome, firstBroken, exchanges, firstExchange, firstAt, lastAt } = client;
  return (
    <tr>
      <th scope="row">
        <strong>{label}</strong>
        <br />
        <span class="more">{[known, outcome].filter((each) => each !== '').join('; ')}</span>
      </th>
      <td>
        <Broken client={client} around={around} />
      </td>
      <td>{firstBroken !== undefined && <Linked text={numbered(firstBroken)} around={around} />}</td>
      <td class="number">
        {exchanges}
        {firstExchange !== undefined && (
          <>
            <br />
            from <Linked text={numbered(firstExchange)} around={around} />
          </>
        )}
      </td>
      <td>{firstAt ?? <Unstated />}</td>
      <td>{lastAt ?? <Unstated />}</td>
    </tr>
  );
}

const Unstated = () => <span class="unstated">not stated</span>;

function Broken({ client: { broken }, around }: ClientProps) {
  if (broken.length === 0) return <>nothing</>;
  const more = broken.slice(shownBroken);
  return (
    <>
      <BrokenIds broken={broken.slice(0, shownBroken)} around={around} />
      {more.length > 0 && (
        <details>
          <summary>and {more.length} more</summary>
          <BrokenIds broken={more} around={around} />
        </details>
      )}
    </>
  );
}

/** Each id leads to what was demanded. */
function BrokenIds({ broken, around }: Pick<ToldClient, 'broken'> & { readonly around: Around }) {
  return (
    <>
      {broken.map(({ id, more }, index) => (
        <>
          {index > 0 && ', '}
          <a href={around.href.obligation(id)}>{id}</a>
          {more}
        </>
      ))}
    </>
  );
}
