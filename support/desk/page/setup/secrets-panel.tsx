import { useRef } from 'preact/hooks';
import { t } from '../strings';
import { shownPath } from './paths';
import { SecretInput } from './secret-input';
import { missing, target } from './target-store';

/** Asks for what the target takes from variables that have no value, before anything else. */
export function SecretsPanel() {
  const asked = useRef(new Set<string>());
  for (const { name } of missing.value) asked.current.add(name);
  // What was asked for stays in its place once it is given, so that it can be seen to be.
  const shown = (target.value?.variables ?? []).filter(
    ({ name, from }) => from === 'nowhere' || asked.current.has(name),
  );
  const moved = target.value?.moved ?? [];
  return (
    <>
      {moved.length > 0 && (
        <div class="notice warn" role="status">
          {t('setup.moved')} <span translate={false}>{moved.join(', ')}</span>
        </div>
      )}
      {shown.length > 0 && (
        <section class="part secrets" aria-labelledby="secrets">
          <h2 id="secrets">{t('setup.secrets')}</h2>
          <p class="soft">{t('setup.aboutSecrets')}</p>
          {shown.map((variable) => (
            <div class="field" key={variable.name}>
              <label for={`variable-${variable.name}`}>
                <code translate={false}>{variable.name}</code>{' '}
                <span class="soft">
                  {t('setup.neededBy')}{' '}
                  <span translate={false}>{variable.paths.map(shownPath).join(', ')}</span>
                </span>
              </label>
              <SecretInput id={`variable-${variable.name}`} variable={variable} />
            </div>
          ))}
        </section>
      )}
    </>
  );
}
