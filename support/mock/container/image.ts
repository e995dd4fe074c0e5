import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { globalAgent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type * as Testcontainers from 'testcontainers';
import { suiteRoot } from '../../contract/suite-root';
import { engineCommand, NoContainerError } from './engine';

/**
 * Time limit for a build, in milliseconds. It is generous, because the base image may have to be pulled
 * first.
 */
const buildMs = 180_000;

/**
 * Gathers the image's files in a temporary folder and builds the image. The tag contains a digest of these
 * files, so different versions never share an image. The engine builds an unchanged image from its cache.
 * Throws a NoContainerError if the build fails.
 */
export async function buildMockImage({
  GenericContainer,
}: Pick<typeof Testcontainers, 'GenericContainer'>): Promise<Testcontainers.GenericContainer> {
  const base = process.env.CONFORM_BASE_IMAGE ?? 'node:24-alpine';
  const folder = await mkdtemp(join(tmpdir(), 'conform-mock-'));
  try {
    await gather(folder);
    const name = `gateway-conformance-mock:${await digestOf(folder, base)}`;
    const builder = GenericContainer.fromDockerfile(folder).withTarget('mock').withBuildArgs({ BASE: base });
    return await settled(builder.build(name, { deleteOnExit: false }));
  } catch (error) {
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new NoContainerError(
      `the image of the mock cannot be built on ${base} (${why})`,
      `where no registry can be reached, make a base: ${engineCommand}; DEBUG=testcontainers* tells more`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Puts the image's files in `folder`. The published package contains the bundled mock next to this compiled
 * file. In a checkout of the sources, `build-mock.cjs` bundles it first.
 */
async function gather(folder: string): Promise<void> {
  if (__filename.endsWith('.ts')) {
    await promisify(execFile)(process.execPath, [join(suiteRoot, 'scripts/build-mock.cjs'), folder]);
    return;
  }
  await mkdir(join(folder, 'support/mock'), { recursive: true });
  for (const name of ['server', 'health'])
    await copyFile(join(__dirname, `mock-${name}.cjs`), join(folder, `support/mock/${name}.cjs`));
  await mkdir(join(folder, 'run/mock'), { recursive: true });
  await chmod(join(folder, 'run/mock'), 0o1777);
  await cp(join(suiteRoot, 'schemas/contract'), join(folder, 'schemas/contract'), { recursive: true });
  await copyFile(join(suiteRoot, 'Dockerfile'), join(folder, 'Dockerfile'));
}

async function digestOf(folder: string, base: string): Promise<string> {
  const hash = createHash('sha256').update(base);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.sort()) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 12);
}

/**
 * Awaits a build for at most {@link buildMs}. If the engine rejects the build outright, testcontainers never
 * settles its promise, so this also listens for the resulting unhandled rejection.
 */
async function settled<Value>(build: Promise<Value>): Promise<Value> {
  let giveUp: (reason: unknown) => void = () => undefined;
  const dropped = new Promise<never>((_resolve, reject) => (giveUp = reject));
  const timer = setTimeout(() => {
    giveUp(new Error(`not done after ${buildMs / 1000} s`));
    // Destroy open connections to the engine, which would keep this process alive. This causes one more
    // unhandled rejection, which can be ignored.
    process.once('unhandledRejection', () => undefined);
    globalAgent.destroy();
  }, buildMs);
  process.once('unhandledRejection', giveUp);
  try {
    return await Promise.race([build, dropped]);
  } finally {
    clearTimeout(timer);
    process.off('unhandledRejection', giveUp);
  }
}
