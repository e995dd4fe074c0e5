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
