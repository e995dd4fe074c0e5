import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { ErrorNotice } from './parts/error-notice';
import { t } from './strings';

/** Shown for the rest of an address, as in `['latest']` for `#/inspect/latest`. */
export type View = ComponentType<{ readonly rest: readonly string[] }>;

/** A view whose script is loaded when it is first shown. */
export function lateView(load: () => Promise<View>): View {
  const state = signal<{ readonly Loaded?: View; readonly error?: unknown }>({});
  let isAsked = false;
  const ask = async (): Promise<void> => {
    if (isAsked) return;
    isAsked = true;
    state.value = {};
    try {
      state.value = { Loaded: await load() };
    } catch (error) {
      // The next visit asks again.
      isAsked = false;
      state.value = { error };
    }
  };
  return function LateView({ rest }) {
    useEffect(() => void ask(), []);
    const { Loaded, error } = state.value;
    if (Loaded !== undefined) return <Loaded rest={rest} />;
    if (error !== undefined) return <NotLoaded error={error} />;
    return (
      <p role="status" aria-busy="true">
        {t('app.loading')}
      </p>
    );
  };
}

/** Some browsers ask once for a script and no more: the whole page is loaded again. */
function NotLoaded({ error }: { readonly error: unknown }) {
  const reload = (): void => {
    location.reload();
  };
  return (
    <>
      <ErrorNotice error={error} />
      <button type="button" onClick={reload}>
        {t('app.reload')}
      </button>
    </>
  );
}
