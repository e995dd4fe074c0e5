import { useState } from 'preact/hooks';
import { t } from '../strings';
import { Notice } from '../parts/notice';
import type { ExchangePlace } from './place';
import { linkToCompare, readPlace } from './place';

/** Chooses the exchange that another is to stand beside: one of the same report, or of another. */
export function CompareWith({ place }: { readonly place: ExchangePlace }) {
  const [isWrong, setWrong] = useState(false);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const typed = (name: string): string => (data.get(name) as string).trim().replace(/^#/, '');
    const [seq, entry] = [typed('seq'), typed('entry')];
    const other = readPlace(entry === '' ? seq : `${entry}:${seq}`, place.entry);
    setWrong(other === undefined);
    if (other !== undefined) location.hash = linkToCompare(place, other);
  };
  return (
    <form class="compare-with" onSubmit={submit}>
      <h2>{t('inspect.compareWith')}</h2>
      <label>
        {t('inspect.number')}{' '}
        <input name="seq" inputMode="numeric" size={8} required aria-invalid={isWrong} />
      </label>
      <label>
        {t('inspect.ofReport')} <input name="entry" size={10} placeholder={place.entry} translate={false} />
      </label>
      <button type="submit">{t('inspect.compare')}</button>
      {isWrong && <Notice kind="bad">{t('inspect.noPlace')}</Notice>}
    </form>
  );
}
