import type { FactView } from '../../wire/inspect';
import { t } from '../strings';
import { ShownShort } from './shown';
import { useMore } from './use-more';

const steps = { first: 100 };

/** What was found out while recording: names with their values, and what is below them. */
export function FactList({ facts }: { readonly facts: readonly FactView[] }) {
  const { shown, more } = useMore(facts.length, steps);
  if (facts.length === 0) return <p class="soft">{t('inspect.none')}</p>;
  return (
    <ul class="facts">
      {facts.slice(0, shown).map(({ name, value, of }, index) => (
        <li key={index}>
          <span class="member">
            <ShownShort text={name} />
          </span>
          {of === undefined ? (
            <>
              {': '}
              <code>
                <ShownShort text={String(value)} most={longestValue} />
              </code>
            </>
          ) : (
            <FactList facts={of} />
          )}
        </li>
      ))}
      {more && <li>{more}</li>}
    </ul>
  );
}

const longestValue = 4000;
