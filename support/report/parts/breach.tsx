import type { JSX } from 'preact';
import { clientText } from '../../exchange/exchange';
import type { Text } from '../../exchange/text';
import type { ObligationResult, PlacedBreach } from '../../judging/verdict';
import type { BesideExchange } from '../model/beside';
import { BesideView } from './beside';
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
