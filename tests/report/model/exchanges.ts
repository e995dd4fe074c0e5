import type { Evidence } from '../../../support/exchange/evidence';
import type { RequestPurpose, Exchange } from '../../../support/exchange/exchange';

/** A session request of the suite's that was granted, but for what a test says. */
export const exchange = (seq: number, changes: Partial<Exchange> = {}): Exchange => ({
  seq,
  sender: 'suite',
  operation: 'session.create',
  arrivedAt: 0,
  answeredAt: 20,
  request: { method: 'POST', url: `https://gateway.example:${40_000 + seq}/sessions`, headers: [] },
  response: { status: 200, headers: [] },
  facts: { scheme: 'https', loopback: false },
  ...changes,
});

export const asked = (part: RequestPurpose['part'], round: string, variant = ''): RequestPurpose => ({
  part,
  round,
  variant,
});
export const valid = (round: string): RequestPurpose => asked('valid', round);
export const negative = (round: string, variant: string): RequestPurpose => asked('negative', round, variant);

export const bySeq = (all: readonly Evidence[]): ReadonlyMap<number, Evidence> =>
  new Map(all.map((each) => [each.seq, each]));
