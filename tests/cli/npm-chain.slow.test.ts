import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { linksToNpm } from '../../support/cli/npm-chain';
import { root } from './conform';

const quote = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
const host = [process.execPath, '-r', join(root, 'bin/typescript.cjs'), join(__dirname, 'npm-chain-host.ts')];
const hostText = host.map(quote).join(' ');
const inShell = (text: string): string[] => ['sh', '-c', text];
/** The text of a shell that waits for a program instead of replacing itself by the program. */
const waiting = (text: string): string => `${text}; true`;
/** A program that starts another, as npm does, and may set the variable of npm. */
const inNode = (command: readonly string[], script?: string): string[] => [
  process.execPath,
  '-e',
  `const [program, ...args] = process.argv.slice(1);
   const env = { ...process.env, ...${JSON.stringify(script === undefined ? {} : { npm_lifecycle_script: script })} };
   require('child_process').spawnSync(program, args, { env, stdio: 'inherit' });`,
  '--',
  ...command,
];

interface Found {
  readonly pid: number;
  readonly links: ReturnType<typeof linksToNpm>;
}

/** Starts a command with this script of npm in its environment, and returns the findings of the host below it. */
async function linksBelow(
  [program = '', ...args]: readonly string[],
  script: string | undefined,
): Promise<Found> {
  const env = { ...process.env, npm_lifecycle_script: script, NODE_OPTIONS: undefined };
  const { stdout } = await promisify(execFile)(program, args, { env });
  return JSON.parse(stdout) as Found;
}

describe(
  'the processes that end the suite with them',
  {
    skip: process.platform !== 'linux',
    concurrency: 2,
  },
  () => {
    it('are the shell of npm and npm itself', async () => {
      const { pid, links } = await linksBelow(inShell(waiting(hostText)), 'a script');
      assert.equal(links.length, 2);
      const [own, shell] = links;
      assert.deepEqual(own, { pid, startedBy: shell?.pid, isShell: false });
      assert.deepEqual([shell?.startedBy, shell?.isShell], [process.pid, true]);
    });

    it('are npm alone, if its shell has replaced itself', async () => {
      const { pid, links } = await linksBelow(host, 'a script');
      assert.deepEqual(links, [{ pid, startedBy: process.pid, isShell: false }]);
    });

    it('include the npm above npm', async () => {
      const npx = inNode(inShell(waiting(hostText)), "'conform'");
      const { links } = await linksBelow(inShell(waiting(npx.map(quote).join(' '))), 'npx conform mock');
      assert.deepEqual(
        links.map(({ isShell }) => isShell),
        [false, true, false, true],
      );
      assert.equal(links.at(-1)?.startedBy, process.pid);
    });

    it('exclude the shell that started npm', async () => {
      const npx = inNode(inShell(waiting(hostText)), "'conform'");
      const { links } = await linksBelow(inShell(waiting(npx.map(quote).join(' '))), undefined);
      assert.equal(links.length, 2);
      assert.notEqual(links.at(-1)?.startedBy, process.pid);
    });

    for (const [what, command, script] of [
      ['npm started none of them', inShell(waiting(hostText)), undefined],
      ['the shell of npm does not wait', inShell(`${hostText} & wait`), 'a script'],
      ['another shell is in between', inShell(waiting(`sh -c ${quote(waiting(hostText))}`)), 'a script'],
      [
        'a program such as make is in between',
        inShell(waiting(inNode(host).map(quote).join(' '))),
        'a script',
      ],
      ['a program with a shell is in between', inNode(inShell(waiting(hostText))), 'a script'],
    ] as const)
      it(`do not exist if ${what}`, async () => {
        assert.deepEqual((await linksBelow(command, script)).links, []);
      });
  },
);
