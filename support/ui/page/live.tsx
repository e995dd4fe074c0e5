import { counted } from '../../contract/counted';
import { VerdictMark } from '../../report/parts/text';
import type { LiveExchange, LiveTold } from '../../traffic/live/told';
import { serviceOf } from '../../traffic/live/told';
import { ExchangeButton } from './exchange';

/** What goes through the proxy: what is broken, and the newest exchanges with what each of them broke. */
export function Live({ live: { exchanges, findings, verdicts } }: { readonly live: LiveTold }) {
  const brokenBy = new Map(exchanges.map(({ seq }) => [seq, new Set<string>()]));
  for (const { seq, obligation } of findings) brokenBy.get(seq)?.add(obligation);
  return (
    <>
      <Broken verdicts={verdicts} findings={findings} />
      <h3>The newest exchanges</h3>
      <ul class="plain exchanges">
        {exchanges.toReversed().map((each) => (
          <Row key={each.seq} of={each} broke={[...(brokenBy.get(each.seq) ?? [])]} />
        ))}
      </ul>
    </>
  );
}

/** A press opens it. */
function Row({ of, broke }: { readonly of: LiveExchange; readonly broke: readonly string[] }) {
  return (
    <li class={broke.length > 0 ? 'broken' : undefined}>
      <ExchangeButton path={`/api/proxy/exchanges/${of.seq}`}>
        #{of.seq} {titleOf(of)} {broke.length > 0 && <strong>broke {broke.join(', ')}</strong>}
      </ExchangeButton>
    </li>
  );
}

function titleOf(each: LiveExchange): string {
  const { method, path, status, failure, client } = each;
  const end = status ?? failure ?? 'no answer';
  return `${serviceOf(each)}: ${method} ${path} → ${end}${client === undefined ? '' : `, ${client}`}`;
}

function Broken({ verdicts, findings }: Pick<LiveTold, 'findings' | 'verdicts'>) {
  const broken = verdicts.filter((each) => each.broken > 0);
  const last = new Map(findings.map((each) => [each.obligation, each.message]));
  return (
    <>
      <h3>Broken so far</h3>
      <p>
        Obligations seen: {verdicts.length}, of which broken: {broken.length}.
      </p>
      <ul class="plain">
        {broken.map(({ obligation, title, verdict, observations, broken: times }) => (
          <li key={obligation}>
            <VerdictMark verdict={verdict} /> <strong>{obligation}</strong> {title}{' '}
            <span class="soft">
              Seen {counted(observations, 'time')}, broken {counted(times, 'time')}.
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
