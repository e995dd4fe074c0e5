import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLoopback } from '../contract/loopback';
import type { MockTargetParts } from '../targets/mock-target';
import { credentialsOf } from './describe';
import { playTo, writeMockFiles, writeVariables } from './handed-out';
import type { Mock } from './start-mock';

/** What the mock says of itself once it listens. The check of its health reads it. */
const readyFile = 'ready.json';

/** Removes what an earlier mock left, so that it is not taken for what this one writes. */
export function emptyFolder(folder: string): void {
  for (const name of [readyFile, 'mock.env', 'target.yaml', 'ca.pem', 'payer.pem'])
    rmSync(join(folder, name), { force: true });
}

/**
 * Writes what a suite in another container needs: target file, authority, and the variables in `mock.env`.
 * @param callbackUrl where that suite takes callbacks
 */
export async function fillFolder(folder: string, mock: Mock, callbackUrl: string): Promise<void> {
  const provider = await playTo(mock, callbackUrl);
  writeMockFiles(mock, folder, { callback: callbackAt(new URL(callbackUrl)), like: undefined });
  const variables = [...credentialsOf(mock), ...provider];
  writeVariables(join(folder, 'mock.env'), '# Test credentials of the mock beside this file', variables);
}

/** @param line what stdout is told */
export function sayReady(folder: string, line: string): void {
  writeFileSync(join(folder, readyFile), line);
}

/** Names the address in full: those of the services do not tell that the suite shares this container's network. */
function callbackAt({ hostname, port, protocol, href }: URL): MockTargetParts['callback'] {
  const listen = port || (protocol === 'http:' ? '80' : '443');
  return {
    listen: `${isLoopback(hostname) ? hostname : '0.0.0.0'}:${listen}`,
    publicUrl: href.replace(/\/$/, ''),
  };
}
