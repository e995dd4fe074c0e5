import type { CheckRunner } from './bench';
import type { TestProject } from './project';

/** Paths that the page loads, each with a string that the response must contain. */
const parts = [
  ['/', '<div id="app">'],
  ['/app.js', '/events'],
  ['/style.css', '--paper'],
  ['/api/target/members', '"environment'],
] as const;

/**
 * Source of a program that starts `conform ui` and requests the page as a browser would. It first requests the
 * printed one-time address, then each path with the cookie from that response. It stops the server with SIGINT.
 */
const program = `
  const { spawn } = require('node:child_process');
  const ui = spawn('npx', ['--no-install', 'conform', 'ui'], { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  let said = '';
  ui.on('close', (code) => { process.exitCode ??= code; });
  ui.stdout.on('data', async (data) => {
    said += data;
    const [, first] = /^ {2}(http:\\S+)$/m.exec(said) ?? [];
    if (first === undefined || !said.includes('Ctrl-C closes')) return;
    ui.stdout.removeAllListeners('data').resume();
    try {
      const { headers, status } = await fetch(first, { redirect: 'manual' });
      if (status !== 303) throw new Error('the first address is answered with ' + status);
      const [cookie] = headers.get('set-cookie').split(';');
      for (const [path, piece] of ${JSON.stringify(parts)}) {
        const answer = await fetch(new URL(path, first), { headers: { cookie } });
        const text = await answer.text();
        if (answer.status !== 200 || !text.includes(piece)) throw new Error(path + ' is answered with ' + answer.status + ': ' + text.slice(0, 200));
        console.log('served ' + path);
      }
      const without = await fetch(new URL('/', first));
      if (without.status !== 401) throw new Error('without the cookie it is answered with ' + without.status);
    } catch (error) {
      console.error(error);
      process.exitCode = 1;
    }
    process.kill(-ui.pid, 'SIGINT');
  });`;

/** Checks that the installed package serves the UI page and stops on SIGINT. */
export function useUi(bench: CheckRunner, project: TestProject): void {
  bench.check(`Node ${project.version}: conform ui`, () => {
    const said = project.must('node', ['-e', program]);
    for (const [path] of parts) if (!said.includes(`served ${path}\n`)) throw new Error(said);
  });
}
