import { spawn, type ChildProcess } from 'node:child_process';
import { watch } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { compileMessagesWhenStale } from './messages.ts';

/*
 * `npm run dev`: the pages come from Vite with hot reload at PORT, the API from a second process that
 * restarts when the server's files change, compiled texts among them. Vite hands /api on to it.
 */
const ROOT = join(import.meta.dirname, '..');
const BIN = join(ROOT, 'node_modules/.bin');
const port = process.env.PORT ?? '3000';
const children: ChildProcess[] = [];
let compiler: ChildProcess | undefined;
let isChangedAgain = false;

compileMessagesWhenStale();
watch(join(ROOT, 'messages'), { recursive: true }, compileAgain);

const apiPort = String(await freePort());
const publicUrl = process.env.PUBLIC_URL ?? `http://localhost:${port}`;
start('node', ['--watch', '--watch-preserve-output', 'src/server/main.ts'], {
  PORT: apiPort,
  PUBLIC_URL: publicUrl,
});
start('react-router', ['dev', '--port', port, '--strictPort'], { API_ORIGIN: `http://localhost:${apiPort}` });

process.on('SIGINT', stopAll).on('SIGTERM', stopAll);

function start(program: string, args: string[], env: Record<string, string>): void {
  const child = spawn(join(BIN, program), args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  child.on('exit', stopAll);
  children.push(child);
}

/** In a process apart, so a file saved half-written prints an error and ends nothing (MO5). */
function compileAgain(): void {
  isChangedAgain = compiler !== undefined;
  if (compiler) return;
  compiler = spawn(process.execPath, ['scripts/messages.ts'], { cwd: ROOT, stdio: 'inherit' });
  compiler.on('exit', () => {
    compiler = undefined;
    if (isChangedAgain) compileAgain();
  });
}

function stopAll(): void {
  for (const child of children) child.kill('SIGTERM');
  // The API stops its database before it ends.
  setTimeout(() => process.exit(0), 9_500).unref();
  if (children.every((child) => child.exitCode !== null || child.signalCode !== null)) process.exit(0);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, 'localhost', resolve));
  const { port: free } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return free;
}
