import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** The time, in epoch milliseconds, as it was at the last full second that something looked. */
export const seconds = signal(Date.now());

/** Keeps the time going while something shows it. */
export function useSeconds(isGoing: boolean): void {
  useEffect(() => {
    if (!isGoing) return undefined;
    seconds.value = Date.now();
    const timer = setInterval(() => {
      seconds.value = Date.now();
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [isGoing]);
}

/** Minutes and seconds, as in `1:05`. */
export function spanOf(milliseconds: number): string {
  const whole = Math.max(0, Math.floor(milliseconds / 1000));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
