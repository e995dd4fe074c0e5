import { counted } from '../../contract/counted';
import type { AdapterChannel } from '../../adapter/channel';
import type { PlayedServices } from './played-services';

/** What shows of an adapter beside its answers. */
type Speaking = Pick<AdapterChannel, 'log' | 'unfinished'>;

/** What a silence looks like from outside. */
export interface Silence {
  readonly hint: () => string;
  /** The call has ended. */
  readonly end: () => void;
}

/** Watches an adapter over one call, and tells what may keep its answer back: mostly a stdout that is not flushed. */
export function watchSilence(channel: Speaking, played: Pick<PlayedServices, 'onSeen'>): Silence {
  const logged = logLength(channel);
  let requests = 0;
  const end = played.onSeen(() => (requests += 1));
  return {
    end,
    hint() {
      const unfinished = channel.unfinished?.() ?? 0;
      if (unfinished > 0)
        return `the adapter wrote ${unfinished} bytes without a line end: each answer is one line, flushed`;
      if (requests > 0)
        return `its client sent ${counted(requests, 'request')}, but no answer line came: does it flush stdout after each line?`;
      return logLength(channel) > logged
        ? 'the adapter logs to stderr, but no answer line came: does it flush stdout after each line?'
        : 'nothing came from the adapter: does it read stdin line by line, and flush stdout after each line?';
    },
  };
}

function logLength(channel: Speaking): number {
  const { first, leftOut, last } = channel.log();
  return first.length + leftOut + last.length;
}
