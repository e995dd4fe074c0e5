import { Command, CommanderError, Option } from 'commander';
import { printErrorOfCommand, exitCodes, exitCodesText } from './cli/exit-codes';
import { watchCaller } from './cli/caller';
import { commands } from './cli/commands';
import type { CommandRow, OptionRow } from './cli/option-rows';
import { countHandledSignals, stopAfterCaller } from './cli/stop';
import type { Surroundings } from './cli/surroundings';
import { printLine, withProfileKeyOption } from './cli/surroundings';
import { uiCommand } from './ui/command';

/** Thrown by `--version` to stop parsing without running the command, as commander's own `--version` does. */
class VersionAsked extends CommanderError {
  constructor() {
    super(exitCodes.conforms, 'commander.version', '');
  }
}

/** Runs one command line and returns its exit code. Errors are printed here and nowhere else. */
export async function main(argv: readonly string[], surroundings: Surroundings = process): Promise<number> {
  // A test that calls this function has its own surroundings, and must outlive the command.
  if (surroundings === process) endWithNpm();
  let code: number = exitCodes.conforms;
  const conform = programIn(surroundings, (given) => {
    code = given;
  });
  try {
    await conform.parseAsync([...argv]);
    return code;
  } catch (error) {
    if (error instanceof VersionAsked)
      printLine(surroundings, (await import('./cli/version.ts')).versionText());
    return printErrorOfCommand(error, surroundings);
  }
}

/** Ends this process as a signal would if npm or npx started it and has ended, or got SIGINT. */
function endWithNpm({ npm_lifecycle_event: event } = process.env): void {
  watchCaller({
    ended: () => {
      stopAfterCaller(event === 'npx' ? 'npx' : 'npm');
    },
    interrupted: () => process.kill(process.pid, 'SIGINT'),
    signals: countHandledSignals,
  });
}

/**
 * Declares all commands.
 * @param end receives the exit code of the command that ran
 */
function programIn(surroundings: Surroundings, end: (code: number) => void): Command {
  const { stdout, stderr } = surroundings;
  const conform = new Command('conform')
    .description(
      'Conformance tests for the health-data gateway, its services, and the clients that connect to it.',
    )
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      // Commander prints its suggestion on a second line. Join the lines, because the suite prints each error
      // on one line.
      outputError(text, write) {
        write(`${text.trim().replaceAll('\n', ' ')}\n`);
      },
    })
    .addHelpText('after', `\nExit codes: ${exitCodesText}.`);
  for (const row of [...commands, uiCommand]) {
    const command = add(conform, row);
    command.action(async () => {
      await takeKnownIds(command);
      const { profileKey } = command.opts<{ readonly profileKey?: string }>();
      const around = withProfileKeyOption(surroundings, profileKey);
      end(await (await row.act())(command.args, command.opts<never>(), around));
    });
  }
  addVersion(conform);
  return conform;
}

function add(conform: Command, row: CommandRow): Command {
  const command = conform
    .command(row.name)
    .description(row.description)
    .passThroughOptions(row.passesThrough === true);
  for (const [name, help] of row.arguments ?? []) command.argument(name, help);
  for (const option of row.options) command.addOption(optionOf(option));
  return row.after === undefined ? command : command.addHelpText('after', `\n${row.after}`);
}

function optionOf([flags, help, more = {}]: OptionRow): Option {
  const option = new Option(flags, help)
    .makeOptionMandatory(more.isNeeded === true)
    .hideHelp(more.isOwn === true);
  if (more.parse !== undefined) option.argParser(more.parse as (text: string, before: unknown) => unknown);
  if (more.choices !== undefined) option.choices(more.choices);
  if (more.conflicts !== undefined) option.conflicts([more.conflicts].flat());
  return more.default === undefined ? option : option.default(more.default, more.told);
}

/**
 * Corrects the case of the ids in `--only` and `--must-see`, and reads the file that `--must-see` names. Throws
 * a ConfigurationError for an unknown id.
 */
async function takeKnownIds(command: Command): Promise<void> {
  const { only, mustSee } = command.opts<{ readonly only?: readonly string[]; readonly mustSee?: string }>();
  if (only !== undefined) {
    const { resolveObligationIds } = await import('./run/resolve-obligation-ids.ts');
    command.setOptionValue('only', resolveObligationIds(only));
  }
  if (mustSee !== undefined) {
    const { loadMustSee } = await import('./cli/must-see.ts');
    command.setOptionValue('mustSee', loadMustSee(mustSee));
  }
}

/** Declares `--version` on the program and on each command. The option throws a {@link VersionAsked}. */
function addVersion(conform: Command): void {
  for (const command of [conform, ...conform.commands])
    command
      .option('-V, --version', 'print the versions of suite, contract and Node')
      .on('option:version', () => {
        throw new VersionAsked();
      });
}
