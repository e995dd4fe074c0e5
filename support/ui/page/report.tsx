import { useState } from 'preact/hooks';
import type { MadePack, OpenTarget, Review } from '../api';
import { call } from './call';
import { placeOfReport } from './outcome';
import { Notice, Trouble, useAct, useAnswer } from './parts';
import { ChangedSince, RunButton } from './run-parts';

interface Props {
  readonly run: string;
  /** The obligation at which it opens. */
  readonly at: string | undefined;
  readonly target: OpenTarget | undefined;
}

/** A report as it is handed over, in a frame of no site: nothing in it can ask the server for anything. */
export function OneReport({ run, at, target }: Props) {
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

/** Made and downloaded by one press. */
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
