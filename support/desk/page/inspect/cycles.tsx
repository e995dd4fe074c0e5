import type { ObligationView } from '../../wire/inspect-report';
import { t } from '../strings';
import { linkToExchange } from './place';
import { Section } from './section';
import { ShownShort } from './shown';

const mostShown = 10;

/** The payer cycles that its evidence belongs to, message by message; those of a breach first. */
export function Cycles({ view: { cycles, entry } }: { readonly view: ObligationView }) {
  if (cycles.length === 0) return null;
  return (
    <Section title={t('inspect.cycles', { count: cycles.length })} isClosed>
      {cycles.slice(0, mostShown).map(({ correlationId, steps }) => {
        const begin = Date.parse(steps[0]?.at ?? '');
        return (
          <div key={correlationId} class="cycle">
            <h3>
              <code>
                <ShownShort text={correlationId} />
              </code>
            </h3>
            <ol>
              {steps.map(({ seq, at, from, to, message, answer }) => (
                <li key={seq}>
                  <a href={linkToExchange({ entry, seq })}>#{seq}</a>{' '}
                  {t('inspect.milliseconds', { count: Date.parse(at) - begin })}:{' '}
                  <ShownShort text={`${from} → ${to}: ${message} (${answer})`} />
                </li>
              ))}
            </ol>
          </div>
        );
      })}
    </Section>
  );
}
