import { createRequire } from 'node:module';
import { join } from 'node:path';
import { toolFolder } from '../site/tool';

interface Converter {
  use_classes: boolean;
  ansi_to_html(text: string): string;
}

const style = `
  :root { color-scheme: light dark; --text: #1f2328; --back: #ffffff; --bar: #eaeef2; --edge: #d0d7de;
    --red: #b3261e; --green: #116329; --yellow: #7d4e00; }
  @media (prefers-color-scheme: dark) {
    :root { --text: #e6edf3; --back: #0d1117; --bar: #1c232c; --edge: #30363d;
      --red: #ff8f87; --green: #56d364; --yellow: #e3b341; }
  }
  body { margin: 0; background: var(--back); color: var(--text); width: 950px; }
  .bar { background: var(--bar); border-bottom: 1px solid var(--edge); height: 30px; }
  pre { margin: 0; padding: 14px 18px 18px; white-space: pre-wrap; font: 13.5px/1.45 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
  .ansi-red-fg { color: var(--red); } .ansi-green-fg { color: var(--green); } .ansi-yellow-fg { color: var(--yellow); }
  .ansi-bold { font-weight: bold; }`;

/** What a command printed, as a page that looks like a terminal. */
export function terminalPage(command: string, printed: string): string {
  const load = createRequire(join(toolFolder, 'package.json'));
  const { AnsiUp } = load('ansi_up') as { AnsiUp: new () => Converter };
  const converter = new AnsiUp();
  converter.use_classes = true;
  const text = converter.ansi_to_html(`$ ${command}\n${printed}`.trimEnd());
  return `<!doctype html><html lang="en"><meta charset="utf-8"><style>${style}</style>
    <div class="bar"></div><pre>${text}</pre></html>`;
}
