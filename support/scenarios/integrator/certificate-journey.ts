import { setTimeout as sleep } from 'node:timers/promises';
import { NotTestedError } from '../../contract/outcome';
import { notExercised } from '../../judging/decide';
import { foreignCertificate } from '../../mock/stimuli';
import { foreignTls } from '../../mock/tls';
import type { Run } from '../../run/run';
import type { PlayedServices } from './played-services';
import { sessionDrive, underStimulus } from './stimulus-journeys';

/** How long the end of a connection may take to be noticed here, once the client has said that its call is over. */
const noticedWithinMs = 1000;
/** A client that had kept its connections may only find out by the first call that they were ended. */
const attempts = 2;
/** So that it finds out before. */
const settlingMs = 50;

/**
 * The same is asked of a client twice: under the certificate that it can verify, and under one that it cannot. That is
 * shown at the same addresses: a client is told them once.
 */
export function foreignCertificateJourney(run: Run): Promise<void> {
  return underStimulus(
    run,
    {
      name: 'foreign-certificate',
      title: 'Services that show a certificate which cannot be verified',
      calls: 2,
    },
    async (adapter, play) => {
      const { played } = adapter;
      const { hostname } = new URL(played.mock.urls.gateway);
      const tls = await foreignTls([hostname.replace(/^\[|\]$/g, '')]);
      const drive = sessionDrive(run, adapter);
      await drive();
      const attempt = attemptUnder(played);
      play(foreignCertificate(tls));
      await sleep(settlingMs);
      for (let left = attempts; left > 0 && !attempt.isSeen; left -= 1) {
        await drive();
        await Promise.race([attempt.noticed, sleep(noticedWithinMs, undefined, { ref: false })]);
      }
      if (!attempt.isSeen)
        throw new NotTestedError(
          `${notExercised} in this scenario: shown a certificate that it cannot verify, the client opened no connection`,
        );
    },
  );
}

/** What arrives first while a stimulus is in force: a request, or the end of a connection that asked for none. */
function attemptUnder({ onSeen }: PlayedServices): {
  readonly noticed: Promise<unknown>;
  readonly isSeen: boolean;
} {
  const { promise: noticed, resolve } = Promise.withResolvers<undefined>();
  let isSeen = false;
  const stop = onSeen(({ stimulus }) => {
    if (stimulus === undefined) return;
    isSeen = true;
    stop();
    resolve(undefined);
  });
  return {
    noticed,
    get isSeen() {
      return isSeen;
    },
  };
}
