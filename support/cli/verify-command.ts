import { printableLine } from '../contract/printable';
import { inWords } from '../report/wording';
import type { Command } from 'commander';
import pc from 'picocolors';
import { readPublicKey } from '../report/pack/signature';
import type { Verified } from '../report/pack/verify-pack';
import { isSound, verifyPack } from '../report/pack/verify-pack';
import { ending } from './boundary';
import { exitCodes } from './exit-codes';
import { options } from './options';
import { print } from './print';

interface VerifyOptions {
  readonly key?: string;
  readonly json?: true;
}

/** `conform verify`: whether an evidence pack is as it was made, and by whom; offline. */
export function addVerifyCommand(conform: Command): void {
  conform
    .command('verify')
    .description(
      'Check an evidence pack against its manifest, and its manifest against a public key; offline.',
    )
    .argument('<pack>', 'zip file that conform report --pack wrote')
    .option('--key <file>', 'PEM file with the public Ed25519 key of the expected signer')
    .addOption(options.json('what was found as JSON'))
    .action(ending(verify));
}

async function verify(pack: string, { key: keyFile, json }: VerifyOptions): Promise<number> {
  const key = keyFile === undefined ? undefined : readPublicKey(keyFile);
  const verified = await verifyPack(pack, key);
  const sound = isSound(verified, key !== undefined);
  print(
    json,
    asJson(pack, verified, sound),
    () => `${told(pack, verified, keyFile !== undefined)}${sound ? '' : unreliable}`,
  );
  return exitCodes[sound ? 'conforms' : 'does-not-conform'];
}

function asJson(pack: string, verified: Verified, sound: boolean) {
  const { manifest, ...found } = verified;
  const { files, ...stated } = manifest;
  return { pack, sound, ...stated, members: files.length, ...found, signedBy: manifest.signature ?? null };
}

function told(pack: string, verified: Verified, isKeyGiven: boolean): string {
  const { manifest, changed, added, missing, contradictions } = verified;
  const { product, runId, finishedAt, createdAt, overall, selfTest, suite, files } = manifest;
  const odds = [
    ...changed.map((name) => `${name} was changed`),
    ...added.map((name) => `${name} was added`),
    ...missing.map((name) => `${name} is missing`),
    ...contradictions,
  ].map((line) => `${pc.red('✗')} ${printableLine(line)}`);
  const named =
    product === null ? 'not named' : [product.name, product.version, product.digest].join(' ').trim();
  const says = [
    ['product', named],
    ['run', `${runId}, ended ${finishedAt}`],
    ...Object.entries(overall).map(([subject, each]) => ['overall', `${subject}: ${inWords(each)}`]),
    ['suite', `${suite.name} ${suite.version}, ${suite.digest}`],
    ['packed', createdAt],
  ].map(([name = '', value = '']) => `  ${name.padEnd(8)} ${printableLine(value)}`);
  const selfTested = selfTest ? ['  A self-test of the suite: this is not a certificate.'] : [];
  const matching = `${pc.green('✓')} all ${files.length} members are those of the manifest`;
  return [
    `${pc.bold(printableLine(pack))} says:`,
    ...says,
    ...selfTested,
    ...(odds.length > 0 ? odds : [matching]),
    signatureLine(verified, isKeyGiven),
  ].join('\n');
}

const unreliable = `\n${pc.bold('Do not rely on this pack.')}`;

const own = 'only the members were checked against their own manifest, and anyone could have changed both';

function signatureLine({ signature, manifest }: Verified, isKeyGiven: boolean): string {
  const by = manifest.signature?.publicKey ?? 'a key that the manifest does not name';
  if (signature === 'valid') return `${pc.green('✓')} signature valid, by ${by}`;
  if (signature === 'wrong')
    return `${pc.red('✗')} signature wrong: not made by this key over this manifest, which names ${by}`;
  if (signature === 'absent')
    return isKeyGiven
      ? `${pc.red('✗')} signature absent: nothing shows who made this pack`
      : `${pc.yellow('!')} signature absent: ${own}`;
  return `${pc.yellow('!')} signature not checked, by ${by}: ${own}; name the public key with --key`;
}
