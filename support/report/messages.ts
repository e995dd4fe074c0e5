import { withSuiteRelativePaths } from '../contract/suite-root';
import { Readable } from 'node:stream';
import { CucumberHtmlStream } from '@cucumber/html-formatter';
import type { Envelope } from '@cucumber/messages';

/** The names of the files that only a run of Cucumber writes. */
export const cucumberFileNames = ['messages.ndjson', 'cucumber.html'] as const;

/** The page of Cucumber's HTML report, around its messages. */
interface HtmlFrame {
  readonly head: string;
  readonly tail: string;
}

/**
 * Cucumber counts scenarios, and shows the share that passed beside a pie: a subject that does not conform reads as a
 * good one then. The share goes, and the page says what it counts.
 */
const plainCounts = `
:has(> div > svg[viewBox="0 0 100 100"]) { display: none !important; }
body::before {
  content: "Scenarios, as Cucumber ran them. The verdicts on obligations and their counts stand in compliance.html.";
  display: block; padding: 0.75rem 1rem; font: 1rem/1.4 sans-serif; background: #fff4d6; color: #1b1f24;
}
`;

/** Where the messages go in the page: one that Cucumber cannot send. */
const marker: Envelope = {
  undefinedParameterType: { expression: 'messages go here', name: 'conform-marker' },
};

/**
 * The page around the messages, as Cucumber's own formatter writes it. It is made beforehand, since the formatter reads
 * its files asynchronously and the reports are written in one go when the last message comes.
 */
export async function loadHtmlFrame(): Promise<HtmlFrame> {
  const chunks: Buffer[] = [];
  for await (const chunk of Readable.from([marker]).pipe(new CucumberHtmlStream()))
    chunks.push(Buffer.from(chunk as Buffer));
  const [head, tail, ...more] = Buffer.concat(chunks)
    .toString('utf8')
    .split(inScript(JSON.stringify(marker)));
  if (head === undefined || tail === undefined || more.length > 0)
    throw new Error('the HTML formatter of Cucumber does not show its messages as they are');
  return { head: head.replace('</head>', `<style>${plainCounts}</style></head>`), tail };
}

/** No message can end the script that it stands in. */
export function inScript(line: string): string {
  return line.replaceAll('<', '\\x3C');
}

/** Keeps Cucumber's messages of one run. */
export class MessageLog {
  readonly #envelopes: Envelope[] = [];

  add(envelope: Envelope): void {
    this.#envelopes.push(envelope);
  }

  /** The reports made of the messages; `hide` gives a text without secrets. */
  files(
    { head, tail }: HtmlFrame,
    hide: (text: string) => string,
  ): Record<(typeof cucumberFileNames)[number], string> {
    const lines = this.#envelopes.map((envelope) => lineOf(envelope, hide));
    return {
      'messages.ndjson': lines.map((line) => `${line}\n`).join(''),
      'cucumber.html': `${head}${lines.map(inScript).join(',')}${tail}`,
    };
  }
}

/** What comes from elsewhere than the features: errors of whatever was talked to, and attachments. */
function isForeign({ testStepFinished, testRunHookFinished, attachment }: Envelope): boolean {
  const result = testStepFinished?.testStepResult ?? testRunHookFinished?.result;
  return attachment !== undefined || result?.message !== undefined || result?.exception !== undefined;
}

/** One message as JSON; stacks name files by their path in the suite, wherever on a machine it stands. */
function lineOf(envelope: Envelope, hide: (text: string) => string): string {
  if (!isForeign(envelope)) return JSON.stringify(envelope);
  return JSON.stringify(envelope, (_key, value: unknown) =>
    typeof value === 'string' ? withSuiteRelativePaths(hide(value)) : value,
  );
}
