import { COMMANDS } from './command/commands.ts';
import { runCommandLine } from './command/command-line.ts';

/* `node schoolrun.js …`, built by scripts/build.ts. */
process.exitCode = await runCommandLine(COMMANDS, process.argv.slice(2), process.env);
