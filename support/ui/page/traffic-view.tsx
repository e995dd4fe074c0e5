import { useState } from 'preact/hooks';
import { formatCount } from '../../contract/format-count';
import type { LiveExchange, LiveUpdate } from '../../traffic/proxy/live-update-batcher';
import type { FileState, OpenTarget, ProxyState, StartProxy } from '../api';
import { call } from './call';
import { ExchangeButton } from './exchange';
import { TrafficOutcomeBox } from './outcome';
import { Copyable, DropZone, LabelledField, Trouble, formReader, useAct } from './parts';
import type { State } from './state';

export function TrafficView({ state: { target, file, proxy, live } }: { readonly state: State }) {
  return (
    <>
      <h1>Traffic</h1>
      <section aria-labelledby="dropped">
        <h2 id="dropped">Judge a file</h2>
        <Drop target={target} isJudging={file?.state === 'judging'} />
        {file && <Dropped file={file} />}
      </section>
      <section aria-labelledby="proxy">
        <h2 id="proxy">Judge a client as it works</h2>
        <ProxyPart proxy={proxy ?? { state: 'none' }} target={target} />
        {live && live.exchanges.length > 0 && <Live live={live} />}
      </section>
    </>
  );
}

interface DropProps {
  readonly target: OpenTarget | undefined;
  readonly isJudging: boolean;
}

function Drop({ target, isJudging }: DropProps) {
  const [chosen, setChosen] = useState<string>();
  const { isBusy, trouble, act } = useAct();
  const isSound = target?.text !== undefined && target.problems.length === 0;
  const by = chosen ?? (isSound ? 'target' : 'alone');
  const take = (file: File): void => {
    act(() => call.hand(`/api/files?${new URLSearchParams({ name: file.name, by }).toString()}`, file))();
  };
  return (
    <>
      <div class="row">
        <LabelledField label="Judge it by" hint={by === 'target' ? byTarget(target) : byDefaults}>
          <select
            value={by}
            onChange={({ currentTarget: { value } }) => {
              setChosen(value);
            }}
          >
            <option value="target">the target</option>
            <option value="alone">the defaults</option>
          </select>
        </LabelledField>
      </div>
      <DropZone label="HAR, a recording, or a log" onFile={take} />
      {isBusy && !isJudging && <p role="status">The file is being sent.</p>}
      <Trouble of={trouble} />
    </>
  );
}

const byDefaults = 'Only the path of each request tells which operation it is.';

/**
 * Returns a hint for judging by the open target. It lists the settings used, and the approved exceptions,
 * which apply automatically.
 */
function byTarget(target: OpenTarget | undefined): string {
  const { file = 'none is open', exceptions = 0 } = target ?? {};
  const counted = exceptions === 0 ? '' : `, and the exceptions in waivers.yaml beside it (${exceptions})`;
  return `Addresses, readings and secrets of ${file}${counted}.`;
}

function Dropped({ file }: { readonly file: FileState }) {
  if (file.state === 'none') return null;
  return (
    <>
      <h3>
        <span translate={false}>{file.name}</span>
      </h3>
      {file.state === 'judging' && <p role="status">It is being judged.</p>}
      {file.state === 'refused' && <Trouble of={file.words} />}
      {file.state === 'judged' && <TrafficOutcomeBox of={file.outcome} />}
    </>
  );
}

interface ProxyProps {
  readonly proxy: ProxyState;
  readonly target: OpenTarget | undefined;
}

function ProxyPart({ proxy, target }: ProxyProps) {
  if (proxy.state === 'starting') return <p role="status">The proxy is starting.</p>;
  if (proxy.state === 'running' || proxy.state === 'judging') return <Serving proxy={proxy} />;
  return (
    <>
      {proxy.state === 'failed' && <Trouble of={proxy.words} />}
      {proxy.state === 'ended' && <TrafficOutcomeBox of={proxy.outcome} />}
      <StartForm target={target} />
    </>
  );
}

function StartForm({ target }: Pick<ProxyProps, 'target'>) {
  const { isBusy, trouble, act } = useAct();
  const start = (asked: StartProxy): void => {
    act(() => call.post('/api/proxy', asked))();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const typed = formReader(event.currentTarget);
        start({ port: Number(typed('port')), tls: typed('tls') !== '', callbacks: typed('callbacks') });
      }}
    >
      <p>A proxy stands in front of each service of the target. {byTarget(target)}</p>
      <div class="row">
        <LabelledField label="First port" hint="0 takes free ones.">
          <input name="port" type="number" min={0} max={65_530} required defaultValue="0" />
        </LabelledField>
        <LabelledField
          label="Callbacks go to"
          hint="The base address of your own callbacks, if they are to be judged too."
        >
          <input name="callbacks" type="url" />
        </LabelledField>
        <label class="check">
          <input name="tls" type="checkbox" /> Serve TLS
        </label>
        <button class="primary" disabled={isBusy}>
          Start the proxy
        </button>
      </div>
      <Trouble of={trouble} />
    </form>
  );
}

/** Shows the addresses for the client's configuration, and a button that stops the proxy. */
function Serving({ proxy }: { readonly proxy: Extract<ProxyState, { addresses: unknown }> }) {
  const { isBusy, trouble, act } = useAct();
  const { state, addresses, tls } = proxy;
  return (
    <>
      <p>Configure your client for these addresses, and let it work.</p>
      <ul class="plain">
        {addresses.map(({ name, url, upstream }) => (
          <li key={name}>
            {name}: <Copyable value={url} name={`the address of ${name}`} /> in front of{' '}
            <code translate={false}>{upstream}</code>
          </li>
        ))}
      </ul>
      {tls && (
        <p>
          It must trust <a href="/api/proxy/ca.pem">this certificate authority</a>. Each start makes another.
        </p>
      )}
      {state === 'judging' ? (
        <p role="status">All of it is being judged.</p>
      ) : (
        <button
          type="button"
          class="primary"
          disabled={isBusy}
          onClick={act(() => call.post('/api/proxy/stop'))}
        >
          Stop and judge
        </button>
      )}
      <Trouble of={trouble} />
    </>
  );
}

/** Shows the broken obligations, and the newest exchanges with the obligations that each one broke. */
function Live({ live: { exchanges, breaches, counts } }: { readonly live: LiveUpdate }) {
  const brokenBy = new Map(exchanges.map(({ seq }) => [seq, new Set<string>()]));
  for (const { seq, obligation } of breaches) brokenBy.get(seq)?.add(obligation);
  return (
    <>
      <Broken counts={counts} breaches={breaches} />
      <h3>The newest exchanges</h3>
      <ul class="plain exchanges">
        {exchanges.toReversed().map((each) => (
          <Row key={each.seq} of={each} broke={[...(brokenBy.get(each.seq) ?? [])]} />
        ))}
      </ul>
    </>
  );
}

function Row({ of, broke }: { readonly of: LiveExchange; readonly broke: readonly string[] }) {
  return (
    <li class={broke.length > 0 ? 'broken' : undefined}>
      <ExchangeButton path={`/api/proxy/exchanges/${of.seq}`}>
        #{of.seq} {titleOf(of)} {broke.length > 0 && <strong>broke {broke.join(', ')}</strong>}
      </ExchangeButton>
    </li>
  );
}

function titleOf({ service, method, path, status, failure, client }: LiveExchange): string {
  const end = status ?? failure ?? 'no answer';
  return `${service}: ${method} ${path} → ${end}${client === undefined ? '' : `, ${client}`}`;
}

function Broken({ counts, breaches }: Pick<LiveUpdate, 'counts' | 'breaches'>) {
  const broken = counts.filter((each) => each.broken > 0);
  const last = new Map(breaches.map((each) => [each.obligation, each.message]));
  return (
    <>
      <h3>Broken so far</h3>
      <p>
        Obligations seen: {counts.length}, of which broken: {broken.length}. Verdicts come with the report.
      </p>
      <ul class="plain">
        {broken.map(({ obligation, title, observations, broken: times }) => (
          <li key={obligation}>
            <strong>{obligation}</strong> {title}{' '}
            <span class="soft">
              Seen {formatCount(observations, 'time')}, broken {formatCount(times, 'time')}.
            </span>
            {last.has(obligation) && (
              <details>
                <summary>The last time</summary>
                <p class="told">{last.get(obligation)}</p>
              </details>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
