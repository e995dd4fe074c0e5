import type { AdapterChannel, ChannelOptions } from './channel';
import { JsonRpcCaller } from './json-rpc-caller';
import type { ChildOptions } from './child';
import { KeptLog } from './kept-log';
import { maxMessageBytes } from './protocol';
import { StdioTransport } from './stdio-transport';

export interface StdioChannelOptions extends ChannelOptions, ChildOptions {
  /** Bytes of a line at most; 32 MiB where it is left out. */
  readonly maxLine?: number;
  /** Gets all that the adapter writes to stderr, in pieces as they come: one may end in the middle of a word. */
  readonly stderrListener?: (text: string) => void;
}

const logBytes = { first: 16 * 1024, last: 64 * 1024 };

/**
 * Starts an adapter and talks to it over stdin and stdout, one message a line. The program has a process group of
 * its own, which ends as a whole: by `close()`, for a fault, or with this process. That a program cannot be started
 * is reported by the first call.
 */
export function openStdioChannel(options: StdioChannelOptions): AdapterChannel {
  const log = new KeptLog(logBytes, options.stderrListener);
  return new JsonRpcCaller(new StdioTransport(options, log, options.maxLine ?? maxMessageBytes), options);
}
