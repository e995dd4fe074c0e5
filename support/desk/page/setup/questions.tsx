import { Dialog } from '../parts/dialog';
import { t } from '../strings';
import type { Question } from './saving';
import { discardNow, question, saveNow } from './saving';
import { problems } from './target-store';

/** Asks what has to be answered before something is written or lost. */
export function Questions() {
  const asked = question.value;
  if (asked === undefined) return null;
  const count = problems.value.length;
  return (
    <Dialog
      title={asked === 'problems' ? t('setup.ask.problems', { count }) : t(`setup.ask.${asked}`)}
      onClose={close}
    >
      <p>{t(`setup.askMore.${asked}`)}</p>
      <div class="row-of-buttons">
        <Answers asked={asked} />
        <button type="button" onClick={close}>
          {t('setup.cancel')}
        </button>
      </div>
    </Dialog>
  );
}

function close(): void {
  question.value = undefined;
}

function Answers({ asked }: { readonly asked: Question }) {
  const saveIt = (): void => void saveNow({ over: asked === 'meanwhile', isAsked: true });
  return (
    <>
      {asked !== 'discard' && (
        <button type="button" class="primary" onClick={saveIt}>
          {t(asked === 'problems' ? 'setup.saveAnyway' : 'setup.saveOver')}
        </button>
      )}
      {asked !== 'problems' && (
        <button type="button" onClick={() => void discardNow()}>
          {t('setup.openAnew')}
        </button>
      )}
    </>
  );
}
