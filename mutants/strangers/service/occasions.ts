/** Values with which some faults cannot show, although they replace no common part. */
export const withoutOccasion: readonly {
  /** The names of the faults. */
  readonly by: readonly string[];
  readonly words: readonly string[];
  readonly reason: string;
}[] = [
  {
    by: ['lifetime-fractional'],
    words: [
      'sessions of ten seconds',
      'sessions of two hours',
      'sessions that outlive their refresh token',
      'sessions of thirty days',
    ],
    reason: 'the fault answers 1199.5 seconds in any case, which is wrong for a token with another life',
  },
  {
    by: ['raw-otp-accepted'],
    words: ['OTPs of eight letters and digits', 'OTPs of four digits'],
    reason: 'the fault accepts six digits alone',
  },
  {
    by: ['txn-id-uppercase'],
    words: ['txnId in digits'],
    reason: 'digits are the same in capitals',
  },
  {
    by: ['txn-id-without-hyphens'],
    words: ['txnId in digits', 'txnId with other characters'],
    reason: 'the transaction id has no hyphens',
  },
  {
    by: ['rejection-not-as-agreed'],
    words: ['rejections: 422'],
    reason: 'the target says 422, which the value sends',
  },
  {
    by: ['opaque-refresh-token'],
    words: ['refresh switched off'],
    reason: 'the value leaves the refresh token empty, which is right',
  },
  {
    by: ['answers-after-byte-order-mark', 'answers-in-utf-16'],
    words: ['stale TIMESTAMP: 410 as agreed', 'rejections in words that the target names'],
    reason: 'the fault writes answers as bytes, so the service cannot keep what its target says',
  },
  {
    by: ['prompts-sealed-for-another-key', 'prompts-are-junk', 'prompts-in-plain'],
    words: ['prompts with an empty bundle', 'prompts with a reconciliation'],
    reason: 'the fault is in messages with a PaymentNotice, which the value does not send',
  },
];
