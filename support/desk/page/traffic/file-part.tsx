import { useState } from 'preact/hooks';
import type { TrafficSetup } from '../../wire/traffic';
import { call } from '../call';
import { DropZone } from '../parts/drop-zone';
import { ErrorNotice } from '../parts/error-notice';
import { Notice } from '../parts/notice';
import { t } from '../strings';
import { Outcome } from './outcome';
import { file } from './state';
import { ToldNotice } from './told-notice';

/** A file that is dropped or chosen, and what comes of it. */
export function FilePart({ setup }: { readonly setup: TrafficSetup }) {
  const [byTarget, setByTarget] = useState(setup.error === undefined);
  const [sending, setSending] = useState<string>();
  const [error, setError] = useState<unknown>();
  const take = async (given: File): Promise<void> => {
    setError(undefined);
    if (given.size > setup.mostBytes) {
      const gib = setup.mostBytes / 1024 ** 3;
      setError(new Error(t('traffic.file.tooLarge', { gib })));
      return;
    }
    setSending(given.name);
    try {
      await call.upload(`/api/traffic/files/${byTarget ? 'target' : 'alone'}`, given, given.name);
    } catch (refused) {
      setError(refused);
    }
    setSending(undefined);
  };
  return (
    <section class="traffic-door" aria-labelledby="traffic-file">
      <h2 id="traffic-file">{t('traffic.file.title')}</h2>
      <p>{t('traffic.file.intro')}</p>
      {setup.error === undefined && <TargetChoice isChosen={byTarget} onChange={setByTarget} />}
      <DropZone label={t('traffic.file.choose')} onFile={(given) => void take(given)} />
      {sending !== undefined && (
        <Notice kind="note">
          {t('traffic.file.sending')} <FileName name={sending} />
        </Notice>
      )}
      <ErrorNotice error={error} />
      <Standing />
    </section>
  );
}

interface ChoiceProps {
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

function TargetChoice({ isChosen, onChange }: ChoiceProps) {
  return (
    <p>
      <label>
        <input
          type="checkbox"
          checked={isChosen}
          onChange={({ currentTarget: { checked } }) => {
            onChange(checked);
          }}
        />{' '}
        {t('traffic.file.byTarget')}
      </label>
    </p>
  );
}

function Standing() {
  const { value: now } = file;
  if (now.state === 'judging')
    return (
      <Notice kind="note">
        {t('traffic.file.judging', { percent: Math.round(now.share * 100) })} <FileName name={now.name} />
      </Notice>
    );
  if (now.state === 'refused') return <ToldNotice told={now.error} />;
  if (now.state !== 'judged') return null;
  return (
    <>
      <h3>
        {t('traffic.file.judged')} <FileName name={now.name} />
      </h3>
      <p class="soft">{t(`traffic.file.form.${now.form}`)}</p>
      <Outcome outcome={now.outcome} />
    </>
  );
}

const FileName = ({ name }: { readonly name: string }) => <span translate={false}>{name}</span>;
