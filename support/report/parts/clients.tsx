import type { JSX } from 'preact';
import { linkToExchange } from '../../exchange/text';
import type { ReportedClient } from '../model/clients';
import { clientCountText } from '../model/clients';
import { clientsHeading, maxShownBroken, maxShownClients } from '../wording';
import type { PartContext } from './text';
import { TextWithLinks } from './text';

interface ClientsProps {
  readonly clients: readonly ReportedClient[];
  readonly around: PartContext;
}

/** Whose traffic it was, worst first: some are shown, and the others a click away. */
export function ClientsTable({ clients, around }: ClientsProps): JSX.Element | null {
  if (clients.length === 0) return null;
  const others = clients.slice(maxShownClients);
  return (
    <section id="clients">
      <h2>
        {clientsHeading}: {clientCountText(clients)}
      </h2>
      <Rows clients={clients.slice(0, maxShownClients)} around={around} label="Table of clients" />
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
  readonly client: ReportedClient;
  readonly around: PartContext;
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
      <td>
        {firstBroken !== undefined && <TextWithLinks text={linkToExchange(firstBroken)} around={around} />}
      </td>
      <td class="number">
        {exchanges}
        {firstExchange !== undefined && (
          <>
            <br />
            from <TextWithLinks text={linkToExchange(firstExchange)} around={around} />
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
  const more = broken.slice(maxShownBroken);
  return (
    <>
      <BrokenIds broken={broken.slice(0, maxShownBroken)} around={around} />
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
function BrokenIds({ broken, around }: Pick<ReportedClient, 'broken'> & { readonly around: PartContext }) {
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
