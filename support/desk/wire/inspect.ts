import type { OperationId, ServiceName } from '../../contract/operations';
import type { AdapterCall, Asked, Failure, HeaderList, RequestFlaw } from '../../exchange/exchange';

/** What a piece of evidence is: it crossed a wire, an adapter returned it, or it stood in a log. */
export type EvidenceKind = 'adapter answer' | 'exchange' | 'log line';

/** What a list shows of a piece of evidence. */
export interface ExchangeSummary {
  readonly seq: number;
  readonly kind: EvidenceKind;
  /** Of an exchange; what an adapter returned and what stood in a log are the integrator's. */
  readonly sender: 'integrator' | 'service' | 'suite';
  readonly service?: ServiceName;
  readonly operation?: OperationId;
  /** Of an exchange. */
  readonly method?: string;
  /** `/api/hiecm/gateway/v3/sessions`; else where it comes from, as in `field.encrypt`. */
  readonly path: string;
  readonly status?: number;
  /** Why no whole answer came. */
  readonly failure?: Failure['kind'];
  /** Epoch milliseconds. */
  readonly arrivedAt: number;
  /** From the request to the end of its answer, in milliseconds; absent: not known. */
  readonly durationMs?: number;
  /** What the suite had in mind with it. */
  readonly asked?: Asked;
  /** The fault that the mock was told to play. */
  readonly stimulus?: string;
  /** The scenario during which it arrived. */
  readonly scenario?: string;
  /** `SBX_1 (by client id)`, where traffic is that of several; else the process of the integrator. */
  readonly client?: string;
}

/** A piece of evidence as the page looks into it: redacted, as it was recorded. */
export interface ExchangeView extends ExchangeSummary {
  /** Of an exchange: the whole address. */
  readonly url?: string;
  /** The operation that a request was taken for which addressed none. */
  readonly meant?: OperationId;
  /** Epoch milliseconds; absent: not known. */
  readonly answeredAt?: number;
  /** The call of the adapter during which it arrived. */
  readonly call?: AdapterCall;
  /** What was sent, or what the adapter returned. */
  readonly request: MessageView;
  /** Why the request is not whole. */
  readonly flaw?: RequestFlaw;
  /** Absent: none came, or none was to come. */
  readonly response?: MessageView;
  /** Why none came; beside its kind the code and the message of the platform. */
  readonly failureDetail?: Failure;
  readonly facts: readonly FactView[];
}

export interface MessageView {
  /** In the order and spelling of the wire. */
  readonly headers: HeaderList;
  /** Absent: there was none. */
  readonly body?: BodyView;
}

/** How much is known of a body: `binary` is in Base64, and of `absent` and `sealed` there is no text. */
export type BodyKind = 'absent' | 'binary' | 'sealed' | 'text';

export interface BodyView {
  readonly kind: BodyKind;
  /** Its beginning where `left` is above 0. */
  readonly text: string;
  /** Characters of the recorded text that are left out here. */
  readonly left: number;
  /** Size on the wire after content decoding. */
  readonly bytes: number;
  /** The recorder kept only the beginning. */
  readonly cut?: true;
}

/** What was found out while recording: a name with its value, or with what is below it. */
export interface FactView {
  readonly name: string;
  readonly value?: boolean | number | string | null;
  readonly of?: readonly FactView[];
}

/** A part of a list of evidence, in order. */
export interface ExchangePage {
  readonly exchanges: readonly ExchangeSummary[];
  /** How many the list has in all. */
  readonly total: number;
  /** The `seq` behind which the next part begins; absent: this is the last. */
  readonly next?: number;
}
