import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { CommanderError } from 'commander';
import { sourceDocument } from '../contract/source';
import { suiteDigest } from '../judging/digest';
import { contractObligations } from '../obligations';
import { exitCodes } from './exit-codes';
import { say } from './print';

/** `--version` on the program and on each of its commands; computed only on request. */
export function addVersion(conform: Command): void {
  for (const command of [conform, ...conform.commands])
    command
      .option('-V, --version', 'print the versions of suite, contract and Node')
      .on('option:version', () => {
        say(versionText());
        // As commander ends after its own --version: without running the command.
        throw new CommanderError(exitCodes.conforms, 'commander.version', '');
      });
}

/** Which suite this is, by which contract it judges, and on which Node it runs. */
function versionText(): string {
  const { name, version } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
  };
  const { title, digest } = sourceDocument;
  return [
    `${name} ${version} (suite ${short(suiteDigest())})`,
    `contract  ${title} (${short(digest)}), ${contractObligations.all.length} obligations`,
    `node      ${process.version}`,
  ].join('\n');
}

/** The first digits of a digest: enough to compare by eye. */
const short = (digest: string): string => digest.replace(/^(sha256:.{12}).*$/, '$1');
