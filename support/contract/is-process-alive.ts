export function isProcessAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Returns whether a process with this id is running and is not the current one. If a stored id equals the
 * current process id, an earlier process stored it. In a container, every start can get the same id.
 */
export function isOtherProcessAlive(pid: number): boolean {
  return pid !== process.pid && isProcessAlive(pid);
}
