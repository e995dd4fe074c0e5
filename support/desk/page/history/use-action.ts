import { useState } from 'preact/hooks';

/** Something that a button does, which takes its time and may fail. */
export interface Action {
  readonly isBusy: boolean;
  readonly error?: unknown;
  /** Does it, and forgets what went wrong before. */
  readonly run: (act: () => Promise<void>) => void;
}

export function useAction(): Action {
  const [state, setState] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false });
  const run = (act: () => Promise<void>): void => {
    setState({ isBusy: true });
    act().then(
      () => {
        setState({ isBusy: false });
      },
      (error: unknown) => {
        setState({ isBusy: false, error });
      },
    );
  };
  return { ...state, run };
}
