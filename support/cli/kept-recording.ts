import { rmSync, statSync } from 'node:fs';
import { leftIn, makeLive, newRecording, recordingToResume } from '../report/history/live-recordings';
import { attempt } from '../targets/pem';
import type { FileRecording } from '../traffic/file-recording';
import { recordToFile } from '../traffic/file-recording';
import { errorLine } from './boundary';

/** The recording of a command that judges traffic, until its report is whole. */
export interface KeptRecording {
  readonly recording: FileRecording;
  readonly file: string;
  /** The earlier recording that is to be gone on with; `undefined` where there is none. */
  readonly earlier: string | undefined;
  /** What came to processes that were killed. */
  readonly left: readonly string[];
  /** What comes from now on comes once: it outlives this process, and so may go what this one goes on with. */
  becomesLive(goneOnWith?: string): void;
  /** Its report is whole. */
  discard(): void;
  /** There will be no report. What came once stays, and is gone on with by `--resume`. */
  abandon(): void;
}

export function openRecording(folder: string): KeptRecording {
  const earlier = recordingToResume(folder);
  // Asked before there is one of its own.
  const left = leftIn(folder).flatMap(({ file, stage }) => (stage === 'live' ? [file] : []));
  let file = newRecording(folder, 'draft');
  let isLive = false;
  const recording = recordToFile(file);
  const remove = (): void => {
    rmSync(file, { force: true });
  };
  return {
    recording,
    earlier,
    left,
    get file() {
      return file;
    },
    becomesLive(goneOnWith) {
      recording.holdNothing();
      file = makeLive(file);
      isLive = true;
      if (goneOnWith !== undefined && left.includes(goneOnWith)) rmSync(goneOnWith, { force: true });
    },
    discard: remove,
    abandon() {
      // A full disk may refuse the last lines; those before them are there.
      attempt(() => (recording.finish(), true));
      if (!isLive || sizeOf(file) === 0) remove();
      else
        console.error(
          errorLine(`${file} keeps what came so far — the same command with --resume goes on from there`),
        );
    },
  };
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
