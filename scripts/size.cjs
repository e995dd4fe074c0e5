// Lines of TypeScript by room, with the median file of support/: what `npm run size` prints.
const { execFileSync } = require('node:child_process');
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => file !== '');

const linesOf = (file) => readFileSync(join(root, file), 'utf8').split('\n').length - 1;

/** `support/crypto` for files of support/, else the folder at the top. */
const roomOf = (file) => {
  const [top, second, ...rest] = file.split('/');
  return top === 'support' && rest.length > 0 ? `${top}/${second}` : top;
};

const rooms = new Map();
for (const file of files) {
  const room = rooms.get(roomOf(file)) ?? { files: 0, lines: 0 };
  rooms.set(roomOf(file), { files: room.files + 1, lines: room.lines + linesOf(file) });
}
const row = (name, { files: count, lines }) =>
  console.log(`${name.padEnd(24)} ${String(count).padStart(5)} files ${String(lines).padStart(7)} lines`);

for (const [name, room] of [...rooms].sort(([one], [other]) => one.localeCompare(other))) row(name, room);

const support = files
  .filter((file) => file.startsWith('support/'))
  .map(linesOf)
  .sort((one, other) => one - other);
const total = support.reduce((sum, lines) => sum + lines, 0);
row('support/ in all', { files: support.length, lines: total });
console.log(`median file of support/: ${support[Math.floor(support.length / 2)]} lines`);
