import { useAnswer } from '../parts/use-answer';
import { ErrorNotice } from '../parts/error-notice';
import { t } from '../strings';
import type { TrafficSetup } from '../../wire/traffic';
import { ExchangeList } from './exchange-list';
import { FilePart } from './file-part';
import { ObligationsPart } from './obligations-part';
import { ProxyPart } from './proxy-part';

/** Live traffic through a proxy, and files of it. */
export function TrafficView() {
  const { answer: setup, error } = useAnswer<TrafficSetup>('/api/traffic/setup');
  return (
    <>
      <h1>{t('traffic.title')}</h1>
      <p>{t('traffic.intro')}</p>
      <ErrorNotice error={error} />
      {setup !== undefined && (
        <div class="traffic-doors">
          <ProxyPart setup={setup} />
          <FilePart setup={setup} />
        </div>
      )}
      <ExchangeList />
      <ObligationsPart />
    </>
  );
}
