import { useState } from 'preact/hooks';
import { counted } from '../../contract/counted';
import { VerdictMark } from '../../report/parts/text';
import type { LiveExchange, LiveTold, LiveVerdict } from '../../traffic/live/told';
import { serviceOf } from '../../traffic/live/told';
import { ExchangeList } from './exchange';
import { Labelled } from './parts';

/** What goes through the proxy: what is broken, and the newest exchanges with what each of them broke. */
export function Live({ live: { exchanges, findings, verdicts } }: { readonly live: LiveTold }) {
  const [wanted, setWanted] = useState('');
  const brokenBy = new Map(exchanges.map(({ seq }) => [seq, new Set<string>()]));
  for (const { seq, obligation } of findings) brokenBy.get(seq)?.add(obligation);
  const rows = exchanges
    .map((each) => ({ seq: each.seq, title: titleOf(each), broke: [...(brokenBy.get(each.seq) ?? [])] }))
    .filter((row) => Object.values(row).join(' ').toLowerCase().includes(wanted.trim().toLowerCase()))
    .reverse();
  return (
    <>
      <Broken verdicts={verdicts} findings={findings} />
      <h3>The newest exchanges</h3>
      <Labelled label="Find" hint="A part of the path, the method, the status, or an id.">
        <input
          type="search"
          value={wanted}
          onInput={({ currentTarget: { value } }) => {
            setWanted(value);
          }}
        />
      </Labelled>
      <ExchangeList at="/api/proxy/exchanges" rows={rows} />
      {rows.length === 0 && <p>None of the newest {exchanges.length} contains this.</p>}
    </>
  );
}

function titleOf(each: LiveExchange): string {
  const { method, path, status, failure, client } = each;
  const end = status ?? failure ?? 'no answer';
  return `${serviceOf(each)}: ${method} ${path} → ${end}${client === undefined ? '' : `, ${client}`}`;
}

function Broken({ verdicts, findings }: Pick<LiveTold, 'findings' | 'verdicts'>) {
  const broken = verdicts.filter((each) => each.broken > 0);
  const others = verdicts.filter((each) => each.broken === 0);
  const last = new Map(findings.map((each) => [each.obligation, each.message]));
  return (
    <>
      <h3>Broken so far</h3>
      {broken.length === 0 && <p>Nothing yet.</p>}
      <ul class="plain">
        {broken.map((each) => (
          <li key={each.obligation}>
            <Seen of={each} />
            {last.has(each.obligation) && (
              <details>
                <summary>The last time</summary>
                <p class="told">{last.get(each.obligation)}</p>
              </details>
            )}
          </li>
        ))}
      </ul>
      <details>
        <summary>Seen and not broken: {others.length}</summary>
        <ul class="plain">
          {others.map((each) => (
            <li key={each.obligation}>
              <Seen of={each} />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

function Seen({ of }: { readonly of: LiveVerdict }) {
  const { obligation, title, verdict, observations, broken } = of;
  return (
    <>
      <VerdictMark verdict={verdict} /> <strong>{obligation}</strong> {title}{' '}
      <span class="soft">
        Seen {counted(observations, 'time')}, broken {counted(broken, 'time')}.
      </span>
    </>
  );
}
