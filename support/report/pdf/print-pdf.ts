import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProgramEnd } from '../../adapter/child';
import { ChildProgram } from '../../adapter/child';
import { EnvironmentError } from '../../contract/outcome';
import { undefinedIfThrows } from '../../targets/pem';
import { draftBeside } from '../runs/draft';
import { unwritableError } from '../pack/pack-sources';

const flags = [
  '--headless',
  '--disable-gpu',
  // Containers give little of it.
  '--disable-dev-shm-usage',
  // It asks for nothing: it does not by itself, and no name and no address is found.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--disable-sync',
  '--no-proxy-server',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  // It asks its user for nothing either.
  '--no-first-run',
  '--no-default-browser-check',
  '--use-mock-keychain',
  // The page has a foot of its own.
  '--no-pdf-header-footer',
  '--generate-pdf-document-outline',
];

/** What Chromium wrote to stderr that a message shows: its end, in characters. */
const mostSaid = 1000;

/** What ends Chromium before it ends by itself. */
interface Limits {
  readonly limitMs?: number;
  /** Resolves when the user wants no PDF any more. */
  readonly stopped?: Promise<unknown>;
}

/**
 * Has Chromium print a page as PDF, whole or not at all. Throws an EnvironmentError where Chromium makes none, or
 * is ended, and a ConfigurationError where the file cannot be written.
 */
export async function printPdf(
  chromium: string,
  page: string,
  file: string,
  limits: Limits = {},
): Promise<void> {
  const draft = draftBeside(resolve(file));
  const profile = mkdtempSync(join(tmpdir(), 'conform-pdf-'));
  try {
    writeFileSync(draft, '');
    const command = [
      chromium,
      ...flags,
      // It has none for root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--user-data-dir=${profile}`,
      `--print-to-pdf=${draft}`,
      pathToFileURL(resolve(page)).href,
    ];
    const { flaw, said } = await run(command, limits);
    // It ends with 0 where it could not read the page or write the file.
    const why = flaw ?? (isWhole(draft) ? undefined : 'ended without a whole PDF');
    if (why !== undefined)
      throw new EnvironmentError(`no PDF: ${chromium} ${why}${said === '' ? '' : `\n${said}`}`);
    renameSync(draft, file);
  } catch (error) {
    throw unwritableError(error, file, '--pdf');
  } finally {
    rmSync(draft, { force: true });
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Runs a program to its end, or until it is ended; `flaw` is what was wrong with that, `said` what it wrote to stderr.
 */
async function run(
  command: readonly string[],
  { limitMs = 300_000, stopped }: Limits,
): Promise<{ flaw?: string; said: string }> {
  let said = '';
  const child = new ChildProgram(
    { command },
    {
      stdout: () => undefined,
      stderr(chunk) {
        said = (said + chunk.toString()).slice(-mostSaid);
      },
    },
  );
  child.endInput();
  const ended = new AbortController();
  const end = (why: string): void => {
    ended.abort(why);
    void child.stop(false);
  };
  const timer = setTimeout(end, limitMs, `did not end within ${limitMs / 1000} s`);
  void stopped?.then(() => {
    end('was interrupted');
  });
  const ending = await child.ended;
  clearTimeout(timer);
  const flaw = ended.signal.aborted ? String(ended.signal.reason) : flawOf(ending);
  return { ...(flaw !== undefined && { flaw }), said: said.trim() };
}

function flawOf(ending: ProgramEnd): string | undefined {
  if (ending.kind === 'not-started') return `cannot be started: ${ending.fault.likely}`;
  return ending.code === 0 ? undefined : `ended with ${ending.words}`;
}

/** Whether a file begins and ends as a PDF does: a full disk cuts it. */
function isWhole(file: string): boolean {
  const bytes = undefinedIfThrows(() => readFileSync(file));
  return (
    bytes?.toString('latin1', 0, 5) === '%PDF-' &&
    bytes.toString('latin1', bytes.length - 32).includes('%%EOF')
  );
}
