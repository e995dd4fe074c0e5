import { useRef } from 'preact/hooks';
import type { NewTarget, OpenTarget } from '../api';
import { call, CallError } from './call';
import type { TypedDraft } from './draft';
import { LabelledField, Trouble, formReader, useAct } from './parts';
import type { State } from './state';
import { Doctor, FieldProfile, Problems, Variables } from './target-beside';
import { goToLine, TargetText } from './target-text';

export function TargetView({ state, draft }: { readonly state: State; readonly draft: TypedDraft }) {
  const { target, doctor } = state;
  const area = useRef<HTMLTextAreaElement>(null);
  if (target === undefined) return <h1>Target</h1>;
  const { notShown } = target;
  return (
    <>
      <h1>Target</h1>
      <Choice target={target} draft={draft} />
      <div class="target">
        <div class="written">
          {notShown ? (
            <NotShown of={notShown} />
          ) : (
            <TargetText area={area} draft={draft} problems={target.problems} />
          )}
          <Refused draft={draft} />
        </div>
        <div class="beside">
          {target.profile && <FieldProfile of={target.profile} />}
          <Variables of={target.variables} />
          <Problems
            problems={target.problems}
            goTo={(line) => {
              goToLine(area.current, line);
            }}
          />
          <Doctor target={target} doctor={doctor} draft={draft} />
        </div>
      </div>
      {target.text !== undefined && <Save target={target} draft={draft} />}
    </>
  );
}

function NotShown({ of }: { readonly of: NonNullable<OpenTarget['notShown']> }) {
  return (
    <>
      <Trouble of={of} />
      <p>The file is not shown. Change it in an editor, and open it again.</p>
    </>
  );
}

const beginnings: readonly (readonly [NewTarget['for'], string])[] = [
  ['services', 'For services'],
  ['by-hand', 'For a client, by hand'],
  ['program', 'For a client: a program'],
  ['url', 'For a client: an address'],
];

/** Shows the name of the open file, and lets the user open or create another file. */
function Choice({ target, draft }: { readonly target: OpenTarget; readonly draft: TypedDraft }) {
  const { file, folder, others, isNew, isSaved, exceptions } = target;
  const { isBusy, trouble, act } = useAct();
  const open = (each: string) =>
    act(async () => {
      draft.reset(await call.post<OpenTarget>('/api/target/open', { file: each }));
    });
  const begin = (what: NewTarget['for']) =>
    act(async () => {
      draft.reset(await call.post<OpenTarget>('/api/target/new', { for: what }));
    });
  return (
    <section class="choice" aria-label="Which target">
      <p>
        <code translate={false}>{file}</code>
        {!file.startsWith('/') && (
          <>
            {' '}
            in <code translate={false}>{folder}</code>
          </>
        )}
        {isNew ? ' is not there yet.' : isSaved ? ', saved.' : ', with changes that are not saved.'}
        {exceptions > 0 && ` Approved exceptions (waivers.yaml) beside it: ${exceptions}.`}
      </p>
      {isNew && (
        <p class="row">
          New:
          {beginnings.map(([what, label]) => (
            <button key={what} type="button" disabled={isBusy} onClick={begin(what)}>
              {label}
            </button>
          ))}
          <a href="#/run">Try the suite without one</a>
        </p>
      )}
      <OtherFiles files={[...(isNew ? [] : [file]), ...others]} {...{ isSaved, isBusy, open }} />
      <Trouble of={trouble} />
    </section>
  );
}

function OtherFiles({
  files,
  isSaved,
  isBusy,
  open,
}: {
  readonly files: readonly string[];
  readonly isSaved: boolean;
  readonly isBusy: boolean;
  readonly open: (file: string) => () => void;
}) {
  return (
    <details>
      <summary>Open a file</summary>
      {!isSaved && <p>Changes that are not saved are lost then.</p>}
      <p class="row">
        {files.map((each) => (
          <button key={each} type="button" disabled={isBusy} onClick={open(each)}>
            {each}
          </button>
        ))}
      </p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          open(formReader(event.currentTarget)('name'))();
        }}
      >
        <LabelledField label="Another name" hint="As in client.yaml. The file need not be there yet.">
          <input name="name" required />
        </LabelledField>
        <button disabled={isBusy}>Open</button>
      </form>
    </details>
  );
}

/**
 * Shows why the server refused the typed text. After a conflict, offers to discard it and load the server's
 * text.
 */
function Refused({ draft }: { readonly draft: TypedDraft }) {
  const { trouble } = draft;
  if (trouble === undefined) return null;
  return (
    <>
      <Trouble of={trouble} />
      {trouble instanceof CallError && trouble.status === 409 && (
        <button
          type="button"
          onClick={() => {
            draft.reset();
          }}
        >
          Take the other text, and lose what I typed
        </button>
      )}
    </>
  );
}

/**
 * Buttons that save the text, or save and run it. Problems in the text do not prevent saving. If the file has
 * changed on disk, the user must confirm the save.
 */
function Save({ target, draft }: { readonly target: OpenTarget; readonly draft: TypedDraft }) {
  const { isBusy, trouble, act } = useAct();
  const isSaved = target.isSaved && !draft.isTyped;
  const save = (over: boolean, runs = false) =>
    act(async () => {
      await draft.flush();
      // Do not save if the server has refused the text. The component `Refused` shows the reason.
      if (draft.isTyped) return;
      await call.post('/api/target/save', { over });
      if (!runs) return;
      await call.post('/api/run');
      location.hash = '#/run';
    });
  return (
    <div class="save-bar">
      <button type="button" class="primary" disabled={isBusy || isSaved} onClick={save(false)}>
        Save
      </button>
      <button type="button" disabled={isBusy} onClick={save(false, true)}>
        {isSaved ? 'Run' : 'Save and run'}
      </button>
      {isSaved && <span role="status">Saved.</span>}
      <Trouble of={trouble} />
      {trouble instanceof CallError && trouble.status === 409 && (
        <button type="button" disabled={isBusy} onClick={save(true)}>
          Save over it
        </button>
      )}
    </div>
  );
}
