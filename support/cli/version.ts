import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentEdition, sourceDocument } from '../contract/source';
import { suiteRoot } from '../contract/suite-root';
import { suiteDigest } from '../judging/digest';
import { contractObligations } from '../obligations';

/** Which suite this is, by which contract it judges, and on which Node it runs. */
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

/** The first digits of a digest: enough to compare by eye. */
const short = (digest: string): string => digest.replace(/^(sha256:.{12}).*$/, '$1');
