import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { isOtherProcessAlive } from '../contract/is-process-alive';

/** Matches the subject of a certificate with a name of {@link newAuthorityName}. */
const namePattern = /^CN=Throwaway test CA [0-9a-f]{8} process (\d+) on (\w+)$/;

/** Returns the common name of a new throwaway CA. It names the process that the CA belongs to. */
export function newAuthorityName(): string {
  return `Throwaway test CA ${randomBytes(4).toString('hex')} process ${process.pid} on ${processSpace()}`;
}

/** Returns whether a certificate (PEM) is that of a throwaway CA, and the CA's process has ended. If unsure, returns false. */
export function isOfEndedProcess(pem: string): boolean {
  const [, pid, space] = namePattern.exec(subjectOf(pem)) ?? [];
  return pid !== undefined && space === processSpace() && !isOtherProcessAlive(Number(pid));
}

function subjectOf(pem: string): string {
  try {
    return new X509Certificate(pem).subject;
  } catch {
    return '';
  }
}

/**
 * Returns a short digest of the machine and of the container, if any, in which the id of this process is unique. An
 * id from elsewhere does not show whether its process runs.
 */
function processSpace(): string {
  const space = `${hostname()} ${processNamespace()}`;
  return createHash('sha256').update(space).digest('hex').slice(0, 8);
}

function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    // Only Linux has namespaces.
    return '';
  }
}
