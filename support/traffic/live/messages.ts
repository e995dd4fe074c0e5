import type { ClientName } from '../../exchange/exchange';
import type { Audited } from '../../judging/results';
import type { Target } from '../../targets/target';
import type { JudgedTraffic } from '../ended-traffic';
import type { Front } from '../proxy/fronts';
import type { ToldError } from '../told-error';
import type { LiveTold } from './told';

/** With what the thread begins that records and judges. */
export interface LiveBeginning {
  readonly target: Target;
  readonly fronts: readonly Front[];
  /** Where the recording goes; what the rules have no room for goes beside it. */
  readonly file: string;
  /** The certifier's. */
  readonly nonce?: string | undefined;
  /** Whether lines have colours. */
  readonly colours: boolean;
  /** News goes over as data, and not as lines. */
  readonly asData?: boolean;
  /** Under which pseudonyms are made, where they must be the same elsewhere. */
  readonly key?: Uint8Array;
}

/** An earlier recording that is open: another process that continues it may remove its name. */
export interface Earlier {
  readonly file: string;
  readonly descriptor: number;
}

/** What it is asked for. */
export type Question =
  | { readonly kind: 'open' }
  /** Judges an earlier recording, and goes on behind it. */
  | { readonly kind: 'continue'; readonly earlier: Earlier }
  | { readonly kind: 'move'; readonly file: string }
  /** Writes what was recorded so far, so that it can be read. */
  | { readonly kind: 'flush' }
  | { readonly kind: 'end' }
  /** Writes what can be written, and leaves the recording. */
  | { readonly kind: 'abandon' };

export interface Replies {
  readonly open: undefined;
  readonly continue: Audited;
  readonly move: undefined;
  readonly flush: undefined;
  readonly end: LiveEnd;
  readonly abandon: undefined;
}

/** What was concluded of all that was recorded. */
export interface LiveEnd {
  readonly judged: JudgedTraffic;
  readonly client?: ClientName | undefined;
}

/** What it is sent: questions, and what went through. */
export type Order = Question | { readonly kind: 'passed'; readonly bytes: Uint8Array };

/** What it tells. */
export type News =
  | { readonly kind: 'reply'; readonly reply: Replies[Question['kind']] }
  | { readonly kind: 'refusal'; readonly error: ToldError }
  /** Some of what was handed over is recorded and judged. */
  | {
      readonly kind: 'judged';
      readonly bytes: number;
      readonly recorded: number;
      readonly unjudged: number;
      /** Of what is recorded: requests that neither the contract nor the far side knows. */
      readonly unmapped: number;
    }
  | { readonly kind: 'lines'; readonly text: string }
  | { readonly kind: 'told'; readonly told: LiveTold }
  /** The recording cannot be written any more. */
  | { readonly kind: 'broken'; readonly error: ToldError };
