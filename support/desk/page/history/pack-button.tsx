import { useState } from 'preact/hooks';
import type { PackAnswer } from '../../wire/history';
import { call } from '../call';
import { ErrorNotice } from '../parts/error-notice';
import { t } from '../strings';
import { sizeText } from './instant';
import { useAction } from './use-action';

/** Makes a pack of a report and hands it over; says who signed it, or that it is not signed. */
export function PackButton({ entry, label }: { readonly entry: string; readonly label: string }) {
  const [made, setMade] = useState<PackAnswer>();
  const { isBusy, error, run } = useAction();
  const address = `/api/history/pack/${entry}`;
  const make = async (): Promise<void> => {
    setMade(undefined);
    setMade(await call.post<PackAnswer>(address));
    const link = document.createElement('a');
    link.href = address;
    link.download = '';
    link.click();
  };
  return (
    <>
      <button
        type="button"
        disabled={isBusy}
        aria-label={label}
        onClick={() => {
          run(make);
        }}
      >
        {t(isBusy ? 'history.packing' : 'history.pack')}
      </button>
      <div class="packed" role="status">
        {made !== undefined && (
          <>
            {t('history.packed', { count: made.members, size: sizeText(made.bytes) })}{' '}
            {made.signedBy === undefined ? (
              t('history.unsigned')
            ) : (
              <>
                {t('history.signedBy')} <code translate={false}>{made.signedBy}</code>
              </>
            )}{' '}
            <a href={address} download="">
              {t('history.download')}
            </a>
          </>
        )}
      </div>
      <ErrorNotice error={error} />
    </>
  );
}
