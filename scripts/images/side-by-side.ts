import { chownSync, lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ran, Where } from './program';
import { runOrThrow, run } from './program';

/**
 * The user id for the containers if root runs this script. It exists neither in the images nor on this
 * machine.
 */
const stranger = 12_345;

/**
 * Runs the suite's container against the mock's container. Throws unless the mock conforms and the report
 * belongs to the user who ran compose.
 */
export function certifyByCompose(root: string): void {
  const compose = composeCommand();
  const folder = mkdtempSync(join(tmpdir(), 'conform-compose-'));
  const [uid, gid] = owner();
  chownSync(folder, uid, gid);
  const project = [
    '-f',
    join(root, 'compose.yaml'),
    '--project-directory',
    folder,
    '-p',
    projectName(folder),
  ];
  const where: Where = { cwd: folder, env: { CONFORM_USER: `${uid}:${gid}` } };
  const act = (...args: string[]): Ran => run(compose.program, [...compose.args, ...project, ...args], where);
  try {
    requireOutcome(act('run', '--rm', '-T', 'conform'), 0, /^service: conforms$/m);
    requireReport(folder, uid);
    // The mock must refuse wrong credentials. This shows that the first run used the credentials that the
    // mock generated.
    const refused = act('run', '--rm', '-T', '-e', 'CLIENT_SECRET=wrong', 'conform');
    requireOutcome(refused, 3, /Invalid user credentials/);
  } finally {
    act('down', '--volumes', '--timeout', '1');
    rmSync(folder, { recursive: true, force: true });
  }
}

const projectName = (folder: string): string =>
  folder.slice(folder.lastIndexOf('conform-compose')).toLowerCase();

function owner(): readonly [number, number] {
  const uid = process.getuid?.() ?? stranger;
  return uid === 0 ? [stranger, stranger] : [uid, process.getgid?.() ?? uid];
}

/** Returns the command for Docker Compose: the Docker plugin, or the older program docker-compose. */
function composeCommand(): { program: string; args: readonly string[] } {
  if (run('docker', ['compose', 'version']).code === 0) return { program: 'docker', args: ['compose'] };
  runOrThrow('docker-compose', ['version']);
  return { program: 'docker-compose', args: [] };
}

function requireOutcome({ code, said }: Ran, wanted: number, says: RegExp): void {
  if (code !== wanted || !says.test(said)) throw new Error(`exit code ${code ?? 'none'}\n${said}`);
}

function requireReport(folder: string, uid: number): void {
  const file = join(folder, 'reports/results.json');
  if (lstatSync(file).uid !== uid) throw new Error(`${file} belongs to user ${lstatSync(file).uid}`);
  const { run: about } = JSON.parse(readFileSync(file, 'utf8')) as {
    run: { selfTest: boolean; target: { embedded: boolean } };
  };
  if (about.selfTest || about.target.embedded) throw new Error('it certified a mock of its own');
}
