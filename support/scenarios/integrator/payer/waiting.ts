import type { PayerCycles } from '../../../mock/payer-cycles';

/** Waits until something has happened in the cycles, at most so many milliseconds; tells whether it has. */
export function waitFor(
  cycles: Pick<PayerCycles, 'onChange'>,
  happened: () => boolean,
  limitMs: number,
): Promise<boolean> {
  if (happened()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const end = (result: boolean): void => {
      clearTimeout(timer);
      stop();
      resolve(result);
    };
    const timer = setTimeout(() => {
      end(happened());
    }, limitMs);
    const stop = cycles.onChange(() => {
      if (happened()) end(true);
    });
  });
}
