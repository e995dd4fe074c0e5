import type { Lane, RunExchange } from '../../wire/run';
import { linkTo } from '../route';
import { t } from '../strings';
import { begun } from './state';

/** From left to right. */
export const lanes: readonly Lane[] = ['client', 'gateway', 'registry', 'payer'];

export const idOfRow = ({ seq }: RunExchange): string => `talk-${seq}`;

/** Where services alone are certified, the suite plays the client. */
export function laneName(lane: Lane): string {
  const isPlayed = lane === 'client' && begun.value?.subjects.includes('integrator') === false;
  return isPlayed ? t('run.talk.suite') : t(`run.talk.lane.${lane}`);
}

/** In a run of both, the suite plays the client in front of the services; such a row is not of the client. */
const isPlayedBySuite = ({ from, sender }: RunExchange): boolean => from === 'client' && sender === 'suite';

function wayOf(exchange: RunExchange): string {
  const { from, to } = exchange;
  if (from === to) return t('run.talk.adapter');
  return `${isPlayedBySuite(exchange) ? t('run.talk.bySuite') : laneName(from)} → ${laneName(to)}`;
}

interface RowProps {
  readonly exchange: RunExchange;
  readonly place: { readonly index: number; readonly of: number };
  readonly isChosen: boolean;
}

/** An exchange as an arrow between two lanes; who cannot see the arrow, or has no room for it, reads it in words. */
export function TalkRow({ exchange, place, isChosen }: RowProps) {
  const { seq, ms, from, to, method, path, negative } = exchange;
  const [start, end] = [lanes.indexOf(from), lanes.indexOf(to)];
  const turned = `${end < start ? ' back' : ''}${from === to ? ' own' : ''}`;
  return (
    <a
      id={idOfRow(exchange)}
      class="talk-row"
      role="option"
      aria-selected={isChosen}
      aria-setsize={place.of}
      aria-posinset={place.index + 1}
      tabIndex={-1}
      href={linkTo('inspect', 'run', seq)}
    >
      <span class="talk-seq">#{seq}</span>{' '}
      {lanes.map((lane) => (
        <span key={lane} class={`talk-line ${lane}`} />
      ))}
      <span class="talk-way">{wayOf(exchange)}</span>{' '}
      <span class={`talk-arrow${turned}`} style={between(start, end)} />
      <span class="talk-what">
        {isPlayedBySuite(exchange) && (
          <i class="talk-by" aria-hidden="true">
            {t('run.talk.bySuite')}
          </i>
        )}
        <span translate={false}>
          <b>{method}</b> {path}
        </span>
      </span>{' '}
      <span class={`talk-answer ${tone(exchange)}`} translate={false}>
        {answerOf(exchange)}
      </span>{' '}
      <span class="talk-ms soft">{t('run.talk.ms', { count: ms })}</span>{' '}
      <span class="talk-note soft">{negative === true ? t('run.talk.wrong') : ''}</span>
    </a>
  );
}

/** The columns between the lines of two lanes. */
const between = (start: number, end: number) => ({
  '--from': String(Math.min(start, end) + 2),
  '--to': String(Math.max(start, end) + (start === end ? 3 : 2)),
});

const answerOf = ({ status, failure, from, to }: RunExchange): string =>
  String(status ?? failure ?? (from === to ? t('run.talk.answered') : ''));

function tone({ status, failure }: RunExchange): string {
  if (failure !== undefined) return 'broken';
  return status !== undefined && status >= 400 ? 'refused' : '';
}
