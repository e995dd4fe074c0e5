import { linkTo } from '../route';
import { t } from '../strings';
import { shownPath } from './paths';
import { goToField } from './sections';
import { problems } from './target-store';

/** All that is wrong with the target, each with a link to its field. */
export function ProblemSummary() {
  const all = problems.value;
  return (
    <section aria-labelledby="mistakes" class="part">
      <h2 id="mistakes">{t('setup.mistakes')}</h2>
      <p role="status" class={all.length === 0 ? 'given' : 'asked'}>
        {all.length === 0 ? t('setup.noMistakes') : t('setup.mistakeCount', { count: all.length })}
      </p>
      <ul class="mistakes">
        {all.map(({ path, line, message, hint }) => (
          <li key={`${path.join('/')} ${message}`}>
            {path.length > 0 && (
              <a
                href={linkTo('setup', 'field', ...path)}
                onClick={() => {
                  goToField(path);
                }}
                translate={false}
              >
                {shownPath(path)}
              </a>
            )}{' '}
            {line !== undefined && <span class="soft">{t('setup.line', { line: String(line) })}</span>}{' '}
            <span translate={false}>{message}</span>{' '}
            <span class="hint" translate={false}>
              — {hint}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
