import type { NegativeView, ObligationView } from '../../wire/inspect-report';
import { t } from '../strings';
import { exchangeLabel } from './exchange-line';
import { MarkedExchangeView } from './marked-exchange';
import { linkToCompare } from './place';
import { Section } from './section';
import { ShownShort } from './shown';

interface ViewProps {
  readonly view: ObligationView;
}

/** What was wrong on purpose: how it was refused, beside the valid twin that was accepted. */
export function Negatives({ view }: ViewProps) {
  const { negatives } = view;
  if (negatives.length === 0) return null;
  return (
    <section>
      <h2>{t('inspect.negatives')}</h2>
      <p>{t('inspect.negativesMean')}</p>
      <div class="scroll" role="group" aria-label={t('inspect.negatives')} tabIndex={0}>
        <table class="stacked">
          <thead>
            <tr>
              <th scope="col">{t('inspect.mistake')}</th>
              <th scope="col">{t('inspect.outcome')}</th>
              <th scope="col">{t('inspect.itsAnswer')}</th>
              <th scope="col">{t('inspect.twinAnswer')}</th>
              <th scope="col">{t('inspect.compare')}</th>
            </tr>
          </thead>
          <tbody>
            {negatives.map((each) => (
              <Negative key={each.seq} negative={each} entry={view.entry} />
            ))}
          </tbody>
        </table>
      </div>
      <Section title={t('inspect.negativesWhole', { count: negatives.length })} isClosed>
        <Whole view={view} />
      </Section>
    </section>
  );
}

function Negative({ negative, entry }: { readonly negative: NegativeView; readonly entry: string }) {
  const { seq, mistake, isBroken, answer, twin } = negative;
  return (
    <tr>
      <th scope="row" translate={false}>
        #{seq} {mistake}
      </th>
      <td data-name={t('inspect.outcome')}>
        <span class={`verdict ${isBroken ? 'failed' : 'passed'}`}>
          {t(isBroken ? 'inspect.wrongly' : 'inspect.refused')}
        </span>
      </td>
      <td data-name={t('inspect.itsAnswer')}>
        <code>
          <ShownShort text={answer} />
        </code>
      </td>
      <td data-name={t('inspect.twinAnswer')}>
        {twin === undefined ? (
          t('inspect.none')
        ) : (
          <>
            #{twin.seq}{' '}
            <code>
              <ShownShort text={twin.answer} />
            </code>
          </>
        )}
      </td>
      <td>
        {twin !== undefined && (
          <a href={linkToCompare({ entry, seq: seq }, { entry, seq: twin.seq })}>
            {t('inspect.beside', { first: seq, second: twin.seq })}
          </a>
        )}
      </td>
    </tr>
  );
}

function Whole({ view: { negatives, exchanges, entry, id } }: ViewProps) {
  return (
    <>
      {negatives.map(({ seq }) => {
        const found = exchanges.find((each) => each.seq === seq);
        return (
          found !== undefined && (
            <MarkedExchangeView key={seq} {...{ entry, id, seq }} title={exchangeLabel(found)} />
          )
        );
      })}
    </>
  );
}
