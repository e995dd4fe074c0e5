import type { JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Evidence } from '../../exchange/evidence';
import type { ReportText } from '../../exchange/text';
import { formatExchangeName, partsOfText } from '../../exchange/text';
import type { Verdict } from '../../judging/verdict';
import type { Besides } from '../model/beside';
import type { ExchangeOrigins } from '../model/exchange-origins';
import { escapeInvisible } from './lines';

/** What stands around a part: the exchanges that can be shown, and where its links lead. */
export interface PartContext {
  /** An exchange that is shown there; `undefined` for one that is not, to which nothing can link. */
  exchange(seq: number): Evidence | undefined;
  /** The place of an exchange in the audited files, and the command that prints the original. */
  readonly origins?: ExchangeOrigins;
  readonly href: {
    obligation(id: string): string;
    exchange(seq: number): string;
  };
  /** What can be found there for a row; absent: nothing is. */
  readonly besides?: Besides;
}

/** The HTML of a part. What is invisible or turns text around is shown by its number, wherever it stands. */
export function renderPart(part: JSX.Element): string {
  return escapeInvisible(renderToString(part));
}

/** A text in which the exchanges that it names are links. */
export function TextWithLinks({
  text,
  around,
}: {
  readonly text: ReportText;
  readonly around: PartContext;
}): JSX.Element {
  return (
    <>
      {partsOfText(text).map((part) => {
        if (typeof part === 'string') return part;
        const { exchange, line } = part;
        if (around.exchange(exchange) === undefined) return formatExchangeName(part);
        return (
          <>
            <a href={around.href.exchange(exchange)}>#{exchange}</a>
            {line !== undefined && ` (${line})`}
          </>
        );
      })}
    </>
  );
}

interface IdsProps {
  readonly ids: readonly string[];
  readonly around: PartContext;
}

/** Ids, each a link, with commas between them. */
export function ObligationLinks({ ids, around }: IdsProps): JSX.Element {
  return (
    <>
      {ids.map((id, index) => (
        <>
          {index > 0 && ', '}
          <a href={around.href.obligation(id)}>{id}</a>
        </>
      ))}
    </>
  );
}

/** Ids that stand there; of a longer list the others are a click away. */
const shownIds = 8;

/** The same, but that a long list is folded. */
export function FoldedIds({ ids, around }: IdsProps): JSX.Element {
  if (ids.length <= shownIds) return <ObligationLinks ids={ids} around={around} />;
  return (
    <details class="ids">
      <summary>{ids.length} obligations</summary>
      <ObligationLinks ids={ids} around={around} />
    </details>
  );
}

interface MarkProps {
  /** What it says; its colour goes by the same word. */
  readonly verdict: Verdict | 'not in the plan';
  readonly small?: boolean;
}

/** A verdict in its colour. */
export function VerdictMark({ verdict, small = true }: MarkProps): JSX.Element {
  const colour = verdict === 'not in the plan' ? 'unplanned' : verdict;
  return <span class={`verdict${small ? ' small' : ''} ${colour}`}>{verdict}</span>;
}
