import { useEffect, useState } from 'preact/hooks';
import { t } from '../strings';
import { list, verdicts } from './state';

/** How long a screen reader is left alone between two sums, in milliseconds. */
const saidEveryMs = 5000;

/** How much there is, and how much of it fails: shown as it grows, and said now and then. */
export function Sums() {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setInterval(() => {
      setSaid(sumText());
    }, saidEveryMs);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return (
    <>
      <p class="traffic-sums" aria-hidden="true">
        {sumText()}
      </p>
      <p class="hidden" role="status">
        {said}
      </p>
    </>
  );
}

function sumText(): string {
  const { shown, count, older } = list.value;
  const failed = verdicts.value.filter(({ verdict }) => verdict === 'failed').length;
  const parts = [
    t('traffic.list.sum', { count: count + older }),
    ...(shown.length === count ? [] : [t('traffic.list.shown', { count: shown.length })]),
    t('traffic.list.broken', { count: failed }),
  ];
  return parts.join(' · ');
}
