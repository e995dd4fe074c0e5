import { findSpecimen } from './catalogue';
import type { Job, Outcome } from './pool';
import { passedUnrecorded, tryOut } from './trial';

/** The other end of a pool: does one job after the other, until the pool closes. */
process.on('message', (job) => {
  void perform(job as Job).then((outcome) => process.send?.(outcome));
});
process.on('disconnect', () => process.exit());

async function perform(job: Job): Promise<Outcome> {
  try {
    if ('unrecorded' in job) return { passed: await passedUnrecorded(job.unrecorded) };
    const { specimen: _told, ...trial } = await tryOut(findSpecimen(job.specimen));
    return { trial };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
