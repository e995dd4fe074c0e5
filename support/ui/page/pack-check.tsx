import { useState } from 'preact/hooks';
import type { CheckedPack } from '../api';
import { call } from './call';
import { DropZone, Labelled, Notice, Trouble, useAct } from './parts';

/** A pack that another made: whether it is sound, and by whom. */
export function PackCheck() {
  const [demand, setDemand] = useState({ key: '', nonce: '' });
  const [found, setFound] = useState<{ readonly name: string; readonly pack: CheckedPack }>();
  const { isBusy, trouble, act } = useAct();
  const check = (file: File): void => {
    act(async () => {
      setFound(undefined);
      const query = new URLSearchParams({ name: file.name, ...demand }).toString();
      setFound({ name: file.name, pack: await call.hand<CheckedPack>(`/api/packs?${query}`, file) });
    })();
  };
  const keep =
    (member: keyof typeof demand) => (event: { readonly currentTarget: { readonly value: string } }) => {
      setDemand({ ...demand, [member]: event.currentTarget.value });
    };
  return (
    <section aria-labelledby="check">
      <h2 id="check">Verify an evidence pack</h2>
      <div class="row">
        <Labelled label="Public key of who made it" hint="In PEM. Without it, anyone may have made the pack.">
          <textarea rows={2} maxLength={8000} spellcheck={false} value={demand.key} onInput={keep('key')} />
        </Labelled>
        <Labelled label="Nonce" hint="The one that the run was to be made for, if you gave one.">
          <input maxLength={2000} value={demand.nonce} onInput={keep('nonce')} />
        </Labelled>
      </div>
      <DropZone label="Evidence pack" accept=".zip" onFile={check} />
      {isBusy && <p role="status">It is being judged again from its recording.</p>}
      <Trouble of={trouble} />
      {found && <Found of={found} />}
    </section>
  );
}

const signatures: Readonly<Record<string, string>> = {
  valid: 'The signature is valid, by the key that you gave.',
  wrong: 'The signature is wrong: it is not by this key over this pack.',
  absent: 'It is not signed: anyone can make a pack from a recording of their own.',
  'not-checked': 'The signature was not checked: give the public key.',
};

function Found({
  of: { name, pack },
}: {
  readonly of: { readonly name: string; readonly pack: CheckedPack };
}) {
  const { sound, signature, judgedAgain, changed, added, missing, contradictions, signOff } = pack;
  const odd = [
    ...changed.map((each) => `${each} was changed.`),
    ...added.map((each) => `${each} was added.`),
    ...missing.map((each) => `${each} is missing.`),
    ...contradictions,
  ];
  return (
    <>
      <Notice kind={!sound ? 'bad' : signature === 'valid' ? 'good' : 'note'}>
        <span translate={false}>{name}</span>{' '}
        {sound ? 'is unchanged, and its verdicts follow from its recording.' : 'cannot be relied on.'}
      </Notice>
      <ul>
        <li>{signatures[signature] ?? signature}</li>
        <li>
          {judgedAgain
            ? 'It was judged again.'
            : 'It was not judged again: a file in it was changed, or another version of the suite made it.'}
        </li>
        {odd.map((each) => (
          <li key={each}>{each}</li>
        ))}
        {signOff && (
          <li>
            It says that {signOff.name} decided on {signOff.date}: {signOff.decision.replaceAll('-', ' ')}.
          </li>
        )}
      </ul>
    </>
  );
}
