/** What the payer tells the provider by a callback (clauses 4.7.1 to 4.7.6). */
export const callbackSteps = ['plan', 'eligibility', 'query', 'approved', 'rejected', 'prompt'] as const;

export type CallbackStep = (typeof callbackSteps)[number];

/** FHIR JSON by step, with placeholders; a step that is not there keeps the mock's own. */
export type PayerContent = Readonly<Partial<Record<CallbackStep, object>>>;

/** What the suite fills into a content, written `{{now}}`, and what it stands for. */
export const placeholders = {
  correlationId: 'the correlation id of the cycle',
  workflowId: 'its workflow id',
  messageId: 'a new UUID for each message',
  provider: 'the participant id of the provider',
  payer: 'the participant id of the payer',
  providerId: 'the provider id of the test (clause 2.7)',
  policyNumber: 'the policy number of the test (clause 2.7)',
  use: 'preauthorization or claim, as the cycle began',
  now: 'the time, ISO 8601 in UTC',
  today: 'its date',
} as const;

export type Placeholder = keyof typeof placeholders;

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholders, name);

/** A pair of braces in JSON text stands in a text: an object in an object has a name. */
const written = /\{\{\s*(\w*)\s*\}\}/g;

/** The first place of a JSON text that looks like a placeholder and is none. */
export function strangePlaceholder(
  text: string,
): { readonly line: number; readonly shown: string } | undefined {
  // As long as they were: places stay where they are.
  const others = text.replace(written, (whole, name: string) =>
    isPlaceholder(name) ? ' '.repeat(whole.length) : whole,
  );
  const [shown] = /\{\{[^"\n}]{0,40}\}{0,2}/.exec(others) ?? [];
  if (shown === undefined) return undefined;
  return { line: others.slice(0, others.indexOf(shown)).split('\n').length, shown };
}

/** A content with its placeholders filled in. */
export function fillContent(content: object, values: Readonly<Record<Placeholder, string>>): object {
  const text = JSON.stringify(content).replace(written, (whole, name: string) =>
    isPlaceholder(name) ? JSON.stringify(values[name]).slice(1, -1) : whole,
  );
  return JSON.parse(text) as object;
}
