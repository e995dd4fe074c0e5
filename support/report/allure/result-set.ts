import type { Attachment, StepResult, TestResult } from 'allure-js-commons';
import { ContentType } from 'allure-js-commons';
import type { ObligationResult } from '../../judging/verdict';
import type { Evidence } from '../evidence';
import type { Reports } from '../read-reports';
import { plannedRows } from '../wording';
import { obligationTest } from './obligation-test';
import type { Replayed } from './replay';
import { scenarioStep } from './scenario-step';

/** How many exchanges are attached to one obligation; the results name the others. */
const mostAttached = 10;

/** What Allure makes its report of: a test for each obligation of the plan, and the contents of attachments by name. */
export interface ResultSet {
  readonly tests: readonly TestResult[];
  readonly attachments: Readonly<Record<string, Buffer>>;
}

/**
 * Makes the tests from results, their evidence and the replayed scenarios of the same run.
 *
 * @param page address of the compliance page as seen from the report, where there is one
 */
export function resultSet({ results, evidence }: Reports, replayed: Replayed, page?: string): ResultSet {
  const attached = new Map<string, Buffer>();
  const tests = plannedRows(results).map((row) =>
    obligationTest(row, results, {
      steps: stepsOf(row, replayed),
      attachments: attachExchanges(row, evidence, attached),
      ...(page !== undefined && { page }),
    }),
  );
  return { tests, attachments: { ...replayed.attachments, ...Object.fromEntries(attached) } };
}

function stepsOf({ scenarios: own }: ObligationResult, { scenarios }: Replayed): StepResult[] {
  return own.flatMap((scenario) => {
    const replayed = scenarios.get(scenario.location);
    return replayed === undefined ? [] : [scenarioStep(scenario, replayed)];
  });
}

/** The exchanges that show it, those of breaches first; each exchange is one file, whoever refers to it. */
function attachExchanges(
  { evidence: seqs, breaches = [] }: ObligationResult,
  evidence: Evidence,
  attached: Map<string, Buffer>,
): Attachment[] {
  const wanted = [...new Set([...breaches.flatMap(({ exchanges }) => exchanges), ...seqs])];
  return wanted.slice(0, mostAttached).flatMap((seq) => {
    const exchange = evidence.get(seq);
    if (exchange === undefined) return [];
    const source = `exchange-${seq}-attachment.json`;
    attached.set(source, Buffer.from(`${JSON.stringify(exchange, null, 2)}\n`));
    const name = `exchange ${seq}: ${exchange.request.method} ${exchange.operation ?? exchange.request.url}`;
    return [{ name, source, type: ContentType.JSON }];
  });
}
