import { counted } from '../../contract/counted';
import type { LiveExchange, LiveUpdate } from '../../traffic/proxy/live-news';
import { ExchangeButton } from './exchange';

/** What goes through the proxy: what is broken, and the newest exchanges with what each of them broke. */
export function Live({ live: { exchanges, breaches, counts } }: { readonly live: LiveUpdate }) {
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
