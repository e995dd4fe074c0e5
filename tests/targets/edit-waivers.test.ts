import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { contractObligations } from '../../support/obligations';
import type { WaiverChange } from '../../support/targets/edit-waivers';
import { changeWaivers, readWaiverFile } from '../../support/targets/edit-waivers';
import { ConfigurationError } from '../../support/targets/errors';
import { temporaryFolder } from '../report/embedded-run';

const text = `# Of the pilot, agreed on with the tenants.

- id: SES-05 # since March
  # found by the nightly run
  reason:  "It is known: see 17"
  approver: A. Reviewer
  expires: 2026-12-31


# the old proxy
- {id: HDR-05, reason: proxy, approver: 'B. Other', expires: 2027-01-31}
# end
`;

const waiver = { id: 'TOK-01', reason: 'Until 2.4: the cache.', approver: 'C. Third', expires: '2027-02-28' };
const seconds = { id: 'HDR-05', reason: 'proxy', approver: 'B. Other', expires: '2027-01-31' };

function fileIn(t: TestContext): string {
  const file = join(temporaryFolder(t), 'waivers.yaml');
  writeFileSync(file, text);
  return file;
}

const seenIn = (file: string): string => readWaiverFile(file, contractObligations).digest;

const change = (file: string, each: WaiverChange, seen = seenIn(file)) =>
  changeWaivers(file, each, { seen, obligations: contractObligations });

const refused = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ConfigurationError, String(error));
  assert.match(error.line, pattern);
  return true;
};

for (const [what, act, after] of [
  [
    'is added',
    { act: 'add', waiver },
    text.replace(
      '# end\n',
      '- id: TOK-01\n  reason: "Until 2.4: the cache."\n  approver: C. Third\n  expires: 2027-02-28\n# end\n',
    ),
  ],
  [
    'is changed where it differs',
    { act: 'change', id: 'SES-05', waiver: { ...waiver, id: 'SES-05', approver: 'A. Reviewer' } },
    text.replace('"It is known: see 17"', '"Until 2.4: the cache."').replace('2026-12-31', '2027-02-28'),
  ],
  [
    'is changed on its one line',
    { act: 'change', id: 'HDR-05', waiver: { ...seconds, id: 'TOK-01', reason: 'proxy, and cache' } },
    text.replace('HDR-05, reason: proxy', 'TOK-01, reason: "proxy, and cache"'),
  ],
  ['is removed', { act: 'remove', id: 'HDR-05' }, text.replace(/- \{.*\n/, '')],
] as const)
  test(`an approved exception ${what}, and every other byte stays`, (t) => {
    const file = fileIn(t);
    const { digest, waivers } = change(file, act);
    assert.equal(readFileSync(file, 'utf8'), after);
    assert.deepEqual({ digest, waivers }, readWaiverFile(file, contractObligations));
    assert.deepEqual(readdirSync(dirname(file)), ['waivers.yaml']);
  });

test('the last one leaves an empty list, to which another can be added', (t) => {
  const file = fileIn(t);
  change(file, { act: 'remove', id: 'SES-05' });
  assert.deepEqual(change(file, { act: 'remove', id: 'HDR-05' }).waivers, []);
  assert.match(readFileSync(file, 'utf8'), /^# Of the pilot[^]*\[\]\n# end\n$/);
  assert.deepEqual(change(file, { act: 'add', waiver }).waivers, [waiver]);
});

test('a file that there is not holds none, and the first one makes it', (t) => {
  const missing = join(temporaryFolder(t), 'missing.yaml');
  assert.deepEqual(readWaiverFile(missing, contractObligations), { waivers: [], digest: 'none' });
  assert.deepEqual(change(missing, { act: 'add', waiver }).waivers, [waiver]);
});

for (const [what, act, pattern, twin] of [
  [
    'for an obligation that there is not',
    { act: 'add', waiver: { ...waiver, id: 'XYZ-99' } },
    /names XYZ-99, an unknown obligation/,
    waiver,
  ],
  [
    'for one that has one',
    { act: 'add', waiver: { ...waiver, id: 'SES-05' } },
    /names SES-05, which is named above already/,
    waiver,
  ],
  [
    'without a reason',
    { act: 'add', waiver: { ...waiver, reason: ' ' } },
    /reason .* say it in words/,
    waiver,
  ],
  [
    'until a day that no calendar has',
    { act: 'add', waiver: { ...waiver, expires: '2026-02-30' } },
    /expires .*2026-12-31/,
    waiver,
  ],
] as const)
  test(`one ${what} is refused, and the file stays as it was; its twin is added`, (t) => {
    const file = fileIn(t);
    assert.throws(() => change(file, act), refused(pattern));
    assert.equal(readFileSync(file, 'utf8'), text);
    assert.equal(change(file, { act: 'add', waiver: twin }).waivers.length, 3);
  });

test('one that is not there is neither changed nor removed', (t) => {
  const file = fileIn(t);
  for (const act of [
    { act: 'remove', id: 'TOK-01' },
    { act: 'change', id: 'TOK-01', waiver },
  ] as const)
    assert.throws(() => change(file, act), refused(/holds no approved exception for TOK-01/));
  assert.equal(readFileSync(file, 'utf8'), text);
});

test('what another wrote meanwhile is not lost', (t) => {
  const file = fileIn(t);
  const seen = seenIn(file);
  const theirs = text.replace('B. Other', 'D. Fourth');
  writeFileSync(file, theirs);
  assert.throws(
    () => change(file, { act: 'add', waiver }, seen),
    refused(/was changed by another meanwhile/),
  );
  assert.throws(
    () => change(file, { act: 'add', waiver }, 'none'),
    refused(/was changed by another meanwhile/),
  );
  assert.equal(readFileSync(file, 'utf8'), theirs);
  assert.equal(change(file, { act: 'add', waiver }).waivers.length, 3);
});

test('a link stays a link, and a file keeps who may read it', (t) => {
  const file = fileIn(t);
  chmodSync(file, 0o666);
  const link = join(dirname(file), 'link.yaml');
  symlinkSync(file, link);
  change(link, { act: 'add', waiver });
  assert.ok(lstatSync(link).isSymbolicLink() && existsSync(file));
  assert.equal(statSync(file).mode & 0o777, 0o666);
  assert.equal(readWaiverFile(file, contractObligations).waivers.length, 3);
});
