import { createReadStream } from 'node:fs';
import { auditFiles } from '../../../cli/audit-command';
import type { Results } from '../../../judging/results';
import type { Form } from '../../../traffic/sources';
import { openSource } from '../../../traffic/sources';

/** A file of traffic, and how it is to be judged. */
interface Dropped {
  readonly file: string;
  /** Under which it is shown; no path. */
  readonly name: string;
  /** The folder that keeps a history of reports. */
  readonly root: string;
  /** A target file, whose addresses, readings and secrets are those of the traffic. */
  readonly target?: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** Told how much of it was read, from 0 to 1. It is read twice where it is of several clients. */
  readonly tell?: (share: number) => void;
}

/** The verdicts of a file. */
export interface JudgedFile {
  readonly form: Form;
  readonly results: Results;
  readonly folder: string;
}

const tellEveryMs = 250;

/**
 * Judges a file as `conform audit` does: a recording of this suite by the current rules, HAR and traffic logs as what a client
 * sent. Throws a ConfigurationError for any other file; nothing is written then.
 */
export async function judgeFile({
  file,
  name,
  tell = () => undefined,
  ...given
}: Dropped): Promise<JudgedFile> {
  const form = await formIn(file, name);
  let judged: Omit<JudgedFile, 'form'> | undefined;
  await auditFiles([file], {
    ...given,
    shown: name,
    ...(form === 'recording' && { rejudge: true }),
    async watch(source, act) {
      const { size = 0 } = source;
      let toldAt = performance.now();
      return act(() => {
        if (performance.now() - toldAt < tellEveryMs) return;
        toldAt = performance.now();
        tell(size === 0 ? 0 : source.read() / size);
      });
    },
    take: (results, folder) => (judged = { results, folder }),
  });
  if (judged === undefined) throw new Error('the traffic was judged without results');
  return { form, ...judged };
}

/** What a file holds, by its content alone. */
async function formIn(file: string, shown: string): Promise<Form> {
  const input = createReadStream(file);
  try {
    const { form } = await openSource(file, input, { shown });
    return form;
  } finally {
    input.destroy();
  }
}
