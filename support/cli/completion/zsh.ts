import type { CompletedCommand, CompletedOption, Takes } from './words-of';

/** A completion script for zsh. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  return `#compdef conform
# zsh completion for conform: source it after compinit, or put it into a folder of $fpath as "_conform"
_conform() {
  local -a commands
  commands=(
${commands.map(({ name, description }) => `    ${quoted(`${name}:${description}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    _arguments '--help[tell more]' '--version[print the versions of suite, contract and Node]'
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${commands.map(commandCase).join('\n')}
  esac
}

# The last of several words with commas between them, whatever the case of its letters.
_conform_list() {
  compset -P '*,'
  compadd -M 'm:{a-zA-Z}={A-Za-z}' -S '' - "$@"
}

if [[ "\${funcstack[1]}" == _conform ]]; then _conform "$@"; else compdef _conform conform; fi
`;
}

function commandCase({ name, options, argument }: CompletedCommand): string {
  const specs = [
    ...options.map(optionSpec),
    ...(argument.kind === 'nothing' ? [] : [quoted(`*:${argument.kind}:${actionOf(argument)}`)]),
  ];
  return `    ${name}) _arguments -s ${specs.join(' ')} ;;`;
}

function optionSpec({ long, description, takes }: CompletedOption): string {
  const value = takes.kind === 'nothing' ? '' : `:${takes.kind}:${actionOf(takes)}`;
  return quoted(`${long}[${description.replaceAll(':', '\\:')}]${value}`);
}

function actionOf(takes: Takes): string {
  switch (takes.kind) {
    case 'words':
      // The blank keeps _arguments from adding options of its own.
      return takes.list === true ? ` _conform_list ${takes.words.join(' ')}` : `(${takes.words.join(' ')})`;
    case 'file':
      return '_files';
    case 'folder':
      return '_files -/';
    default:
      return ' ';
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
