import type { ReportExchange } from '../../wire/inspect-report';
import { ErrorNotice } from '../parts/error-notice';
import { useAnswer } from '../parts/use-answer';
import { t } from '../strings';
import { CompareWith } from './compare-with';
import { CurlCommand } from './curl-command';
import { FactList } from './fact-list';
import { LabelMark } from './label-mark';
import { Message } from './message';
import { ObligationLink } from './obligation-link';
import type { ExchangePlace } from './place';
import { isLive, linkToCompare, linkToExchange, pathOfExchange } from './place';
import { useReturnFocus } from './return-focus';
import { Section } from './section';
import { ShownShort } from './shown';
import { summaryTerms, timingTerms } from './summary-terms';
import { Terms } from './terms';
import { Trail } from './trail';

/** What is going on has no report yet, and so none of what a report adds. */
type Shown = Omit<ReportExchange, 'bearsOn' | 'bound'> & Partial<Pick<ReportExchange, 'bearsOn' | 'bound'>>;

/** The inspector of one exchange. */
export function ExchangePage({ place }: { readonly place: ExchangePlace }) {
  const { answer: view, error } = useAnswer<Shown>(pathOfExchange(place));
  const heading = useReturnFocus(view !== undefined);
  return (
    <div class="inspect">
      <Trail entry={place.entry} />
      <h1 ref={heading} tabIndex={-1}>
        {t('inspect.exchange', { seq: place.seq })}
      </h1>
      <ErrorNotice error={error} />
      {view === undefined ? (
        error === undefined && <p>{t('app.loading')}</p>
      ) : (
        <Whole view={view} place={place} />
      )}
    </div>
  );
}

interface WholeProps {
  readonly view: Shown;
  readonly place: ExchangePlace;
}

function Whole({ view, place }: WholeProps) {
  const { kind, method = '', path, status, failure, request, response, facts } = view;
  const isWire = kind === 'exchange';
  return (
    <>
      <p class="line">
        <code>
          <ShownShort text={[method, path].filter(Boolean).join(' ')} />
        </code>
        {isWire && (
          <>
            {' → '}
            <strong>{status ?? failure ?? t('inspect.noAnswer')}</strong>
          </>
        )}
      </p>
      <Neighbours view={view} place={place} />
      <Section title={t('inspect.summary')}>
        <Terms terms={summaryTerms(view)} />
      </Section>
      <BearsOn view={view} entry={place.entry} />
      <div class="two">
        <Message message={request} side="request" isBodyOnly={!isWire} />
        {response !== undefined && <Message message={response} side="answer" />}
      </div>
      <Section title={t('inspect.factsFound')}>
        <FactList facts={facts} />
      </Section>
      <Section title={t('inspect.timing')}>
        <Terms terms={timingTerms(view)} />
      </Section>
      <CurlCommand view={view} />
      <CompareWith place={place} />
    </>
  );
}

/** What stands beside it: before, behind, and bound to it. */
function Neighbours({ view: { before, after, bound = [] }, place }: WholeProps) {
  const { entry } = place;
  const step = (seq: number | undefined, name: 'inspect.before' | 'inspect.behind') =>
    seq !== undefined && (
      <li>
        <a href={linkToExchange({ entry, seq })}>{t(name, { seq })}</a>
      </li>
    );
  if (isLive(entry)) return null;
  return (
    <nav aria-label={t('inspect.neighbours')}>
      <ul class="steps">
        {step(before, 'inspect.before')}
        {step(after, 'inspect.behind')}
        {bound.slice(0, mostBound).map(({ seq, part, variant }) => (
          <li key={seq}>
            <a href={linkToCompare(place, { entry, seq })}>
              {t(part === 'valid' ? 'inspect.besideTwin' : 'inspect.besideNegative', { seq })}
            </a>{' '}
            <span class="soft">
              <ShownShort text={variant} />
            </span>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const mostBound = 12;

function BearsOn({ view: { bearsOn }, entry }: Pick<WholeProps, 'view'> & { readonly entry: string }) {
  if (bearsOn === undefined || bearsOn.length === 0) return null;
  return (
    <Section title={t('inspect.bearsOn', { count: bearsOn.length })} isClosed={bearsOn.length > mostOpen}>
      <ul class="plain">
        {bearsOn.map(({ id, title, label }) => (
          <li key={id}>
            <LabelMark label={label} /> <ObligationLink entry={entry} id={id} title={title} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

const mostOpen = 8;
