import { operations } from './operations';
import type { ReadingValues } from './readings';

/** Whether the target names a message between provider and payer as bridge-scoped: by operation id or path (clause 5.2). */
export function isBridgeScoped(path: string, readings: ReadingValues): boolean {
  const operation = operations.find((each) => each.service === 'provider' && each.path === path)?.id;
  return (readings['bridge-scoped'] ?? []).some((name) => name === path || name === operation);
}
