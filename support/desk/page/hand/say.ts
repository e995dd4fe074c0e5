import { useState } from 'preact/hooks';
import { call } from '../call';

/** What a person can say, by the last part of its path. */
type Said = 'accept' | 'answer' | 'retry' | 'skip';

/** Says something to the server, and keeps what it would not take. */
export function useSaying(id: number) {
  const [state, setState] = useState<{ readonly error?: unknown; readonly isBusy: boolean }>({
    isBusy: false,
  });
  const say = async (what: Said, more: object = {}): Promise<void> => {
    setState({ isBusy: true });
    try {
      await call.post(`/api/hand/${what}`, { id, ...more });
      setState({ isBusy: false });
    } catch (error) {
      setState({ isBusy: false, error });
    }
  };
  return { ...state, say };
}
