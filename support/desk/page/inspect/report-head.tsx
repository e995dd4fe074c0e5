import type { ReportView } from '../../wire/inspect-report';
import { t } from '../strings';
import { Section } from './section';
import { ShownShort } from './shown';
import { Terms } from './terms';

/** What came of the run, what to know of it, and what it relied on. */
export function ReportHead({ report }: { readonly report: ReportView }) {
  const { headlines, caveats, warnings, counts, facts, readings } = report;
  return (
    <>
      {headlines.map(({ subject, verdict, sentence, basis }) => (
        <p key={subject} class={`headline ${verdict}`}>
          <strong>
            <ShownShort text={`${sentence}.`} most={longestCaveat} />
          </strong>{' '}
          <ShownShort text={basis} most={longestCaveat} />
        </p>
      ))}
      {[...caveats, ...warnings].map((each) => (
        <p key={each} class="notice warn">
          <ShownShort text={each} most={longestCaveat} />
        </p>
      ))}
      <ul class="counts" aria-label={t('inspect.counts')}>
        {counts.map(({ verdict, count }) => (
          <li key={verdict}>
            <span class={`verdict ${verdict}`}>
              {count} {t(`verdict.${verdict}`)}
            </span>
          </li>
        ))}
      </ul>
      <Section title={t('inspect.about')} isClosed>
        <Terms terms={facts.map(({ term, value }) => [term, value ?? t('inspect.notStated')])} />
      </Section>
      <Section title={t('inspect.readings', { count: readings.length })} isClosed>
        <Readings readings={readings} />
      </Section>
    </>
  );
}

const longestCaveat = 2000;

function Readings({ readings }: Pick<ReportView, 'readings'>) {
  return (
    <div
      class="scroll"
      role="group"
      aria-label={t('inspect.readings', { count: readings.length })}
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{t('inspect.reading')}</th>
            <th scope="col">{t('inspect.clause')}</th>
            <th scope="col">{t('inspect.silent')}</th>
            <th scope="col">{t('inspect.chosen')}</th>
            <th scope="col">{t('inspect.by')}</th>
          </tr>
        </thead>
        <tbody>
          {readings.map(({ id, clause, silent, chosen, source }) => (
            <tr key={id}>
              <th scope="row">
                <code>
                  <ShownShort text={id} />
                </code>
              </th>
              <td>
                <ShownShort text={clause} />
              </td>
              <td>
                <ShownShort text={silent} />
              </td>
              <td>
                <code>
                  <ShownShort text={typeof chosen === 'string' ? chosen : JSON.stringify(chosen)} />
                </code>
              </td>
              <td>{t(`inspect.sources.${source}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
