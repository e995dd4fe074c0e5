import assert from 'node:assert/strict';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { EnvironmentError } from '../../support/contract/outcome';
import { printPdf } from '../../support/report/pdf/print-pdf';
import { undefinedIfThrows } from '../../support/targets/pem';
import { conform, conformProcess } from '../cli/conform';
import { copyCachedRun } from '../runs/kept';
import { temporaryFolder } from './embedded-run';

const whole = '%PDF-1.4 made up\\n%%EOF\\n';
/** Shell that writes where Chromium is to put its PDF. */
const printing = (text: string): string =>
  `for each; do case $each in --print-to-pdf=*) printf '${text.replaceAll('%', '%%')}' > "\${each#*=}";; esac; done`;

/** A program in place of Chromium, with the folder in which it leaves its arguments, and for what it prints. */
function inPlaceOfChromium(t: TestContext, script: string) {
  const folder = temporaryFolder(t);
  const program = join(folder, 'browser');
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' $$ "$@" > '${folder}/arguments'\n${script}\n`, {
    mode: 0o755,
  });
  const place = join(folder, 'place');
  mkdirSync(place);
  return {
    program,
    file: join(place, 'a $(report).pdf'),
    placed: () => readdirSync(place),
    args: () => readFileSync(join(folder, 'arguments'), 'utf8').trimEnd().split('\n'),
  };
}

const rendered = 'compliance.html';

describe('report --pdf', () => {
  it('has Chromium print the page of the report, through no shell, and leaves nothing beside it', async (t) => {
    const { folder } = await copyCachedRun('narrowed', t);
    const { program, file, placed, args } = inPlaceOfChromium(t, printing(whole));
    const own = temporaryFolder(t);
    const { code, stdout, stderr } = await conform(['report', folder, '--pdf', file], {
      env: { CHROMIUM: program, TMPDIR: own },
    });
    assert.deepEqual([code, stderr], [0, '']);
    assert.ok(stdout.endsWith(`\nPrinted ${file}\n`), stdout);
    assert.equal(readFileSync(file, 'latin1'), '%PDF-1.4 made up\n%%EOF\n');
    assert.deepEqual([placed(), readdirSync(own)], [['a $(report).pdf'], []]);
    assert.ok(args().at(-1)?.startsWith('file:///') && args().at(-1)?.endsWith(`/${rendered}`));
    assert.equal(args().includes('--no-sandbox'), process.getuid?.() === 0);
  });

  it('says in one line that there is no Chromium; all else is made', async (t) => {
    const { folder } = await copyCachedRun('narrowed', t);
    rmSync(join(folder, rendered));
    const { code, stderr } = await conform(['report', folder, '--pdf', join(folder, 'a.pdf')], {
      env: { CHROMIUM: undefined, PATH: '' },
    });
    assert.equal(code, 3);
    assert.match(
      stderr,
      /^error: there is no Chromium here, .*a\.pdf is not made — install .* CHROMIUM.*\n$/,
    );
    assert.deepEqual([existsSync(join(folder, rendered)), existsSync(join(folder, 'a.pdf'))], [true, false]);
  });

  it('writes nothing where CHROMIUM names no program', async (t) => {
    const { folder } = await copyCachedRun('narrowed', t);
    rmSync(join(folder, rendered));
    const { code, stderr } = await conform(['report', folder, '--pdf', join(folder, 'a.pdf')], {
      env: { CHROMIUM: join(folder, 'none') },
    });
    assert.equal(code, 2);
    assert.match(stderr, /^error: CHROMIUM names no program that can be run: .*none" — .*\n$/);
    assert.ok(!existsSync(join(folder, rendered)));
  });

  it('quotes a Chromium that fails, and an earlier PDF stays', async (t) => {
    const { folder } = await copyCachedRun('narrowed', t);
    const { program, file, placed } = inPlaceOfChromium(t, `${printing(whole)}; echo boom >&2; exit 9`);
    writeFileSync(file, 'an earlier one');
    const { code, stderr } = await conform(['report', folder, '--pdf', file], { env: { CHROMIUM: program } });
    assert.equal(code, 3);
    assert.equal(stderr, `✗ no PDF: ${program} ended with exit code 9\n    boom\n`);
    assert.equal(readFileSync(file, 'utf8'), 'an earlier one');
    assert.equal(placed().length, 1);
  });

  for (const [what, script] of [
    ['none', ''],
    ['half of one', printing('%PDF-1.4 cut')],
  ] as const)
    it(`takes ${what} for no PDF, whatever the exit code`, async (t) => {
      const { program, file, placed } = inPlaceOfChromium(t, script);
      await assert.rejects(
        printPdf(program, 'page.html', file),
        (error) => error instanceof EnvironmentError && error.message.endsWith('ended without a whole PDF'),
      );
      assert.deepEqual(placed(), []);
    });

  it('ends a Chromium that does not end', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { program, file, placed, args } = inPlaceOfChromium(t, 'exec sleep 600');
    const refused = assert.rejects(
      printPdf(program, 'page.html', file, { limitMs: 500 }),
      (error) => error instanceof EnvironmentError && error.message.endsWith('did not end within 0.5 s'),
    );
    // A busy machine may take longer than that to begin.
    while (undefinedIfThrows(args)?.at(-1)?.endsWith('/page.html') !== true) await new Promise(setImmediate);
    t.mock.timers.tick(500);
    await refused;
    assert.deepEqual(placed(), []);
    assert.throws(() => process.kill(Number(args()[0]), 0), { code: 'ESRCH' });
  });

  it('leaves nothing behind when it is interrupted, and an earlier PDF stays', async (t) => {
    const { folder } = await copyCachedRun('narrowed', t);
    const { program, file, placed } = inPlaceOfChromium(t, 'kill -INT $PPID; exec sleep 600');
    writeFileSync(file, 'an earlier one');
    const own = temporaryFolder(t);
    const { code, stderr } = await conformProcess(['report', folder, '--pdf', file], {
      env: { CHROMIUM: program, TMPDIR: own },
    });
    assert.deepEqual([code, stderr], [3, `✗ no PDF: ${program} was interrupted\n`]);
    assert.equal(readFileSync(file, 'utf8'), 'an earlier one');
    assert.deepEqual(placed(), ['a $(report).pdf']);
    assert.ok(!readdirSync(own).some((each) => each.startsWith('conform-pdf-')));
  });

  it('refuses to print where the pack is to be, whatever it is called there', async (t) => {
    const { folder } = await copyCachedRun('narrowed', t);
    writeFileSync(join(folder, 'a.pdf'), '');
    linkSync(join(folder, 'a.pdf'), join(folder, 'link.pdf'));
    symlinkSync(folder, join(folder, 'self'));
    const before = readdirSync(folder);
    for (const [pack, pdf] of [
      ['a.pdf', 'a.pdf'],
      ['a.pdf', 'link.pdf'],
      ['none.pdf', 'self/NONE.pdf'],
    ] as const) {
      const { code, stderr } = await conform(['report', '.', '--pack', pack, '--pdf', pdf], { cwd: folder });
      assert.equal(code, 2);
      assert.equal(
        stderr,
        `error: ${pdf}: --pdf is the pack, too — name a pdf file of its own, in a folder that there is\n`,
      );
    }
    assert.deepEqual(readdirSync(folder), before);
  });

  for (const [name, told] of [
    [`${'a'.repeat(300)}.pdf`, /^error: .*a\.pdf: --pdf cannot be written \(ENAMETOOLONG\) — /],
    // What is to take its place has a longer name.
    [`${'a'.repeat(250)}.pdf`, /^error: .*a\.pdf: --pdf cannot be written \(ENAMETOOLONG\) — /],
    ['none/a.pdf', /^error: .*a\.pdf: --pdf cannot be written: there is no such folder — name a pdf file/],
    ['folder.pdf', /^error: .*folder\.pdf: --pdf is no file — /],
    ['results.json', /^error: option '--pdf <file>' argument '.*results\.json' is invalid. a file that ends/],
  ] as const)
    it(`refuses ${name.slice(-20)}, and writes nothing`, async (t) => {
      const { folder } = await copyCachedRun('narrowed', t);
      rmSync(join(folder, rendered));
      mkdirSync(join(folder, 'folder.pdf'));
      const before = readdirSync(folder);
      const { code, stderr } = await conform(['report', folder, '--pdf', join(folder, name)]);
      assert.equal(code, 2);
      assert.match(stderr, told);
      assert.equal(stderr.trimEnd().split('\n').length, 1);
      assert.deepEqual(readdirSync(folder), before);
    });
});
