export type HeaderFields = Readonly<Record<string, string>>;

/** What makes one request differ from every other. */
export interface Stamp {
  readonly requestId: string;
  readonly timestamp: string;
}

/** The header fields of a message to the payer. */
export interface PayerMessage {
  readonly senderCode: string;
  readonly recipientCode: string;
  readonly correlationId: string;
  readonly apiCallId: string;
  readonly requestId: string;
  readonly workflowId: string;
  readonly timestamp: string;
}

/** Writes the headers of clause 5.2, and those of messages to the payer, each group on its own. */
export interface HeaderComposer {
  v3(stamp: Stamp): HeaderFields;
  authorization(accessToken: string): HeaderFields;
  cmId(cmId: string): HeaderFields;
  /** For a request with a body. */
  json(): HeaderFields;
  /** For a request that the readings name as bridge-scoped; a facility's id doubles as the HIP id. */
  bridge(hipId: string): HeaderFields;
  /** `correlationHeader` is the reading `correlation-id`. */
  payer(message: PayerMessage, correlationHeader: string): HeaderFields;
}

export const contractHeaders: HeaderComposer = {
  v3: ({ requestId, timestamp }) => ({ 'REQUEST-ID': requestId, TIMESTAMP: timestamp }),
  authorization: (accessToken) => ({ Authorization: `Bearer ${accessToken}` }),
  cmId: (cmId) => ({ 'X-CM-ID': cmId }),
  json: () => ({ 'Content-Type': 'application/json' }),
  bridge: (hipId) => ({ 'X-HIP-ID': hipId }),
  payer: (message, correlationHeader) => ({
    'x-hcx-sender_code': message.senderCode,
    'x-hcx-recipient_code': message.recipientCode,
    [correlationHeader]: message.correlationId,
    'x-hcx-api_call_id': message.apiCallId,
    'x-hcx-request_id': message.requestId,
    'x-hcx-workflow_id': message.workflowId,
    'x-hcx-timestamp': message.timestamp,
    'x-hcx-status': 'request.initiated',
  }),
};
