import type { ObligationId } from '../../../support/obligations';
import type { KnownConsequences } from '../../mutant';

/**
 * Returns the consequences of refused callbacks: these flows fail because of CBK-03. FLW-10 also follows FLW-05,
 * because both are about a query of a preauthorization.
 */
const untaken = (...flows: readonly ObligationId[]): KnownConsequences['follows'] =>
  Object.fromEntries(flows.map((id) => [id, id === 'FLW-10' ? ['CBK-03', 'FLW-05'] : ['CBK-03']]));

/** The known consequences of mutants of a provider: failures that follow from other failures. */
export const payerFollowings: readonly KnownConsequences[] = [
  { by: ['claims-all-approved-without-preauthorizations'], follows: { 'CBK-05': ['FLW-07'] } },
  { by: ['trigger-as-form'], follows: { 'DPY-01': ['HDR-11'], 'DPY-04': ['HDR-11'] } },
  {
    by: ['method-always-preauth'],
    follows: { 'FLW-06': ['DPY-02'], 'FLW-07': ['DPY-02'], 'FLW-08': ['DPY-02'] },
  },
  {
    by: ['method-always-claim'],
    follows: {
      'FLW-03': ['DPY-02'],
      'FLW-04': ['DPY-02'],
      'FLW-05': ['DPY-02'],
      'FLW-10': ['DPY-02', 'FLW-05'],
    },
  },
  { by: ['eligibility-under-an-old-version'], follows: { 'FLW-02': ['VER-01'] } },
  {
    by: ['preauthorization-without-version'],
    follows: {
      'FLW-03': ['VER-01'],
      'FLW-04': ['VER-01'],
      'FLW-05': ['VER-01'],
      'FLW-10': ['FLW-05', 'VER-01'],
    },
  },
  {
    by: [
      'preauthorization-says-claim',
      'preauthorization-as-claim',
      'preauthorization-misspelt',
      'reply-on-the-path-of-the-query',
      'reply-without-documents',
      'reply-with-a-link',
      'reply-under-an-id-of-its-own',
      'reply-under-a-new-id-of-its-workflow',
      'reply-with-its-id-in-capitals',
      'query-never-replied-to',
      'queries-without-a-task-dropped',
      'everything-rejected',
      'decisions-unread',
      'provider-in-plain',
      'provider-content-serialised-twice',
      'reply-in-plain',
      'reply-is-empty',
      'reply-for-another-key',
    ],
    follows: { 'FLW-10': ['FLW-05'] },
  },
  {
    by: [
      'first-key-whatever-the-kid',
      'audience-demanded',
      'rs512-only',
      'callbacks-never-answered',
      'type-demanded-where-none-is-agreed',
      'type-refused-where-it-is-agreed',
    ],
    follows: untaken(
      ...(['FLW-01', 'FLW-02', 'FLW-03', 'FLW-04', 'FLW-05'] as const),
      ...(['FLW-06', 'FLW-07', 'FLW-08', 'FLW-09', 'FLW-10'] as const),
    ),
  },
  { by: ['unknown-cycle-breaks-the-server', 'breaks-over-prompts'], follows: untaken('FLW-09') },
  { by: ['breaks-over-plans'], follows: untaken('FLW-01') },
  { by: ['breaks-over-eligibility'], follows: untaken('FLW-02') },
  { by: ['breaks-over-preauthorizations'], follows: untaken('FLW-03', 'FLW-04', 'FLW-05', 'FLW-10') },
  {
    by: ['breaks-over-claims', 'resets-decisions-of-claims'],
    follows: untaken('FLW-06', 'FLW-07', 'FLW-08'),
  },
  {
    by: ['breaks-over-queries', 'queries-without-a-task-refused'],
    follows: untaken('FLW-05', 'FLW-08', 'FLW-10'),
  },
];
