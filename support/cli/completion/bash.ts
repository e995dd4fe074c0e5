import type { CompletedCommand, Takes } from './words-of';

/** A completion script for bash, of 3.2 and later, without bash-completion. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  return `# bash completion for conform: source it, or put it into a folder of bash-completion as "conform"
_conform() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="" index
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "\${COMP_WORDS[index]}" in
      ${commands.map(({ name }) => name).join('|')}) command="\${COMP_WORDS[index]}"; break ;;
    esac
  done
  case "$command $previous" in
${commands.flatMap(valueCases).join('\n')}
  esac
  case "$command" in
    "") _conform_words "${commands.map(({ name }) => name).join(' ')} --help --version" ;;
${commands.map(commandCase).join('\n')}
  esac
}

_conform_words() {
  COMPREPLY=($(compgen -W "$1" -- "$current"))
}

# The last of several words with commas between them, whatever the case of its letters.
_conform_list() {
  local last="\${current##*,}" word
  local before="\${current%"$last"}"
  last="$(printf %s "$last" | tr '[:lower:]' '[:upper:]')"
  for word in $1; do
    case "$(printf %s "$word" | tr '[:lower:]' '[:upper:]')" in
      "$last"*) COMPREPLY+=("$before$word") ;;
    esac
  done
}

_conform_paths() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen "$1" -- "$current"))
}

complete -F _conform conform
`;
}

/** What follows an option that takes a value. */
function valueCases({ name, options }: CompletedCommand): string[] {
  return options
    .filter(({ takes }) => takes.kind !== 'nothing')
    .map(({ long, takes }) => `    "${name} ${long}") ${offer(takes)}; return ;;`);
}

/** Options where a hyphen was typed, else what the arguments are. */
function commandCase({ name, options, argument }: CompletedCommand): string {
  const all = options.map(({ long }) => long).join(' ');
  const rest = argument.kind === 'nothing' ? `_conform_words "${all}"` : offer(argument);
  return `    ${name}) if [[ $current == -* ]]; then _conform_words "${all}"; else ${rest}; fi ;;`;
}

function offer(takes: Takes): string {
  switch (takes.kind) {
    case 'words':
      return `${takes.list === true ? '_conform_list' : '_conform_words'} "${takes.words.join(' ')}"`;
    case 'file':
      return '_conform_paths -f';
    case 'folder':
      return '_conform_paths -d';
    default:
      return ':';
  }
}
