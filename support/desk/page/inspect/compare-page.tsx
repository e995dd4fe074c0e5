import type { ExchangeView } from '../../wire/inspect';
import { ErrorNotice } from '../parts/error-notice';
import { useAnswer } from '../parts/use-answer';
import { t } from '../strings';
import { BodyDifferences } from './body-differences';
import { exchangeTitle } from './exchange-line';
import { HeaderDifferences } from './header-differences';
import type { ExchangePlace } from './place';
import { linkToCompare, linkToExchange, pathOfExchange } from './place';
import { useReturnFocus } from './return-focus';
import { ShownShort } from './shown';
import { summaryTerms, timingTerms } from './summary-terms';
import { TermDifferences } from './term-differences';
import { Trail, entryName } from './trail';

interface CompareProps {
  readonly first: ExchangePlace;
  readonly second: ExchangePlace;
}

/** Two exchanges side by side, with what differs. */
export function ComparePage({ first, second }: CompareProps) {
  const [left, right] = [
    useAnswer<ExchangeView>(pathOfExchange(first)),
    useAnswer<ExchangeView>(pathOfExchange(second)),
  ];
  const views = left.answer && right.answer && ([left.answer, right.answer] as const);
  const heading = useReturnFocus(views !== undefined);
  const error = left.error ?? right.error;
  return (
    <div class="inspect">
      <Trail entry={first.entry} />
      <h1 ref={heading} tabIndex={-1}>
        {t('inspect.compared', { first: nameOf(first, second), second: nameOf(second, first) })}
      </h1>
      <ErrorNotice error={error} />
      {views === undefined && error === undefined && <p>{t('app.loading')}</p>}
      {views !== undefined && (
        <>
          <ul class="steps">
            <Leads place={first} view={views[0]} name={t('inspect.first')} />
            <Leads place={second} view={views[1]} name={t('inspect.second')} />
            <li>
              <a href={linkToCompare(second, first)}>{t('inspect.swap')}</a>
            </li>
          </ul>
          <Differences first={views[0]} second={views[1]} />
        </>
      )}
    </div>
  );
}

function nameOf({ seq, entry }: ExchangePlace, { entry: other }: ExchangePlace): string {
  return entry === other ? `#${seq}` : `#${seq} (${entryName(entry)})`;
}

interface LeadsProps {
  readonly place: ExchangePlace;
  readonly view: ExchangeView;
  readonly name: string;
}

function Leads({ place, view, name }: LeadsProps) {
  return (
    <li>
      {name}: <a href={linkToExchange(place)}>#{place.seq}</a>{' '}
      <code>
        <ShownShort text={exchangeTitle(view)} />
      </code>
    </li>
  );
}

interface TwoProps {
  readonly first: ExchangeView;
  readonly second: ExchangeView;
}

function Differences({ first, second }: TwoProps) {
  return (
    <>
      <section>
        <h2>{t('inspect.summary')}</h2>
        <TermDifferences
          first={[...summaryTerms(first), ...timingTerms(first)]}
          second={[...summaryTerms(second), ...timingTerms(second)]}
        />
      </section>
      {(['request', 'response'] as const).map((side) => (
        <section key={side}>
          <h2>{t(side === 'request' ? 'inspect.request' : 'inspect.answer')}</h2>
          <HeaderDifferences
            first={first[side]?.headers ?? []}
            second={second[side]?.headers ?? []}
            name={t(side === 'request' ? 'inspect.requestHeadersOf' : 'inspect.answerHeadersOf')}
          />
          <BodyDifferences
            first={first[side]?.body}
            second={second[side]?.body}
            name={t(side === 'request' ? 'inspect.requestBody' : 'inspect.answerBody')}
          />
        </section>
      ))}
    </>
  );
}
