import { useSignal } from '@preact/signals';
import type { RunExchange } from '../../wire/run';
import { LongList } from '../parts/long-list';
import { goTo } from '../route';
import { t } from '../strings';
import { exchanges } from './state';
import { idOfRow, laneName, lanes, TalkRow } from './talk-row';

/** As most rows are, in pixels. */
const rowHeight = 24;

/** The conversation as it grows, a row for each arrow. */
export function TalkPart() {
  const all = exchanges.value;
  return (
    <section aria-labelledby="run-talk">
      <h2 id="run-talk">{t('run.talk.title')}</h2>
      {all.length === 0 ? (
        <p class="soft">{t('run.talk.none')}</p>
      ) : (
        <>
          <div class="talk-lanes" aria-hidden="true">
            {lanes.map((lane) => (
              <span key={lane}>{laneName(lane)}</span>
            ))}
          </div>
          <Rows all={all} />
        </>
      )}
    </section>
  );
}

function Rows({ all }: { readonly all: readonly RunExchange[] }) {
  const at = useSignal(-1);
  return (
    <LongList
      class="talk"
      label={t('run.talk.title')}
      note={`${t('run.talk.count', { count: all.length })}.`}
      rows={all}
      rowHeight={rowHeight}
      idOf={idOfRow}
      chosenAt={at.value}
      choose={(index) => {
        at.value = index;
      }}
      open={({ seq }) => {
        goTo('inspect', 'run', seq);
      }}
      draw={(exchange, index) => (
        <TalkRow
          key={exchange.seq}
          exchange={exchange}
          place={{ index, of: all.length }}
          isChosen={index === at.value}
        />
      )}
    />
  );
}
