import { Argument, type Command } from 'commander';
import { completionScript, SHELLS } from './completion-script.js';
import { defineStream } from './define-command.js';
import type { World } from './world.js';

/** `portico completion`: prints the script that completes command lines in a shell. */
export function completionCommand(program: Command, world: World): void {
  defineStream(program, {
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
