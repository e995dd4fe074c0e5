import type { CompletedCommand, CompletedOption, Takes } from './words-of';

/** A completion script for fish. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const none = `not __fish_seen_subcommand_from ${commands.map(({ name }) => name).join(' ')}`;
  return [
    '# fish completion for conform: put it into ~/.config/fish/completions as "conform.fish"',
    'complete -c conform -f',
    `complete -c conform -n '${none}' -l version -d 'print the versions of suite, contract and Node'`,
    `complete -c conform -n '${none}' -l help -d 'tell more'`,
    ...commands.map(
      ({ name, description }) => `complete -c conform -n '${none}' -a ${name} -d '${description}'`,
    ),
    ...commands.flatMap(commandLines),
    '',
  ].join('\n');
}

function commandLines({ name, options, argument }: CompletedCommand): string[] {
  const where = `complete -c conform -n '__fish_seen_subcommand_from ${name}'`;
  return [
    ...options.map((option) => `${where} ${optionText(option)}`),
    ...(argument.kind === 'nothing' || argument.kind === 'text' ? [] : [`${where} ${offered(argument)}`]),
  ];
}

function optionText({ long, description, takes }: CompletedOption): string {
  const value = takes.kind === 'nothing' ? '' : ` -r ${offered(takes)}`;
  return `-l ${long.slice(2)} -d '${description}'${value}`.trimEnd();
}

function offered(takes: Takes): string {
  switch (takes.kind) {
    case 'words':
      return `-f -a '${takes.list === true ? `(__fish_append , ${takes.words.join(' ')})` : takes.words.join(' ')}'`;
    case 'file':
      return '-F';
    case 'folder':
      return "-f -a '(__fish_complete_directories)'";
    default:
      return '-f';
  }
}
