import { useEffect, useState } from 'preact/hooks';
import { call } from '../call';

/** An answer of the server, or what kept it from coming. */
export interface Asked<Answer> {
  readonly answer?: Answer;
  readonly error?: unknown;
  /** Asks again. */
  readonly again: () => void;
}

/** Asks for a path, again whenever it changes; of several answers the one that was asked for last counts. */
export function useAnswer<Answer>(path: string): Asked<Answer> {
  const [state, setState] = useState<{ path?: string; answer?: Answer; error?: unknown }>({});
  const [count, setCount] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const keep = (next: { answer?: Answer; error?: unknown }): void => {
      if (isCurrent) setState({ path, ...next });
    };
    call.get<Answer>(path).then(
      (answer) => {
        keep({ answer });
      },
      (error: unknown) => {
        keep({ error });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [path, count]);
  const { path: of, ...found } = state;
  return {
    // What was found at another path is no answer to this one.
    ...(of === path && found),
    again: () => {
      setCount((before) => before + 1);
    },
  };
}
