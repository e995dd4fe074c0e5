import type { OverallVerdict, Verdict } from '../../judging/verdict';
import type { LiveExchange, LiveFinding, LiveVerdict } from '../../traffic/live/told';

/** The events of the area. */
export type TrafficEvent = FileStood | ObligationsStood | ProxyStood | TrafficExchange | TrafficFinding;

/** One exchange went through the proxy. */
export interface TrafficExchange {
  readonly type: 'traffic.exchange';
  readonly exchange: LiveExchange;
}

/** One breach was found. */
export interface TrafficFinding {
  readonly type: 'traffic.finding';
  readonly finding: LiveFinding;
}

/** What is known of the obligations by now: all of which something was seen. */
export interface ObligationsStood {
  readonly type: 'traffic.obligations';
  readonly verdicts: readonly LiveVerdict[];
}

/** How the proxy stands. */
export interface ProxyStood {
  readonly type: 'traffic.proxy';
  readonly proxy: ProxyState;
}

/** How the file stands that was dropped last. */
export interface FileStood {
  readonly type: 'traffic.file';
  readonly file: FileState;
}

/** Where a client finds a service through the proxy. */
export interface ProxyAddress {
  readonly name: string;
  readonly url: string;
  readonly upstream: string;
}

export type ProxyState =
  | { readonly state: 'none' | 'starting' }
  | {
      readonly state: 'judging' | 'running';
      readonly addresses: readonly ProxyAddress[];
      /** Whether there is an authority to trust. */
      readonly tls: boolean;
    }
  | { readonly state: 'ended'; readonly outcome: TrafficOutcome }
  | { readonly state: 'failed'; readonly error: Told };

export type FileState =
  | { readonly state: 'none' }
  /** `share` of it was read, from 0 to 1; it begins again where the traffic is that of several clients. */
  | { readonly state: 'judging'; readonly name: string; readonly share: number }
  | {
      readonly state: 'judged';
      readonly name: string;
      readonly form: FileForm;
      readonly outcome: TrafficOutcome;
    }
  | { readonly state: 'refused'; readonly name: string; readonly error: Told };

export type FileForm = 'har' | 'log' | 'recording';

/** Bad input in words. */
export interface Told {
  readonly message: string;
  readonly hint?: string;
}

/** What came of traffic that was judged. */
export interface TrafficOutcome {
  /** Of its report, in the history. */
  readonly id: string;
  readonly exchanges: number;
  readonly overall: readonly { readonly subject: string; readonly verdict: OverallVerdict }[];
  /** How many obligations of the plan have a verdict. */
  readonly counts: readonly { readonly verdict: Verdict; readonly count: number }[];
  readonly failed: readonly { readonly id: string; readonly title: string }[];
  /** What could not be judged. */
  readonly missing: readonly string[];
}

/** What a proxy could stand in front of. */
export interface TrafficSetup {
  readonly targetFile: string;
  readonly services: readonly { readonly name: string; readonly upstream: string }[];
  /** Why there are none. */
  readonly error?: Told;
  /** The largest file that is taken, in bytes. */
  readonly mostBytes: number;
}

/** How a proxy is to listen: at 127.0.0.1. */
export interface ProxyRequest {
  /** Of the first service; the others take the next. 0: free ones. */
  readonly port: number;
  readonly tls: boolean;
  /** Base address of the integrator's own callbacks; empty: they do not come through the proxy. */
  readonly callbacks: string;
}
