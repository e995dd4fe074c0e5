import { randomUUID } from 'node:crypto';
import { constants } from '../../contract/constants';
import type { CallbackStep, PayerContent, Placeholder } from '../../contract/payer-content';
import { callbackSteps, fillContent } from '../../contract/payer-content';
import { defaultReadings } from '../../contract/readings';
import type { BundleAbout, PayerBundles } from './bundles';
import { payerBundles, useOf } from './bundles';

/**
 * Returns a copy of `own` with a new builder for each step in `content`, which comes from the target file.
 * The new builders fill in the placeholders of that content.
 */
export function withTargetContent(own: PayerBundles, content: PayerContent): PayerBundles {
  const steps = Object.entries(content) as [CallbackStep, object][];
  const filled = steps.map(([step, given]) => [
    step,
    (about: BundleAbout) => fillContent(given, valuesOf(about)),
  ]);
  return { ...own, ...(Object.fromEntries(filled) as Partial<PayerBundles>) };
}

function valuesOf({ cycle, now }: BundleAbout): Record<Placeholder, string> {
  const { correlationId, workflowId, provider, payer } = cycle;
  const { providerId, policyNumber } = constants;
  const [messageId, today] = [randomUUID(), now.slice(0, 10)];
  return {
    correlationId,
    workflowId,
    messageId,
    provider,
    payer,
    providerId,
    policyNumber,
    use: useOf(cycle),
    now,
    today,
  };
}

/**
 * Returns a template file for each callback step: its default bundle with `{{placeholders}}`. Users copy
 * these files and edit the content.
 */
export function defaultPayerContents(): readonly (readonly [file: string, text: string])[] {
  const now = '2000-01-01T00:00:00.000Z';
  const written = (name: Placeholder): string => `{{${name}}}`;
  const [correlationId, workflowId] = [written('correlationId'), written('workflowId')];
  const [provider, payer] = [written('provider'), written('payer')];
  const cycle = { correlationId, workflowId, provider, payer, kind: 'preauth', state: 'requested' } as const;
  const told: readonly (readonly [text: string, name: Placeholder])[] = [
    [now, 'now'],
    [now.slice(0, 10), 'today'],
    [useOf(cycle), 'use'],
    [constants.providerId, 'providerId'],
    [constants.policyNumber, 'policyNumber'],
  ];
  return callbackSteps.map((step) => {
    const text = JSON.stringify(payerBundles[step]({ cycle, now, readings: defaultReadings }), null, 2);
    const open = told.reduce(
      (whole, [value, name]) => whole.replaceAll(`"${value}"`, `"${written(name)}"`),
      text,
    );
    return [`${step}.json`, `${open}\n`];
  });
}
