import type { BadCase } from './bad-cases';
import { lines } from './target-files';

const adapter = (...more: readonly string[]): string =>
  lines('name: a', 'integrator:', '  command: [node, adapter.cjs]', ...more.map((line) => `  ${line}`));
const textHint = 'a text, in quotes where it is a number, as in PORT: "8080"';
const secret = 'is a secret and must not stand in the file';

/** Mistakes in how an adapter is started. */
export const badStarts: readonly BadCase[] = [
  {
    what: 'a folder for the adapter that is not there',
    text: adapter('cwd: ./none'),
    line: 'target.yaml:4: integrator.cwd names ./none, where there is no folder: FOLDER/none — the path is relative to the target file',
    twin: adapter('cwd: .'),
  },
  {
    what: 'a folder for the adapter that is a file',
    text: adapter('cwd: target.yaml'),
    line: 'target.yaml:4: integrator.cwd names target.yaml, where there is no folder: FOLDER/target.yaml — the path is relative to the target file',
  },
  {
    what: 'a variable of the adapter that is a number',
    text: adapter('env: { PORT: 8080 }'),
    line: `target.yaml:4: integrator.env.PORT must be a text — ${textHint}`,
    twin: adapter('env: { PORT: "8080" }'),
  },
  {
    what: 'a variable of the adapter with a name that is none',
    text: adapter('env: { "MY PORT": "8080" }'),
    line: 'target.yaml:4: integrator.env holds a name that no variable has — names are made of letters, digits and _',
    twin: adapter('env: { MY_PORT: "8080" }'),
  },
  {
    what: 'a variable of the adapter that is not set',
    text: adapter('env: { MODE: "${NOT_SET}" }'),
    line: 'target.yaml:4: integrator.env.MODE takes ${NOT_SET} from the environment, where it is not set — export NOT_SET=… before you run',
    twin: adapter('env: { MODE: "${LOG_LEVEL}" }'),
  },
  ...['DB_PASSWORD: canary', 'API_KEY: canary', 'DATABASE: "postgres://me:canary@127.0.0.1/x"'].map(
    (member) => ({
      what: `a secret of the adapter written literally, ${member.split(':')[0] ?? ''}`,
      text: adapter('env:', `  ${member}`),
      line: `target.yaml:5: integrator.env.${member.split(':')[0] ?? ''} ${secret} — write \${NAME} and export NAME=… before you run`,
      twin: adapter('env:', `  ${member.split(':')[0] ?? ''}: "\${DATABASE_URL}"`),
    }),
  ),
  {
    what: 'an environment for an adapter that is not started',
    text: lines('name: a', 'integrator:', '  url: http://127.0.0.1:9', '  env: { MODE: test }'),
    line: 'target.yaml:4: integrator.env goes with integrator.command, which is missing — what the suite does not start has its own already',
    twin: lines('name: a', 'integrator:', '  url: http://127.0.0.1:9'),
  },
];
