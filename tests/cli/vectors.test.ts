import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { conform } from './conform';

const folderOfVectors = join(__dirname, '../../vectors');
const own = join(folderOfVectors, 'nonces.json');

interface LooseFile {
  numberOfCases: number;
  flags: Record<string, string>;
  groups: { cases: Record<string, unknown>[] }[];
  [member: string]: unknown;
}

/** What stands in the file in place of a changed one. */
class RawText {
  constructor(readonly text: string) {}
}

/** Runs the command on a changed copy of a vector file. */
async function onChanged(
  change: (file: LooseFile, first: Record<string, unknown>) => unknown,
  name = 'nonces.json',
) {
  const folder = mkdtempSync(join(tmpdir(), 'vectors-'));
  const path = join(folder, name);
  try {
    const file = JSON.parse(readFileSync(join(folderOfVectors, name), 'utf8')) as LooseFile;
    const [first = {}] = file.groups[0]?.cases ?? [];
    const changed = change(file, first);
    writeFileSync(path, changed instanceof RawText ? changed.text : JSON.stringify(file));
    return await conform(['vectors', path]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('conform vectors', () => {
  it("runs the suite's own files, and says how each came out", async () => {
    const { code, stdout } = await conform(['vectors', own]);
    assert.equal(code, 0);
    assert.match(stdout, /✓ nonces\.json +30 run, 30 passed, 0 failed, 0 not applicable/);
  });

  it('runs the features of all files where it is given none', async () => {
    const { code, stdout } = await conform(['vectors', '--json']);
    assert.equal(code, 0);
    const ran = JSON.parse(stdout) as { name: string; title: string; run: number; passed: number }[];
    const names = readdirSync(folderOfVectors).filter((name) => name.endsWith('.json'));
    assert.deepEqual(ran.map(({ name }) => name).sort(), names.sort());
    for (const { name, title, run, passed } of ran) {
      const file = readFileSync(join(folderOfVectors, name), 'utf8');
      const { numberOfCases } = JSON.parse(file) as { numberOfCases: number };
      assert.ok(title.length > 0);
      assert.ok(run >= 2 * numberOfCases, `${name}: ${run}`);
      assert.equal(passed, run);
    }
  });

  it('tells for machines', async () => {
    const { stdout } = await conform(['vectors', own, '--json']);
    const [ran] = JSON.parse(stdout) as { name: string; passed: number }[];
    assert.deepEqual([ran?.name, ran?.passed], ['nonces.json', 30]);
  });

  it('says what failed, what it catches, and what was expected', async () => {
    const { code, stdout } = await onChanged((_file, first) => (first.salt = '00'.repeat(20)));
    assert.equal(code, 1);
    assert.match(stdout, /counting on noble/);
    assert.match(stdout, /catches +the place of every byte shows/);
    assert.match(stdout, /expected +"0000.*\n +got +"0001/);
  });

  const bad: readonly (readonly [what: string, change: Parameters<typeof onChanged>[0], message: RegExp])[] =
    [
      ['text that is no JSON', () => new RawText('{'), /it is not JSON/],
      ['no object', () => new RawText('[1]'), /schema names no kind/],
      ['another schema', (file) => (file.schema = 'vectors/other'), /schema names no kind of vectors/],
      ['a wrong count', (file) => (file.numberOfCases += 1), /numberOfCases is 16, and there are 15/],
      [
        'a double id',
        (file) => {
          (file.groups[0]?.cases ?? []).forEach((each) => (each.id = 'same'));
        },
        /case "same": another one has the same id/,
      ],
      [
        'an unexplained flag',
        (_file, first) => (first.flags = ['New']),
        /case "counting": the flag New is not explained/,
      ],
      [
        'a flag with the name of a member of every object',
        (_file, first) => (first.flags = ['toString']),
        /case "counting": the flag toString is not explained/,
      ],
      ['a flag that no case has', (file) => (file.flags.Old = 'text'), /no case has the flag Old/],
      [
        'an untold source',
        (_file, first) => (first.provenance = 'hearsay'),
        /case "counting": its provenance hearsay/,
      ],
      [
        'an unknown field',
        (_file, first) => (first.extra = 1),
        /case "counting": .*extra is not allowed here/,
      ],
      [
        'bad hexadecimal',
        (_file, first) => (first.hipNonce = 'xyz'),
        /case "counting": .*hipNonce must match/,
      ],
      ['a missing answer', (_file, first) => delete first.salt, /case "counting": .*salt is missing/],
    ];
  for (const [what, change, message] of bad)
    it(`takes ${what} for bad input, and names file and case`, async () => {
      const { code, stdout, stderr } = await onChanged(change);
      assert.equal(code, 2);
      assert.equal(stdout, '');
      assert.match(stderr, /nonces\.json/);
      assert.match(stderr, message);
      assert.equal(stderr.trim().split('\n').length, 1);
    });

  const elsewhere: readonly (readonly [
    what: string,
    name: string,
    change: Parameters<typeof onChanged>[0],
    message: RegExp,
  ])[] = [
    [
      'bad Base64',
      'transfer-x25519.json',
      (_file, first) => (first.content = 'Zh=='),
      /case "plain": .*content must match/,
    ],
    [
      'a seed of another length',
      'field-encryption.json',
      (_file, first) => (first.seed = '00'),
      /case "sha1-otp": .*seed must match/,
    ],
    [
      'a broken key in PEM',
      'field-encryption.json',
      ({ groups: [group] }) => Object.assign(group ?? {}, { publicKey: '-----BEGIN PUBLIC KEY-----' }),
      /group 1: publicKey holds no key/,
    ],
    [
      'a broken JWKS',
      'jwts.json',
      ({ groups: [group] }) => Object.assign(group ?? {}, { jwks: { keys: [{ kty: 'RSA', kid: 'a' }] } }),
      /group 1: jwks holds no key/,
    ],
  ];
  for (const [what, name, change, message] of elsewhere)
    it(`takes ${what} for bad input`, async () => {
      const { code, stdout, stderr } = await onChanged(change, name);
      assert.deepEqual([code, stdout], [2, '']);
      assert.ok(stderr.includes(name));
      assert.match(stderr, message);
    });

  it('takes a file that is not there for bad input', async () => {
    const { code, stderr } = await conform(['vectors', 'no-such.json']);
    assert.equal(code, 2);
    assert.match(stderr, /no-such\.json.*cannot be read \(ENOENT\)/);
  });
});
