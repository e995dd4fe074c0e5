import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../frame/suite';

/** `conform ui` in a process of its own. */
export interface DeskProcess {
  /** The first address, which holds the token. */
  readonly url: string;
  stop(): Promise<void>;
}

export async function startDeskProcess(folder: string): Promise<DeskProcess> {
  const child = spawn(process.execPath, [join(root, 'bin/conform.cjs'), 'ui'], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const piece of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += String(piece);
    const [, url] = /^ {2}(http:\S+)$/m.exec(said) ?? [];
    if (url === undefined) continue;
    return {
      url,
      async stop() {
        child.kill('SIGINT');
        await once(child, 'close');
      },
    };
  }
  throw new Error(`conform ui ended: ${said}`);
}
