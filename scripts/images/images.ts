import { runOrThrow, run } from './program';

/** Maps each target of the Dockerfile to the image name that compose.yaml uses. */
export const images = { mock: 'gateway-conformance-mock', conform: 'gateway-conformance' } as const;
export type Target = keyof typeof images;

/**
 * The image on which both images are based. If no registry can be reached, scripts/docker-engine.sh creates a
 * base image and sets this variable.
 */
const base = process.env.CONFORM_BASE_IMAGE ?? 'node:24-alpine';

export function build(target: Target, folder: string): void {
  runOrThrow('docker', [
    'build',
    '--target',
    target,
    '--build-arg',
    `BASE=${base}`,
    '-t',
    images[target],
    folder,
  ]);
}

function inspect(image: string, format: string): string {
  return runOrThrow('docker', ['image', 'inspect', '-f', format, image]).trim();
}

/** Throws if an image adds more than `most` megabytes to its base image. */
export function requireSmall(target: Target, most: number): void {
  const bytes = (image: string): number => Number(inspect(image, '{{.Size}}'));
  const megabytes = Math.ceil((bytes(images[target]) - bytes(base)) / 1e6);
  console.log(`  ${images[target]}: ${megabytes} MB over ${base}`);
  if (megabytes > most) throw new Error(`at most ${most} MB`);
}

/** Throws if an image would run as root, or if an environment variable in it looks like a secret. */
export function requireHarmless(target: Target): void {
  const user = inspect(images[target], '{{.Config.User}}');
  if (!/^[1-9]\d*:[1-9]\d*$/.test(user)) throw new Error(`it runs as ${user || 'root'}`);
  const names = inspect(images[target], '{{range .Config.Env}}{{println .}}{{end}}').split('\n');
  const telling = names.filter((each) => /SECRET|TOKEN|OTP|KEY|PASSWORD/i.test(each));
  if (telling.length > 0) throw new Error(`its environment has ${telling.join(', ')}`);
}

/**
 * Runs the mock image's health check in a container in which the mock is not running. Throws unless the check
 * fails with exit code 1.
 */
export function requireTrueHealth(): void {
  const [, ...check] = JSON.parse(inspect(images.mock, '{{json .Config.Healthcheck.Test}}')) as string[];
  const idle = ['-e', 'setInterval(() => undefined, 1000)'];
  const id = runOrThrow('docker', ['run', '-d', '--rm', images.mock, ...idle]).trim();
  try {
    const { code } = run('docker', ['exec', id, ...check]);
    if (code !== 1) throw new Error(`a mock that does not listen: exit code ${code ?? 'none'}`);
  } finally {
    run('docker', ['rm', '-f', id]);
  }
}
