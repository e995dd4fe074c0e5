import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentEdition, sourceDocument } from '../contract/source';
import { suiteRoot } from '../contract/suite-root';
import { suiteDigest } from '../judging/digest';
import { contractObligations } from '../obligations';

export function versionText(): string {
  const { name, version } = JSON.parse(readFileSync(join(suiteRoot, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
  };
  const { title } = sourceDocument;
  return [
    `${name} ${version} (suite ${short(suiteDigest())})`,
    `contract  ${title}, edition ${currentEdition}, ${contractObligations.all.length} obligations`,
    `node      ${process.version}`,
  ].join('\n');
}

/** Shortens a digest to twelve digits, enough to compare by eye. */
const short = (digest: string): string => digest.replace(/^(sha256:.{12}).*$/, '$1');
