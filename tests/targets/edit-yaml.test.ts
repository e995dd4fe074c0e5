import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { editYaml } from '../../support/targets/edit-yaml';
import { ConfigurationError } from '../../support/targets/errors';

const target = `# The sandbox of the north
services:   # where they are
  gateway:   'https://gateway.example'
  identity: "https://identity.example"  # on its own host


integrator:
  roles: [session, hip] # both
  processes: 1
  env:
      # deeper than needed
      MODE: fast
limits: {timeoutMs: 10000}
# the end
`;

const cases: readonly [
  name: string,
  before: string,
  path: (string | number)[],
  value: unknown,
  after: string,
][] = [
  ['a quoted scalar keeps its quotes', "a:  'x'  # why\nb: 1\n", ['a'], 'y', "a:  'y'  # why\nb: 1\n"],
  ['a plain scalar gets quotes where it needs them', 'a: x # c\n', ['a'], 'true', 'a: "true" # c\n'],
  ['a text becomes a number', 'a: "x"\n', ['a'], 3, 'a: 3\n'],
  ['a new member comes last', 'a: 1 # c\n\n# end\n', ['b'], 'x', 'a: 1 # c\nb: x\n\n# end\n'],
  ['without a line break at the end', 'a: 1', ['b'], 2, 'a: 1\nb: 2'],
  [
    'a new member of a deeper map',
    'm:\n    a: 1\n# end\n',
    ['m', 'b'],
    [1],
    'm:\n    a: 1\n    b:\n      - 1\n# end\n',
  ],
  ['maps on the way are made', 'a: 1\n', ['m', 'n', 'o'], 'x', 'a: 1\nm:\n  n:\n    o: x\n'],
  ['a member without a value', 'a:\nb: 1\n', ['a'], 'x', 'a: x\nb: 1\n'],
  ['a member without a value gets members', 'a: # c\nb: 1\n', ['a', 'k'], 'x', 'a:\n  k: x # c\nb: 1\n'],
  ['a member goes', 'a: 1 # c\n# of b\nb: 2\n', ['a'], undefined, '# of b\nb: 2\n'],
  ['the last member goes', 'm:\n  a: 1\nb: 2\n', ['m', 'a'], undefined, 'm:\n  {}\nb: 2\n'],
  ['a missing member goes', 'a: 1\n', ['b', 'c'], undefined, 'a: 1\n'],
  [
    'an entry of a list goes',
    '# 1\n- id: A\n  x: 1\n\n# 2\n- id: B\n\n- id: C\n',
    [1],
    undefined,
    '# 1\n- id: A\n  x: 1\n\n# 2\n\n- id: C\n',
  ],
  [
    'an entry between blank lines goes with one of them',
    '- a\n\n- b\n\n- c\n',
    [1],
    undefined,
    '- a\n\n- c\n',
  ],
  [
    'an entry is added',
    '- id: A\n  x: 1 # c\n# end\n',
    [1],
    { id: 'B', x: 2 },
    '- id: A\n  x: 1 # c\n- id: B\n  x: 2\n# end\n',
  ],
  ['the only entry goes', '# c\n- id: A\n# end\n', [0], undefined, '# c\n[]\n# end\n'],
  ['an empty list gets an entry', '# c\n[]\n# end\n', [0], { id: 'A' }, '# c\n- id: A\n# end\n'],
  ['an empty file gets an entry', '# c\n', [0], { id: 'A' }, '# c\n- id: A\n'],
  ['a flow list', 'a: [x, y] # c\n', ['a'], ['y', 'z, w'], 'a: [y, "z, w"] # c\n'],
  ['a flow map', 'a: { x: 1, y: 2 }\n', ['a', 'z'], 'k', 'a: { x: 1, y: 2, z: k }\n'],
  ['a flow map loses the last', 'a: { x: 1, y: 2 }\n', ['a', 'y'], undefined, 'a: { x: 1 }\n'],
  ['a flow map loses the first', 'a: { x: 1, y: 2 }\n', ['a', 'x'], undefined, 'a: { y: 2 }\n'],
  ['line ends of Windows', 'a: 1\r\nb: x # c\r\n', ['c'], { d: 1 }, 'a: 1\r\nb: x # c\r\nc:\r\n  d: 1\r\n'],
  ['a block scalar', 'a: |\n  one\n  two\n\nb: 1 # c\n', ['a'], 'x', 'a: x\n\nb: 1 # c\n'],
  ['several lines', 'm:\n  a: x # c\n  b: 1\n', ['m', 'a'], 'one\ntwo', 'm:\n  a: "one\\ntwo" # c\n  b: 1\n'],
  [
    'a map in place of a map keeps its comments',
    'm:\n  # of a\n  a: 1\n  # of b\n  b: 2\n',
    ['m'],
    { b: 3, c: 4 },
    'm:\n  # of a\n  # of b\n  b: 3\n  c: 4\n',
  ],
  [
    'a list that grows keeps its comments',
    'm:\n  - a # 1\n  - b # 2\n',
    ['m'],
    ['a', 'x', 'c'],
    'm:\n  - a # 1\n  - x # 2\n  - c\n',
  ],
  ['an entry inside of another', '- - a\n  - b\n', [0, 0], undefined, '- - b\n'],
];

for (const [name, before, path, value, after] of cases)
  void test(name, () => {
    assert.equal(editYaml(before, [{ path, value }]), after);
  });

void test('several edits of a target: all else is as it was', () => {
  const edited = editYaml(target, [
    { path: ['services', 'gateway'], value: 'http://127.0.0.1:8080' },
    { path: ['integrator', 'roles'], value: ['session', 'hip', 'hiu'] },
    { path: ['integrator', 'env', 'MODE'], value: 'slow' },
    { path: ['limits', 'callMs'], value: 5 },
    { path: ['integrator', 'processes'], value: undefined },
  ]);
  const expected = target
    .replace("'https://gateway.example'", "'http://127.0.0.1:8080'")
    .replace('[session, hip]', '[session, hip, hiu]')
    .replace('fast', 'slow')
    .replace('10000}', '10000, callMs: 5}')
    .replace('  processes: 1\n', '');
  assert.equal(edited, expected);
});

void test('what reaches further than the member itself is refused, its twin is not', () => {
  const shared = 'a: &x [1]\nb: *x\nc: 1\n';
  assert.throws(() => editYaml(shared, [{ path: ['a', 0], value: 2 }]), ConfigurationError);
  assert.equal(editYaml(shared, [{ path: ['c'], value: 2 }]), 'a: &x [1]\nb: *x\nc: 2\n');
});

void test('a text that is not YAML is refused with its line', () => {
  const broken = (): string => editYaml('a: 1\nb: [\n', [{ path: ['a'], value: 2 }]);
  assert.throws(broken, (error) => error instanceof ConfigurationError && error.place.line !== undefined);
});

void test('any member of any file: the outcome reads as wanted, and the other lines stay', () => {
  const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  const key = fc.string({ minLength: 1 }).filter((each) => each !== '__proto__');
  const map = fc.dictionary(
    key,
    fc.oneof(scalar, fc.array(scalar), fc.dictionary(key, scalar, { noNullPrototype: true })),
    {
      minKeys: 2,
    },
  );
  const property = fc.property(map, scalar, fc.nat(), fc.boolean(), (before, value, pick, isRemoved) => {
    const text = `# first\n${stringify({ ...before })}# last\n`;
    const keys = Object.keys(before);
    const name = keys[pick % keys.length] ?? '';
    const edited = editYaml(text, [{ path: [name], value: isRemoved ? undefined : value }]);
    const wanted: Record<string, unknown> = { ...before, [name]: value };
    if (isRemoved) Reflect.deleteProperty(wanted, name);
    assert.deepEqual(parse(edited), { ...wanted });
    assert.match(edited, /^# first\n/);
    assert.match(edited, /# last\n$/);
  });
  fc.assert(property, { numRuns: 500, seed: 19 });
});
