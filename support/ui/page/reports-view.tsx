import { useState } from 'preact/hooks';
import type { CheckedPack, MadePack, OpenTarget, ReportRow, Review } from '../api';
import { call } from './call';
import { ChangesView } from './changes';
import { endTimeText, placeOfReport } from './outcome';
import { DropZone, LabelledField, Notice, Trouble, useAct, useAnswer } from './parts';
import { ChangedSince, RunButton } from './run-parts';
import { SignOff } from './sign-off';
import type { State } from './state';

/**
 * Selects a view by the URL fragment: `#/reports` lists reports, `#/reports/RUN` shows one. An obligation id,
 * `changes` or `sign-off` can follow after RUN.
 */
export function ReportsView({ state: { target } }: { readonly state: State }) {
  const [, , run = '', what, since] = location.hash.split('/');
  if (run === '') return <List />;
  if (what === 'changes') return <ChangesView key={run} run={run} since={since} />;
  if (what === 'sign-off') return <SignOff key={run} run={run} />;
  return <OneReport key={run} {...{ run, target }} at={what} />;
}

function List() {
  const { answer, trouble } = useAnswer<readonly ReportRow[]>('/api/reports');
  return (
    <>
      <h1>Reports</h1>
      <Trouble of={trouble} />
      {answer?.length === 0 && (
        <p>No reports yet. Each run writes one, and so does traffic that you have judged.</p>
      )}
      {answer && answer.length > 0 && (
        <ul class="plain reports">
          {answer.map((row) => (
            <li key={row.run}>
              <Row row={row} />
            </li>
          ))}
        </ul>
      )}
      <PackCheck />
    </>
  );
}

const traffic: Readonly<Record<string, string>> = {
  audit: 'Recorded traffic.',
  rejudge: 'A recording, judged again.',
  proxy: 'Through the proxy.',
  mock: 'What reached the mock.',
};

function Row({ row }: { readonly row: ReportRow }) {
  if ('trouble' in row)
    return (
      <>
        <strong>{row.run}</strong>
        <Trouble of={row.trouble} />
      </>
    );
  const { run, product, target, selfTest, narrowed, profile, headlines, decision, hasReport } = row;
  return (
    <>
      <p>
        {hasReport ? <a href={placeOfReport(run)}>{endTimeText(row)}</a> : <span>{endTimeText(row)}</span>}{' '}
        <strong translate={false}>{product === '' ? target : product}</strong>{' '}
        <span class="soft">
          {traffic[profile]} {selfTest && 'Self-test.'} {narrowed && 'Narrowed.'}{' '}
          {!hasReport && 'It has no page to show.'}
        </span>
      </p>
      <ul class="plain">
        {headlines.map(({ subject, verdict, text }) => (
          <li key={subject} class={`outcome ${verdict}`}>
            <span class="headline">{subject}</span> {text}
          </li>
        ))}
      </ul>
      {decision !== undefined && <p translate={false}>{decision}.</p>}
    </>
  );
}

/** A form that verifies an uploaded evidence pack, optionally against a public key and a nonce */
function PackCheck() {
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
        <LabelledField
          label="Public key of who made it"
          hint="In PEM. Without it, anyone may have made the pack."
        >
          <textarea rows={2} maxLength={8000} spellcheck={false} value={demand.key} onInput={keep('key')} />
        </LabelledField>
        <LabelledField label="Nonce" hint="The one that the run was to be made for, if you gave one.">
          <input maxLength={2000} value={demand.nonce} onInput={keep('nonce')} />
        </LabelledField>
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
  const { sound, signature, judgedAgain, renderedBy, unknownProfile, signOff } = pack;
  const { changed, added, missing, contradictions } = pack;
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
        {renderedBy !== undefined && (
          <li>
            Only digests cover its page, JUnit file and summary: <span translate={false}>{renderedBy}</span>{' '}
            rendered them.
          </li>
        )}
        {contradictions.length === 0 && unknownProfile && <UnknownProfile name={unknownProfile} />}
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

/** A note on a field profile that this version of the suite cannot compare, because it does not ship the profile */
const UnknownProfile = ({ name }: { readonly name: string }) => (
  <li>
    This version does not know the field profile <span translate={false}>{name}</span>, so the profile was not
    compared. Verify the pack with the version that made it, which may be newer.
  </li>
);

interface Props {
  readonly run: string;
  /** Id of the obligation that the report shows first; `undefined` for the top of the report */
  readonly at: string | undefined;
  readonly target: OpenTarget | undefined;
}

/**
 * Shows a report in a sandboxed frame with an opaque origin, so that its content cannot send requests to the
 * server.
 */
function OneReport({ run, at, target }: Props) {
  const { answer, trouble, again } = useAnswer<Review>(`/api/reports/${encodeURIComponent(run)}/review`);
  const address = `/report/${encodeURIComponent(run)}`;
  return (
    <>
      <h1 class="unseen">Report</h1>
      <p class="row">
        <a href="#/reports">Back</a>
        <a href={placeOfReport(run, 'changes')}>What changed</a>
        <a href={placeOfReport(run, 'sign-off')}>Sign off</a>
        <a href={address} target="_blank" rel="noreferrer">
          Open alone
        </a>
        {answer && answer.again.length > 0 && (
          <RunButton asked={() => ({ only: answer.again })}>
            Run the {answer.again.length} that did not pass
          </RunButton>
        )}
        <Pack run={run} onMade={again} />
      </p>
      <Trouble of={trouble} />
      <ChangedSince target={target} began={answer?.began} />
      {answer?.packIsOlder === true && (
        <Notice kind="warn">The pack beside this report is older than the decision. Make it again.</Notice>
      )}
      {trouble === undefined && (
        <iframe
          class="report"
          title="The report"
          src={at === undefined ? address : `${address}#${at}`}
          sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        />
      )}
    </>
  );
}

/** A button that makes the evidence pack and downloads it. */
function Pack({ run, onMade }: { readonly run: string; readonly onMade: () => void }) {
  const { isBusy, trouble, act } = useAct();
  const [made, setMade] = useState<MadePack>();
  const make = act(async () => {
    setMade(undefined);
    setMade(await call.post<MadePack>(`/api/reports/${encodeURIComponent(run)}/pack`));
    onMade();
    location.assign(`/report/${encodeURIComponent(run)}/pack`);
  });
  return (
    <>
      <button type="button" disabled={isBusy} onClick={make}>
        Evidence pack
      </button>
      {isBusy && <span role="status">It is being made.</span>}
      {made && <span role="status">{signedText(made)}</span>}
      <Trouble of={trouble} />
    </>
  );
}

const signedText = ({ signedBy }: MadePack): string =>
  signedBy === undefined
    ? 'Made. It is not signed: the server was started without a signing key.'
    : `Made, and signed by ${signedBy}.`;
