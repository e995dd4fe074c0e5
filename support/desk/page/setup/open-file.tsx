import { useSignal } from '@preact/signals';
import type { TargetedEvent } from 'preact';
import { Dialog } from '../parts/dialog';
import { ErrorNotice } from '../parts/error-notice';
import { t } from '../strings';
import { openNow as openFile } from './saving';
import { target } from './target-store';

/** Opens what is named; what would be lost is asked about first. */
function useOpening() {
  const name = useSignal('');
  const error = useSignal<unknown>(undefined);
  const isAsking = useSignal(false);
  const openNow = (): void => {
    isAsking.value = false;
    error.value = undefined;
    openFile(name.value).then(
      () => {
        name.value = '';
      },
      (reason: unknown) => {
        error.value = reason;
      },
    );
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    if (name.value === '') return;
    // A file that is yet to come, and that nothing was done to, loses nothing.
    if (target.value?.isSaved === false && target.value.text !== undefined) isAsking.value = true;
    else openNow();
  };
  return { name, error, isAsking, openNow, submit };
}

/** The way to another file. */
export function OpenFile() {
  const { name, error, isAsking, openNow, submit } = useOpening();
  return (
    <form class="row-of-buttons" onSubmit={submit}>
      <label for="other-file">{t('setup.otherFile')}</label>
      <input
        id="other-file"
        type="text"
        list="files-beside"
        aria-describedby="folder-of-desk"
        placeholder="target.yaml"
        translate={false}
        value={name.value}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget: { value } }: TargetedEvent<HTMLInputElement>) => {
          name.value = value;
        }}
      />
      <datalist id="files-beside">
        {(target.value?.others ?? []).map((file) => (
          <option key={file} value={file} />
        ))}
      </datalist>
      <button type="submit" disabled={name.value === ''}>
        {t('setup.openFile')}
      </button>
      {target.value !== undefined && (
        <span class="soft folder" id="folder-of-desk">
          {t('setup.folder')} <code translate={false}>{target.value.folder}</code>
        </span>
      )}
      <ErrorNotice error={error.value} />
      {isAsking.value && (
        <LoseDialog
          onYes={openNow}
          onNo={() => {
            isAsking.value = false;
          }}
        />
      )}
    </form>
  );
}

function LoseDialog({ onYes, onNo }: { readonly onYes: () => void; readonly onNo: () => void }) {
  return (
    <Dialog title={t('setup.ask.discard')} onClose={onNo}>
      <p>{t('setup.askMore.discard')}</p>
      <div class="row-of-buttons">
        <button type="button" onClick={onYes}>
          {t('setup.openAnyway')}
        </button>
        <button type="button" onClick={onNo}>
          {t('setup.cancel')}
        </button>
      </div>
    </Dialog>
  );
}
