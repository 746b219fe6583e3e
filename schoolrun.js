#!/usr/bin/env node
import { spawn } from 'node:child_process';
import module from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/*
 * The commands on a portal (`node schoolrun.js --help`), built as `npm start` runs the portal. Plain
 * JavaScript for the same reason, and in words of Node 20: an older Node starts the Node of the packages.
 */
const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const FIRST_NODE = 24;

if (Number.parseInt(process.versions.node, 10) < FIRST_NODE) runByNodeOfPackages();
else await runCommand();

async function runCommand() {
  module.enableCompileCache(join(FOLDER, 'build/compile-cache'));
  const { buildCommandsWhenStale } = await import('./scripts/build.ts');
  await import(pathToFileURL(join(buildCommandsWhenStale(), 'schoolrun.js')).href);
}

function runByNodeOfPackages() {
  const node = join(FOLDER, 'node_modules/.bin/node');
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void child.kill(signal));
  child.on('error', () => {
    process.stderr.write(
      `This command needs Node ${FIRST_NODE}. Run npm ci first, without --ignore-scripts, ` +
        'which installs that Node.\n',
    );
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => void (process.exitCode = code ?? 128 + constants.signals[signal]));
}
