import type { JSX } from 'preact';
import { clientText } from '../../exchange/exchange';
import type { Text } from '../../exchange/text';
import { plainText } from '../../exchange/text';
import type { ObligationResult, PlacedBreach } from '../../judging/verdict';
import type { BesideExchange } from '../model/beside';
import { ExchangeView } from './exchange';
import { tellingIn } from './telling';
import type { Around } from './text';
import { Linked } from './text';

/** Exchanges of one breach that are shown with it. */
const shownExchanges = 3;

interface BreachProps {
  readonly breach: PlacedBreach;
  /** The places that tell about its obligation, the command that judges it again, and where it is explained. */
  readonly row: Pick<ObligationResult, 'places'> & { readonly again?: string; readonly explainedAt?: string };
  readonly around: Around;
  /** Whether its exchanges stand open. */
  readonly open?: boolean;
  /** A good exchange, where one is to stand beside it. */
  readonly beside?: BesideExchange | undefined;
}

/** What was sent, expected and seen, why perhaps, and the exchanges that show it. */
export function BreachView({ breach, row, around, open = false, beside }: BreachProps): JSX.Element {
  const terms: readonly (readonly [string, Text])[] = [
    ['Sent', breach.sent],
    ['Expected', breach.expected],
    ['Seen', breach.seen],
    ['Likely cause', breach.cause],
    ...(breach.client === undefined ? [] : [['Client', clientText(breach.client)] as const]),
  ];
  return (
    <div class="breach">
      <dl>
        {terms.map(([term, text]) => (
          <div>
            <dt>{term}</dt>
            <dd>
              <Linked text={text} around={around} />
            </dd>
          </div>
        ))}
        {row.again !== undefined && (
          <div>
            <dt>Run it again</dt>
            <dd>
              <code>{row.again}</code>
            </dd>
          </div>
        )}
        {row.explainedAt !== undefined && (
          <div>
            <dt>Read more</dt>
            <dd>
              <Explained at={row.explainedAt} />
            </dd>
          </div>
        )}
      </dl>
      {breach.exchanges.slice(0, shownExchanges).flatMap((seq) => {
        const exchange = around.exchange(seq);
        if (exchange === undefined) return [];
        return <ExchangeView exchange={exchange} telling={tellingIn(row, exchange, breach)} open={open} />;
      })}
      {beside !== undefined && <BesideView beside={beside} around={around} />}
    </div>
  );
}

/** A page is a link; a command is typed. */
function Explained({ at }: { readonly at: string }) {
  return at.startsWith('https:') ? <a href={at}>{at}</a> : <code>{at}</code>;
}

interface BesideProps {
  readonly beside: BesideExchange;
  readonly around: Around;
}

/** A good exchange beside a failing one, closed until it is asked for: what tells and what was detected, side by side. */
function BesideView({ beside, around }: BesideProps): JSX.Element {
  const { failing, name, rows, left, same } = beside;
  return (
    <details class="beside">
      <summary>
        A good one beside #{failing}: {plainText(name)}
      </summary>
      <p>
        {rows.some(({ differs }) => differs)
          ? 'What differs is marked: in what tells, and in what was detected.'
          : 'Nothing differs in what tells and in what was detected.'}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Where</th>
            <th scope="col">
              <Linked text={[{ exchange: failing }]} around={around} />, which fails
            </th>
            <th scope="col">
              <Linked text={name} around={around} />
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name: place, differs, ...texts }) => (
            <tr>
              <th scope="row">{place}</th>
              <Cell text={texts.failing} differs={differs} />
              <Cell text={texts.good} differs={differs} />
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <p class="more">and {left} more</p>}
      {same.length > 0 && <p class="more">The same in both: {same.join(', ')}</p>}
    </details>
  );
}

function Cell({ text = '–', differs }: { readonly text: string | undefined; readonly differs: boolean }) {
  return (
    <td>
      <code>{differs ? <mark>{text}</mark> : text}</code>
    </td>
  );
}
