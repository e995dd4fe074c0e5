import type { Command } from 'commander';
import { endingLater } from '../boundary';

export function addAdapterCommand(conform: Command): void {
  conform
    .command('adapter')
    .description("Serve the suite's own client as an adapter, or try an adapter alone.")
    .option('--serve', 'speak adapter protocol 1 on stdin and stdout')
    .option('--check', 'start the command that follows, and say what it offers')
    .argument('[command...]', 'program and arguments of an adapter')
    .passThroughOptions()
    .action(endingLater(async () => (await import('../adapter-command.ts')).serveOrCheck));
}
