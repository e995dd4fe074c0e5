import type { ExchangeSummary } from '../../wire/inspect';
import { t } from '../strings';
import { linkToExchange } from './place';
import { ShownShort } from './shown';

interface LineProps {
  readonly exchange: ExchangeSummary;
  readonly entry: string;
}

/** An exchange in one line, with a link to all of it. */
export function ExchangeLine({ exchange, entry }: LineProps) {
  const { seq, asked, stimulus } = exchange;
  return (
    <>
      <a href={linkToExchange({ entry, seq })}>#{seq}</a>{' '}
      <code>
        <ShownShort text={exchangeTitle(exchange)} />
      </code>
      <span class="soft">
        {asked !== undefined && asked.part !== 'valid' && (
          <>
            {t(`inspect.parts.${asked.part}`)}: <ShownShort text={asked.variant} />{' '}
          </>
        )}
        {stimulus !== undefined && (
          <>
            {t('inspect.stimulus')}: <ShownShort text={stimulus} />
          </>
        )}
      </span>
    </>
  );
}

/** The same with what it was sent for, where that was not simply to be accepted. */
export function exchangeLabel(exchange: ExchangeSummary): string {
  const { asked } = exchange;
  const title = exchangeTitle(exchange);
  return asked === undefined || asked.part === 'valid' ? title : `${title} · ${asked.variant}`;
}

/** `POST /v1/claim/submit → 202`, or where it comes from. */
export function exchangeTitle({ kind, method = '', path, status, failure }: ExchangeSummary): string {
  if (kind !== 'exchange') return [path, failure].filter(Boolean).join(' → ');
  return `${method} ${path} → ${status ?? failure ?? t('inspect.noAnswer')}`;
}
