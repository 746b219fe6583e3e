import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** What `npm start` says to Node itself. */
function argsOfStart(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, args = ''] = /^exec node (.*)scripts\/start\.js$/.exec(scripts.start ?? '') ?? [];
  return args.split(' ').filter(Boolean);
}

// The first start may build the pages and unpack the database.
const READY_WITHIN_MS = 180_000;
const READY = /is ready at (http:[^\s"]+)/;

export type PortalProcess = {
  pid: number;
  url: string;
  output(): string;
  /** closes the reading end of its log */
  stopReading(): void;
  /** ends it as a power cut would; nothing of the portal runs any more */
  kill(): Promise<void>;
  /** asks it to end; how long it took and its exit code */
  stop(): Promise<{ code: number | null; tookMs: number }>;
};

type Options = {
  env?: Record<string, string>;
  /** below the project; `npm start` runs scripts/start.js, which builds what is stale */
  script?: 'src/server/main.ts' | 'scripts/start.js';
  /** another folder of the project than this one */
  project?: string;
  uid?: number;
  gid?: number;
  /** options of Node itself */
  nodeArgs?: string[];
};

/** A portal that ended before it was ready. */
export class DidNotStart extends Error {
  readonly code: number | null;
  readonly output: string;
  constructor(code: number | null, output: string) {
    super(`the portal ended with ${code}: ${output}`);
    this.code = code;
    this.output = output;
  }
}

/** The real portal in a process of its own, on a free port. */
export async function startPortalProcess(
  dataDir: string,
  { env = {}, script = 'src/server/main.ts', project = ROOT, uid, gid, nodeArgs = [] }: Options = {},
): Promise<PortalProcess> {
  const args = script === 'scripts/start.js' ? [...argsOfStart(), ...nodeArgs] : nodeArgs;
  const child = spawn(process.execPath, [...args, join(project, script)], {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_FORMAT: 'plain',
      REQUESTS_PER_NETWORK: '0',
      VISITORS_AT_ONCE: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid }),
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const timeout = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS);
  let output = '';
  const ready = new Promise<string>((resolve) => {
    const listen = (chunk: Buffer) => {
      output += String(chunk);
      const url = READY.exec(output)?.[1];
      if (url) resolve(url);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
  });
  const url = await Promise.race([
    ready,
    exited.then(([code]) => {
      throw new DidNotStart(code, output);
    }),
  ]).finally(() => clearTimeout(timeout));
  const signal = async (name: NodeJS.Signals) => {
    const before = performance.now();
    child.kill(name);
    const [code] = await exited;
    return { code, tookMs: performance.now() - before };
  };
  const stopReading = () => {
    child.stdout.destroy();
    child.stderr.destroy();
  };
  return {
    pid: child.pid as number,
    url,
    output: () => output,
    stopReading,
    kill: async () => void (await signal('SIGKILL')),
    stop: () => signal('SIGTERM'),
  };
}
