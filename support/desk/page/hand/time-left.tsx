import { useEffect, useState } from 'preact/hooks';
import { t } from '../strings';

/** How long something is still waited for; it counts down, and is not read out each second. */
export function TimeLeft({ deadline }: { readonly deadline: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => {
      setNow(Date.now());
    }, 1000);
    return () => {
      clearInterval(ticking);
    };
  }, []);
  const seconds = Math.max(0, Math.round((deadline - now) / 1000));
  return (
    <span role="timer" aria-live="off">
      {t('hand.timeLeft', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })}
    </span>
  );
}
