/** What was at fault in a transfer (clause 6.2). */
export type TransferFault = 'key' | 'nonce' | 'algorithm' | 'curve' | 'expiry' | 'tag' | 'content';

/** A transfer that cannot, or must not, be gone on with. Its message says why and shows nothing secret. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
  readonly fault: TransferFault;

  constructor(fault: TransferFault, message: string) {
    super(message);
    this.fault = fault;
  }
}
