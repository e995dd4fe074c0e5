import type { Verdict } from '../../../support/judging/verdict';
import type { ObligationId } from '../../../support/obligations';
import { contractObligations } from '../../../support/obligations';

type Allowed = Readonly<Partial<Record<ObligationId, readonly Verdict[]>>>;

const forEach = (ids: readonly ObligationId[], verdicts: readonly Verdict[]): Allowed =>
  Object.fromEntries(ids.map((id) => [id, verdicts]));

/** Allows these obligations to pass although the plain recording does not show enough to pass them. */
export const mayPass = (...ids: readonly ObligationId[]): Allowed => forEach(ids, ['passed']);

/** Allows these obligations to end without a verdict, because the recording lacks their evidence. */
export const mayLack = (...ids: readonly ObligationId[]): Allowed =>
  forEach(ids, ['inconclusive', 'not-tested']);

/** Maps each part that a recording may lack to the obligations that then end without a verdict. */
export const lacks = {
  authorization: mayLack('CRT-04', 'CRT-05', 'CRT-07', 'HDR-01', 'TOK-01'),
  tokens: mayLack('SES-06', 'SES-10', 'SES-12'),
  secret: mayLack('TOK-04'),
  clientId: mayLack('HDR-05', 'TOK-01', 'TOK-05'),
  personalValues: mayLack('CRT-07', 'ENC-01', 'ENC-02', 'ENC-03'),
  transactionIds: mayLack('ENC-10'),
  requestIds: mayLack('CRT-04', 'HDR-02', 'HDR-03', 'HDR-04', 'HDR-05', 'SES-04'),
  answerBodies: mayLack(
    ...(['CRT-01', 'CRT-02', 'SES-05', 'SES-06', 'SES-07', 'SES-10', 'SES-12', 'TOK-01'] as const),
  ),
  requestBodies: mayLack(
    ...(['CRT-07', 'DPY-02', 'DPY-03', 'DPY-05', 'DPY-07', 'ENC-03', 'ENC-08', 'ENC-10'] as const),
    ...(['HDR-11', 'OTP-01', 'SES-02', 'SES-03', 'TOK-01', 'TOK-04', 'TOK-05'] as const),
  ),
  addresses: mayLack('TOK-01', 'CRT-10', 'HDR-01', 'DPY-02', 'DPY-03', 'DPY-07', 'VER-01'),
  // In a short recording, any verdict may depend on the last answer.
  lastAnswer: mayLack(...contractObligations.all.map(({ id }) => id as ObligationId)),
} as const;
