import { Argument, type Command, type Option } from 'commander';
import { define, type World } from './command.js';

/** `portico completion`: prints the script that completes command lines in a shell. */
export function completionCommand(program: Command, world: World): void {
  define(program, {
    usage: 'completion',
    description: 'print a script that completes portico command lines in a shell',
    examples: [
      'source <(portico completion bash)',
      'source <(portico completion zsh)',
      'portico completion fish > ~/.config/fish/completions/portico.fish',
    ],
  })
    .addArgument(new Argument('<shell>', 'the shell that you use').choices(SHELLS))
    .action((shell: (typeof SHELLS)[number]) => {
      world.stdout.write(completionScript(program, shell));
    });
}

interface Node {
  /** Its words after the program's name: `client add`; empty for the program. */
  readonly path: string;
  readonly commands: readonly Offer[];
  readonly options: readonly Offer[];
  /** Words to choose from as its first argument. */
  readonly choices: readonly string[];
  readonly takesFiles: boolean;
}

interface Offer {
  readonly word: string;
  readonly meaning: string;
  /** What an option takes: words to choose from, a file, or anything else; undefined for one that takes nothing. */
  readonly value?: readonly string[] | 'file' | 'other' | undefined;
}

const FILES = ['file', 'folder', 'source'];

const SHELLS = ['bash', 'zsh', 'fish'] as const;

function completionScript(program: Command, shell: (typeof SHELLS)[number]): string {
  return { bash, zsh, fish }[shell](nodesOf(program, []));
}

function nodesOf(command: Command, path: readonly string[]): Node[] {
  const help = command.createOption('--help', 'display help for command');
  const options = [...command.options, help].filter(({ hidden }) => !hidden);
  const node: Node = {
    path: path.join(' '),
    commands: command.commands.map((each) => offer(each.name(), each.description())),
    options: options.map((option) => ({
      ...offer(option.long ?? option.flags, option.description),
      value: takenBy(option),
    })),
    choices: command.registeredArguments[0]?.argChoices ?? [],
    takesFiles: command.registeredArguments.some((argument) => FILES.includes(argument.name())),
  };
  return [node, ...command.commands.flatMap((each) => nodesOf(each, [...path, each.name()]))];
}

function offer(word: string, description: string): Offer {
  // Each of these signs means something in one of the shells.
  return { word, meaning: description.replace(/['"`$\\:[\]]/g, ' ').replace(/\s+/g, ' ') };
}

function takenBy({ required, optional, argChoices, flags }: Option): Offer['value'] {
  if (!required && !optional) return undefined;
  return argChoices ?? (FILES.some((name) => flags.includes(`<${name}>`)) ? 'file' : 'other');
}

function words(offers: readonly Offer[]): string {
  return offers.map(({ word }) => word).join(' ');
}

/** The paths of all commands, in quotation marks. */
function paths(nodes: readonly Node[]): string[] {
  return nodes.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`]));
}

/** The cases of bash and zsh for what an option takes. @param choose Offers words of the shell. */
function values(nodes: readonly Node[], files: string, choose: (words: string) => string): string {
  const lines = nodes.flatMap(({ path, options }) =>
    options.flatMap(({ word, value }) => {
      if (value === undefined) return [];
      const offered =
        value === 'file' ? `${files}; ` : value === 'other' ? '' : `${choose(value.join(' '))}; `;
      return [`    '${path}:${word}') ${offered}return ;;`];
    }),
  );
  return lines.join('\n');
}

function bash(nodes: readonly Node[]): string {
  const offers = nodes.map(({ path, commands, options, choices, takesFiles }) => {
    const others = [words(commands), ...choices].filter((word) => word !== '').join(' ');
    const files = takesFiles ? ' _portico_files;' : '';
    return (
      `    '${path}') if [[ $cur == -* ]]; then _portico_words '${words(options)}'; ` +
      `else${files} _portico_words '${others}'; fi ;;`
    );
  });
  return `# Completion of portico for bash. To switch it on: source <(portico completion bash)
_portico_words() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$1" -- "$cur")
}
_portico_files() {
  compopt -o default 2>/dev/null
}
_portico() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" at='' next i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${at:+$at }\${COMP_WORDS[i]}"
    case "$next" in
      ${paths(nodes).join('|')}) at="$next" ;;
    esac
  done
  case "$at:$prev" in
${values(nodes, '_portico_files', (list) => `_portico_words '${list}'`)}
  esac
  case "$at" in
${offers.join('\n')}
  esac
}
complete -F _portico portico
`;
}

function zsh(nodes: readonly Node[]): string {
  const list = (offers: readonly Offer[]) =>
    offers.map(({ word, meaning }) => `'${word}:${meaning}'`).join(' ');
  const offers = nodes.map(({ path, commands, options, choices, takesFiles }) => {
    const others = [
      ...(commands.length > 0 ? [`offers=(${list(commands)}); _describe command offers`] : []),
      ...(choices.length > 0 ? [`compadd -- ${choices.join(' ')}`] : []),
      ...(takesFiles ? ['_files'] : []),
    ];
    return (
      `    '${path}') if [[ $PREFIX == -* ]]; then offers=(${list(options)}); ` +
      `_describe -o option offers; else ${others.join('; ') || ':'}; fi ;;`
    );
  });
  return `#compdef portico
# Completion of portico for zsh. To switch it on: source <(portico completion zsh), after compinit.
_portico() {
  local at='' next i
  local -a offers
  for ((i = 2; i < CURRENT; i++)); do
    next="\${at:+$at }\${words[i]}"
    case "$next" in
      ${paths(nodes).join('|')}) at="$next" ;;
    esac
  done
  case "$at:\${words[CURRENT-1]}" in
${values(nodes, '_files', (each) => `compadd -- ${each}`)}
  esac
  case "$at" in
${offers.join('\n')}
  esac
}
if [[ "$funcstack[1]" == _portico ]]; then _portico "$@"; else compdef _portico portico; fi
`;
}

function fish(nodes: readonly Node[]): string {
  const line = (path: string, rest: string) =>
    `complete -c portico -n '__portico_at "${path}"' ${rest}`;
  const takes = (value: NonNullable<Offer['value']>) => {
    if (value === 'file') return ' -r -F';
    return value === 'other' ? ' -x' : ` -x -a '${value.join(' ')}'`;
  };
  const lines = nodes.flatMap(({ path, commands, options, choices, takesFiles }) => [
    ...commands.map(({ word, meaning }) => line(path, `-a ${word} -d '${meaning}'`)),
    ...options.map(({ word, meaning, value }) => {
      const argument = value === undefined ? '' : takes(value);
      return line(path, `-l ${word.replace(/^--/, '')}${argument} -d '${meaning}'`);
    }),
    ...(choices.length > 0 ? [line(path, `-a '${choices.join(' ')}'`)] : []),
    ...(takesFiles ? [line(path, '-F')] : []),
  ]);
  return `# Completion of portico for fish. To switch it on: portico completion fish | source
function __portico_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$at $word")
    if contains -- "$next" ${paths(nodes).join(' ')}
      set at "$next"
    end
  end
  test "$at" = "$argv[1]"
end
complete -c portico -f
${lines.join('\n')}
`;
}
