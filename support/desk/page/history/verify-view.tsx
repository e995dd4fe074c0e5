import { useState } from 'preact/hooks';
import type { CheckRequest, TextFile, VerifyAnswer } from '../../wire/history';
import { call } from '../call';
import { DropZone } from '../parts/drop-zone';
import { ErrorNotice } from '../parts/error-notice';
import { Labelled } from '../parts/labelled';
import { Notice } from '../parts/notice';
import { t } from '../strings';
import { useAction } from './use-action';

/** A pack that was dropped or chosen is checked offline, as `conform verify` does. */
export function VerifyView() {
  const [pack, setPack] = useState<File>();
  const [wanted, setWanted] = useState<CheckRequest>({});
  const [found, setFound] = useState<VerifyAnswer>();
  const { isBusy, error, run } = useAction();
  const choose = (file: File): void => {
    setPack(file);
    setFound(undefined);
  };
  const verify = async (): Promise<void> => {
    if (pack === undefined) return;
    setFound(undefined);
    const { id } = await call.post<{ id: string }>('/api/history/checks', wanted);
    setFound(await call.upload<VerifyAnswer>(`/api/history/verify/${id}`, pack, pack.name));
  };
  return (
    <>
      <p>{t('history.verify.what')}</p>
      <form
        class="stacked"
        aria-label={t('history.tab.verify')}
        onSubmit={(event) => {
          event.preventDefault();
          run(verify);
        }}
      >
        <DropZone label={t('history.verify.pack')} accept=".zip,application/zip" onFile={choose}>
          <p role="status">{pack === undefined ? '' : <span translate={false}>{pack.name}</span>}</p>
        </DropZone>
        <Wanted wanted={wanted} setWanted={setWanted} />
        <div class="row-of-buttons">
          <button type="submit" class="primary" disabled={isBusy || pack === undefined}>
            {t(isBusy ? 'history.verify.busy' : 'history.verify.start')}
          </button>
        </div>
      </form>
      <ErrorNotice error={error} />
      {found !== undefined && <Found found={found} />}
    </>
  );
}

const certificates = ['any', 'service', 'integrator'] as const;

interface WantedProps {
  readonly wanted: CheckRequest;
  readonly setWanted: (wanted: CheckRequest) => void;
}

function Wanted({ wanted, setWanted }: WantedProps) {
  const takeKey = async (event: { currentTarget: HTMLInputElement }): Promise<void> => {
    const { key: _before, ...others } = wanted;
    const key = await textFile(event.currentTarget.files?.[0]);
    setWanted({ ...others, ...(key && { key }) });
  };
  const ask = (value: string): void => {
    const { conforms: _before, ...others } = wanted;
    const conforms = certificates.find((each) => each === value);
    setWanted({ ...others, ...(conforms && { conforms }) });
  };
  return (
    <details>
      <summary>{t('history.verify.wanted')}</summary>
      <Labelled label={t('history.verify.key')} hint={t('history.verify.keyHint')}>
        <input type="file" accept=".pem" onChange={(event) => void takeKey(event)} />
      </Labelled>
      <Labelled label={t('history.verify.conforms')} hint={t('history.verify.conformsHint')}>
        <select
          value={wanted.conforms ?? ''}
          onChange={({ currentTarget }) => {
            ask(currentTarget.value);
          }}
        >
          {(['none', ...certificates] as const).map((each) => (
            <option key={each} value={each === 'none' ? '' : each}>
              {t(`history.verify.certificate.${each}`)}
            </option>
          ))}
        </select>
      </Labelled>
      <Labelled label={t('history.verify.nonce')} hint={t('history.verify.nonceHint')}>
        <input
          value={wanted.nonce ?? ''}
          onInput={({ currentTarget }) => {
            setWanted({ ...wanted, nonce: currentTarget.value });
          }}
        />
      </Labelled>
    </details>
  );
}

async function textFile(file: File | undefined): Promise<TextFile | undefined> {
  return file && { name: file.name, text: await file.text() };
}

const kinds = { sound: 'good', intact: 'note', open: 'warn', refuted: 'bad' } as const;
const signs = { good: '✓', bad: '✗', note: '!' } as const;

function Found({ found: { state, stated, lines, isSelfTest } }: { readonly found: VerifyAnswer }) {
  return (
    <section aria-label={t('history.verify.outcome')}>
      <Notice kind={kinds[state]}>{t(`history.verify.${state}`)}</Notice>
      <ul class="plain found">
        {lines.map(({ kind, text }) => (
          <li key={text} class={kind}>
            <span aria-hidden="true">{signs[kind]}</span>
            <span class="hidden">{t(`history.verify.kind.${kind}`)}</span>{' '}
            <span translate={false}>{text}</span>
          </li>
        ))}
      </ul>
      <h3>{t('history.verify.says')}</h3>
      {isSelfTest && <p>{t('history.verify.selfTest')}</p>}
      <dl class="facts" translate={false}>
        {stated.map(([name, value]) => (
          <div key={`${name} ${value}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
