/** Whether a process runs, this one among them. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, and belongs to another command.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether another process of that number runs. What bears the number of this one was left by an earlier one, as in a container. */
export function isAnother(pid: number): boolean {
  return pid !== process.pid && isAlive(pid);
}
