import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromiumPath } from '../scripts/chromium';

const root = join(__dirname, '..');

interface Tool {
  /** What brings it, in a line that can be typed. */
  readonly install: string;
  /** Asks for the packages that tests need, and not for the program alone. */
  readonly isHere: () => boolean;
}

const answers = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, { encoding: 'utf8', timeout: 20_000 }).status === 0;
const isIn = (folder: string) => (): boolean => existsSync(join(root, folder, 'node_modules'));
const nginxWith = (module: string) => (): boolean =>
  answers('nginx', '-v') && existsSync(`/usr/lib/nginx/modules/${module}`);

/** What tests need beyond Node and npm. Their files are slow ones, but for what a language's own library is enough. */
export const tools = {
  browser: {
    install: 'apt-get install chromium, or CHROMIUM names another',
    isHere: () => chromiumPath !== undefined,
  },
  java: { install: 'apt-get install openjdk-17-jre-headless', isHere: () => answers('java', '-version') },
  jdk: {
    install: 'apt-get install openjdk-17-jdk-headless libbcprov-java',
    isHere: () => answers('javac', '-version') && existsSync('/usr/share/java/bcprov.jar'),
  },
  go: {
    install: 'apt-get install golang-go golang-golang-x-crypto-dev',
    isHere: () => answers('go', 'version') && existsSync('/usr/share/gocode/src/golang.org/x/crypto'),
  },
  php: {
    install: 'apt-get install php-cli php-curl php-phpseclib3',
    isHere: () =>
      answers('php', '-r', "require 'phpseclib3/autoload.php'; exit(function_exists('curl_init') ? 0 : 1);"),
  },
  python: { install: 'apt-get install python3', isHere: () => answers('python3', '--version') },
  token: {
    install: 'apt-get install softhsm2 opensc',
    isHere: () =>
      answers('softhsm2-util', '--version') && spawnSync('pkcs11-tool', ['--help']).error === undefined,
  },
  'nginx with js': {
    install: 'apt-get install nginx libnginx-mod-http-js',
    isHere: nginxWith('ngx_http_js_module.so'),
  },
  'nginx with lua': {
    install: 'apt-get install nginx libnginx-mod-http-lua lua-cjson',
    isHere: nginxWith('ngx_http_lua_module.so'),
  },
  haproxy: { install: 'apt-get install haproxy', isHere: () => answers('haproxy', '-v') },
  caddy: { install: 'apt-get install caddy', isHere: () => answers('caddy', 'version') },
  jq: { install: 'apt-get install jq', isHere: () => answers('jq', '--version') },
  vitepress: { install: 'npm run site', isHere: isIn('docs/site') },
  'bench/peers': { install: 'npm ci --ignore-scripts --prefix bench/peers', isHere: isIn('bench/peers') },
} as const satisfies Readonly<Record<string, Tool>>;

export type ToolName = keyof typeof tools;

const asked = new Map<ToolName, boolean>();

/**
 * Why a test cannot run here, for `skip`: `no browser: apt-get install chromium`. With CI set it throws that instead.
 */
export function skipUnlessInstalled(...names: readonly ToolName[]): string | false {
  for (const name of names) {
    if (!asked.has(name)) asked.set(name, tools[name].isHere());
    if (asked.get(name) === true) continue;
    const reason = `no ${name}: ${tools[name].install}`;
    if (process.env.CI !== undefined) throw new Error(reason);
    return reason;
  }
  return false;
}

/** Why a stub in a language cannot run here: all that it needs is the language itself. */
export function missingLanguage(language: {
  readonly command: readonly string[];
  readonly debian: readonly string[];
}): string | false {
  const [program = ''] = language.command;
  const path = (process.env.PATH ?? '').split(delimiter);
  if (path.some((folder) => existsSync(join(folder, program)))) return false;
  const reason = `no ${program}: apt-get install ${language.debian.join(' ')}`;
  if (process.env.CI !== undefined) throw new Error(reason);
  return reason;
}
