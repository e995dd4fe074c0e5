import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { parse, stringify } from 'yaml';
import type { Mock } from '../../support/mock/start-mock';
import { mockTargetFile } from '../../support/target/mock-target';
import { temporaryFolder } from '../report/embedded-run';

/** A target file with the environment that it needs. */
export interface WrittenTarget {
  readonly folder: string;
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The target file of a mock, with some members changed. */
export function targetOf(
  t: TestContext,
  mock: Mock,
  changes: Readonly<Record<string, unknown>> = {},
): WrittenTarget {
  const folder = temporaryFolder(t);
  const file = join(folder, 'target.yaml');
  const text = mockTargetFile(mock.urls, mock.ca === undefined ? undefined : './ca.pem');
  writeFileSync(file, stringify({ ...(parse(text) as object), ...changes }));
  if (mock.ca !== undefined) writeFileSync(join(folder, 'ca.pem'), mock.ca);
  const { clientId, clientSecret, otp, txnId } = mock.account;
  const env = { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, TEST_OTP: otp, TEST_TXN_ID: txnId };
  return { folder, file, env };
}

/** A folder with reports of an earlier run, and what they hold now. */
export function earlierReports(t: TestContext): { folder: string; contents: () => string[] } {
  const folder = temporaryFolder(t);
  for (const name of ['results.json', 'recording.jsonl'])
    writeFileSync(join(folder, name), `earlier ${name}`);
  return {
    folder,
    contents: () =>
      ['results.json', 'recording.jsonl'].map((name) => readFileSync(join(folder, name), 'utf8')),
  };
}
