import type { Text } from '../../../exchange/text';
import type { BreachView, ObligationView } from '../../wire/inspect-report';
import { t } from '../strings';
import { exchangeLabel } from './exchange-line';
import { MarkedExchangeView } from './marked-exchange';
import { linkToCompare } from './place';
import { Section } from './section';
import { Told } from './told';

interface ViewProps {
  readonly view: ObligationView;
}

/** Breaches are mostly alike: the first ones stand there, the others behind them. */
const shownAtOnce = 2;

/** What was seen that breaks the obligation. */
export function Breaches({ view }: ViewProps) {
  const { breaches, broken } = view;
  if (breaches.length === 0) return null;
  const others = breaches.slice(shownAtOnce);
  return (
    <section>
      <h2>{t('inspect.breaches', { count: broken })}</h2>
      {breaches.slice(0, shownAtOnce).map((breach, index) => (
        <Breach key={index} view={view} breach={breach} place={index} />
      ))}
      {others.length > 0 && (
        <Section title={t('inspect.moreMembers', { count: others.length })} isClosed>
          {others.map((breach, index) => (
            <Breach key={index} view={view} breach={breach} place={index + shownAtOnce} />
          ))}
        </Section>
      )}
      {broken > breaches.length && (
        <p class="soft">{t('inspect.onlyFirstListed', { count: breaches.length })}</p>
      )}
    </section>
  );
}

interface BreachProps extends ViewProps {
  readonly breach: BreachView;
  /** Its place among the breaches, from 0. */
  readonly place: number;
}

/** So many of its exchanges; what it names has links to the others. */
const shownExchanges = 4;

function Breach({ view, breach, place }: BreachProps) {
  const { entry, id, exchanges } = view;
  const { sent, expected, seen, cause, client } = breach;
  const terms: readonly (readonly [string, Text | undefined])[] = [
    [t('inspect.sent'), sent],
    [t('inspect.expected'), expected],
    [t('inspect.got'), seen],
    [t('inspect.likely'), cause],
    [t('inspect.client'), client],
  ];
  const shown = breach.exchanges.flatMap((seq) => exchanges.find((each) => each.seq === seq) ?? []);
  const [first, second] = shown;
  return (
    <div class="breach">
      <dl class="terms">
        {terms.map(([name, text]) =>
          text === undefined ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Told text={text} entry={entry} />
              </dd>
            </div>
          ),
        )}
      </dl>
      {first !== undefined && second !== undefined && (
        <p>
          <a href={linkToCompare({ entry, seq: first.seq }, { entry, seq: second.seq })}>
            {t('inspect.beside', { first: first.seq, second: second.seq })}
          </a>
        </p>
      )}
      {shown.slice(0, shownExchanges).map((each, index) => (
        <MarkedExchangeView
          key={each.seq}
          {...{ entry, id, seq: each.seq, breach: place }}
          title={exchangeLabel(each)}
          isOpen={place === 0 && index === 0}
        />
      ))}
    </div>
  );
}
