import { useRef, useState } from 'preact/hooks';
import type { ProxyState, TrafficSetup } from '../../wire/traffic';
import { call } from '../call';
import { Copyable } from '../parts/copy';
import { ErrorNotice } from '../parts/error-notice';
import { Notice } from '../parts/notice';
import { t } from '../strings';
import { Outcome } from './outcome';
import { StartForm } from './start-form';
import { proxy } from './state';
import { ToldNotice } from './told-notice';

/** The proxy: to be started, at work, or judged. */
export function ProxyPart({ setup }: { readonly setup: TrafficSetup }) {
  const { value: now } = proxy;
  const section = useRef<HTMLElement>(null);
  // The button that was pressed is there no more: the keyboard goes on where it was.
  const onDone = (): void => section.current?.focus();
  return (
    <section class="traffic-door" aria-labelledby="traffic-proxy" tabIndex={-1} ref={section}>
      <h2 id="traffic-proxy">{t('traffic.proxy.title')}</h2>
      {now.state === 'running' && <Running now={now} onDone={onDone} />}
      {now.state === 'judging' && <Notice kind="note">{t('traffic.proxy.judging')}</Notice>}
      {now.state === 'failed' && (
        <>
          <Notice kind="bad">{t('traffic.proxy.failed')}</Notice>
          <ToldNotice told={now.error} />
        </>
      )}
      {now.state === 'ended' && (
        <>
          <h3>{t('traffic.proxy.ended')}</h3>
          <Outcome outcome={now.outcome} />
        </>
      )}
      {(now.state === 'ended' || now.state === 'failed') && <h3>{t('traffic.proxy.again')}</h3>}
      {now.state !== 'running' && now.state !== 'judging' && <StartForm setup={setup} onDone={onDone} />}
    </section>
  );
}

interface RunningProps {
  readonly now: Extract<ProxyState, { state: 'judging' | 'running' }>;
  readonly onDone: () => void;
}

function Running({ now, onDone }: RunningProps) {
  const [error, setError] = useState<unknown>();
  const stop = (): void => {
    call.post('/api/traffic/proxy/stop').then(onDone, setError);
  };
  return (
    <>
      <h3>{t('traffic.proxy.configure')}</h3>
      <dl class="addresses">
        {now.addresses.map(({ name, url, upstream }) => (
          <div key={name}>
            <dt translate={false}>{name}</dt>
            <dd>
              <Copyable value={url} name={name} />
              <span class="soft">
                {t('traffic.proxy.upstream')} <code translate={false}>{upstream}</code>
              </span>
            </dd>
          </div>
        ))}
      </dl>
      {now.tls && (
        <p>
          <a class="button" href="/api/traffic/authority" download="conform-proxy-ca.pem">
            {t('traffic.proxy.authority')}
          </a>
        </p>
      )}
      <ErrorNotice error={error} />
      <button type="button" class="primary" onClick={stop}>
        {t('traffic.proxy.stop')}
      </button>
    </>
  );
}
