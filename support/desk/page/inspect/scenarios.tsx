import type { ObligationView } from '../../wire/inspect-report';
import { VerdictMark } from '../parts/verdict';
import { t } from '../strings';
import { Section } from './section';
import { ShownShort } from './shown';

const longestMessage = 4000;

/** The scenarios that exercised it. */
export function Scenarios({ view: { scenarios } }: { readonly view: ObligationView }) {
  if (scenarios.length === 0) return null;
  return (
    <Section title={t('inspect.scenarios', { count: scenarios.length })} isClosed>
      <ul class="rows">
        {scenarios.map(({ name, location, verdict, message }) => (
          <li key={location}>
            <VerdictMark verdict={verdict} />
            <span>
              <ShownShort text={name} />{' '}
              <code>
                <ShownShort text={location} />
              </code>
            </span>
            {message !== undefined && (
              <span class="why">
                <ShownShort text={message} most={longestMessage} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
