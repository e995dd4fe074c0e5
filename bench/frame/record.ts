import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './figure';
import { formatFigure } from './figure';

const page = join(__dirname, '../../docs/performance.md');

/** Writes the figures of one bench into docs/performance.md, in place of its earlier figures. */
export function keepFigures(bench: string, figures: readonly Figure[]): void {
  const text = readFileSync(page, 'utf8');
  const [begin, end] = [`<!-- figures of ${bench} -->`, `<!-- end of ${bench} -->`];
  const section = [begin, '', ...table(figures), '', `${shapeOfMachine()}.`, '', end].join('\n');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  const kept =
    from < 0 || to < 0
      ? `${text.trimEnd()}\n\n## bench/${bench}.ts\n\n${section}\n`
      : text.slice(0, from) + section + text.slice(to + end.length);
  writeFileSync(page, kept);
}

function table(figures: readonly Figure[]): string[] {
  const rows = figures.map((figure) => {
    const { ours, floor, ratio, aimed, outcome } = formatFigure(figure);
    const told = [outcome, figure.because ?? ''].filter((each) => each !== '').join(': ');
    return [figure.name, ours, `${floor} (${figure.beside})`, ratio, aimed, told];
  });
  return [['figure', 'ours', 'beside', 'ratio', 'aim', ''], Array<string>(6).fill('---'), ...rows].map(
    (cells) => `| ${cells.join(' | ')} |`,
  );
}

/** Describes the machine on one line: date, cores, memory, Node version, platform and load. */
export function shapeOfMachine(): string {
  const model = cpus()[0]?.model ?? 'unknown';
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, ${cpus().length} cores (${model.trim()}), ${memory}, Node ${process.versions.node}, ${process.platform}, load ${load}`;
}
