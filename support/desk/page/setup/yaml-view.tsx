import { ErrorNotice } from '../parts/error-notice';
import { t } from '../strings';
import { target } from './target-store';
import { changeText, dropText, textError, typedText } from './text-edits';

/** The file as text, in step with the form: what is typed in one shows in the other once it can be read. */
export function YamlView() {
  return (
    <section class="part yaml" aria-labelledby="yaml">
      <h2 id="yaml">
        <label for="yaml-text">{t('setup.yaml')}</label>
      </h2>
      <textarea
        id="yaml-text"
        translate={false}
        spellcheck={false}
        rows={24}
        wrap="off"
        value={typedText.value ?? target.value?.text ?? ''}
        aria-invalid={textError.value !== undefined}
        onInput={({ currentTarget: { value } }) => {
          changeText(value);
        }}
      />
      {textError.value !== undefined && (
        <div class="row-of-buttons">
          <ErrorNotice error={textError.value} />
          <button type="button" onClick={dropText}>
            {t('setup.undo')}
          </button>
        </div>
      )}
    </section>
  );
}
