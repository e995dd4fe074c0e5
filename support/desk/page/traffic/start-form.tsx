import { useState } from 'preact/hooks';
import type { ProxyRequest, TrafficSetup } from '../../wire/traffic';
import { call } from '../call';
import { ErrorNotice } from '../parts/error-notice';
import { t } from '../strings';
import { HintedField, hintOf } from './hinted-field';
import { ToldNotice } from './told-notice';

/** What a proxy would stand in front of, and how it is to listen. */
export function StartForm({ setup, onDone }: { readonly setup: TrafficSetup; readonly onDone: () => void }) {
  const [wanted, setWanted] = useState<ProxyRequest>({ port: 0, tls: false, callbacks: '' });
  const [isStarting, setStarting] = useState(false);
  const [error, setError] = useState<unknown>();
  const start = async (event: Event): Promise<void> => {
    event.preventDefault();
    setStarting(true);
    setError(undefined);
    try {
      await call.post('/api/traffic/proxy', wanted);
      onDone();
    } catch (refused) {
      setError(refused);
    }
    setStarting(false);
  };
  if (setup.error !== undefined) return <ToldNotice told={setup.error} />;
  if (setup.services.length === 0) return <p>{t('traffic.proxy.noServices')}</p>;
  return (
    <form onSubmit={(event) => void start(event)}>
      <p>{t('traffic.proxy.intro')}</p>
      <p>
        {t('traffic.proxy.services')} <code translate={false}>{setup.targetFile}</code>
      </p>
      <ul class="services">
        {setup.services.map(({ name, upstream }) => (
          <li key={name} translate={false}>
            {name} <code>{upstream}</code>
          </li>
        ))}
      </ul>
      <Choices wanted={wanted} onChange={setWanted} />
      <ErrorNotice error={error} />
      <button type="submit" class="primary" disabled={isStarting}>
        {isStarting ? t('traffic.proxy.starting') : t('traffic.proxy.start')}
      </button>
    </form>
  );
}

interface ChoicesProps {
  readonly wanted: ProxyRequest;
  readonly onChange: (next: ProxyRequest) => void;
}

function Choices({ wanted, onChange }: ChoicesProps) {
  return (
    <>
      <HintedField id="traffic-port" label={t('traffic.proxy.port')} hint={t('traffic.proxy.portHint')}>
        <input
          {...{ id: 'traffic-port', type: 'number', min: 0, max: 65_530, required: true }}
          aria-describedby={hintOf('traffic-port')}
          value={wanted.port}
          onInput={({ currentTarget: { valueAsNumber } }) => {
            onChange({ ...wanted, port: Number.isNaN(valueAsNumber) ? 0 : valueAsNumber });
          }}
        />
      </HintedField>
      <HintedField
        id="traffic-callbacks"
        label={t('traffic.proxy.callbacks')}
        hint={t('traffic.proxy.callbacksHint')}
      >
        <input
          {...{ id: 'traffic-callbacks', type: 'url' }}
          aria-describedby={hintOf('traffic-callbacks')}
          value={wanted.callbacks}
          onInput={({ currentTarget: { value } }) => {
            onChange({ ...wanted, callbacks: value });
          }}
        />
      </HintedField>
      <TlsChoice wanted={wanted} onChange={onChange} />
    </>
  );
}

function TlsChoice({ wanted, onChange }: ChoicesProps) {
  return (
    <p>
      <label>
        <input
          type="checkbox"
          checked={wanted.tls}
          onChange={({ currentTarget: { checked } }) => {
            onChange({ ...wanted, tls: checked });
          }}
        />{' '}
        {t('traffic.proxy.tls')}
      </label>
    </p>
  );
}
