import type { ComponentChildren, JSX } from 'preact';
import { formatClientName } from '../../exchange/exchange';
import type { ReportText } from '../../exchange/text';
import { toPlainText } from '../../exchange/text';
import type { ObligationResult, PlacedBreach } from '../../judging/verdict';
import type { GoodCounterpart } from '../model/beside';
import { ExchangeView } from './exchange';
import { relevantPlacesIn } from './relevant-places';
import type { PartContext } from './text';
import { TextWithLinks } from './text';

/** The maximum number of exchanges that appear with one breach. */
const shownExchanges = 3;

interface BreachProps {
  readonly breach: PlacedBreach;
  /**
   * The obligation: the places in an exchange that show whether the subject kept the obligation, the command that
   * judges the obligation again, and the address or command that explains it.
   */
  readonly row: Pick<ObligationResult, 'places'> & { readonly again?: string; readonly explainedAt?: string };
  readonly around: PartContext;
  /** Whether the exchanges of the breach are expanded at first. */
  readonly open?: boolean;
  /** A good exchange to compare with the failing one; `undefined` if the report does not contain one. */
  readonly beside?: GoodCounterpart | undefined;
}

/** Renders a breach: the values sent, expected and seen, the likely cause, and the exchanges that show the breach. */
export function BreachView({ breach, row, around, open = false, beside }: BreachProps): JSX.Element {
  const terms: readonly (readonly [string, ReportText])[] = [
    ['Sent', breach.sent],
    ['Expected', breach.expected],
    ['Seen', breach.seen],
    ['Likely cause', breach.cause.text],
    ...(breach.client === undefined ? [] : [['Client', formatClientName(breach.client)] as const]),
  ];
  const [first = 0] = breach.exchanges;
  const show = around.origins?.get(first)?.show;
  return (
    <div class="breach">
      <dl>
        {terms.map(([term, text]) => (
          <Term term={term}>
            <TextWithLinks text={text} around={around} />
          </Term>
        ))}
        {row.again !== undefined && (
          <Term term="Run it again">
            <code>{row.again}</code>
          </Term>
        )}
        {show !== undefined && (
          <Term term="Show the original">
            <code>{show}</code>, on your terminal only: it contains secrets
          </Term>
        )}
        {row.explainedAt !== undefined && (
          <Term term="Read more">
            <Explained at={row.explainedAt} />
          </Term>
        )}
      </dl>
      {breach.exchanges.slice(0, shownExchanges).flatMap((seq) => {
        const exchange = around.exchange(seq);
        if (exchange === undefined) return [];
        const telling = relevantPlacesIn(row, exchange, breach);
        return <ExchangeView {...{ exchange, telling, open }} foundIn={around.origins?.get(seq)?.text} />;
      })}
      {beside !== undefined && <BesideView beside={beside} around={around} />}
    </div>
  );
}

interface TermProps {
  readonly term: string;
  readonly children: ComponentChildren;
}

function Term({ term, children }: TermProps): JSX.Element {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Renders a web address as a link, and a command as code. */
function Explained({ at }: { readonly at: string }) {
  return at.startsWith('https:') ? <a href={at}>{at}</a> : <code>{at}</code>;
}

interface BesideProps {
  readonly beside: GoodCounterpart;
  readonly around: PartContext;
}

/**
 * Compares a good exchange with a failing one, in a section that is collapsed at first. The table shows the places that
 * decide about the obligation, and the facts that the suite detected, side by side.
 */
function BesideView({ beside, around }: BesideProps): JSX.Element {
  const { failing, name, rows, left, same } = beside;
  return (
    <details class="beside">
      <summary>
        A good one beside #{failing}: {toPlainText(name)}
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
              <TextWithLinks text={[{ exchange: failing }]} around={around} />, which fails
            </th>
            <th scope="col">
              <TextWithLinks text={name} around={around} />
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
