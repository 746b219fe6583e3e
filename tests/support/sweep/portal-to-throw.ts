import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPortalProcess, type PortalProcess } from '#tests/support/portal/portal-process.ts';
import { openStubBucket, type StubBucket } from '#tests/support/http/stub-bucket.ts';
import { killServerOf } from '#tests/support/portal/data-folder-database.ts';
import type { Place } from './find-places.ts';

export type Answered = { status: number; body: string; isReused: boolean };

export type Called = {
  method?: string;
  path: string;
  token?: string;
  body?: object | FormData;
  /** on a connection of its own */
  isAlone?: true;
};

/** @param body  JSON, or a form with a file */
async function bytesOf(body: object | FormData): Promise<{ type: string; bytes: Buffer }> {
  if (!(body instanceof FormData))
    return { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) };
  const form = new Response(body);
  return { type: form.headers.get('content-type')!, bytes: Buffer.from(await form.arrayBuffer()) };
}

/** A real portal with the demo, whose places throw when they are asked to. */
export class PortalToThrow {
  readonly #folder: string;
  readonly dataDir: string;
  #portal: PortalProcess | undefined;
  #bucket: StubBucket | undefined;
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  #askedAt = 0;

  constructor(places: readonly Place[]) {
    this.#folder = mkdtempSync(join(realpathSync(tmpdir()), 'schoolrun-places-'));
    this.dataDir = join(this.#folder, 'data');
    for (const name of ['armed', 'thrown']) mkdirSync(join(this.#folder, name));
    writeFileSync(join(this.#folder, 'places.json'), JSON.stringify(places));
    writeFileSync(join(this.#folder, 'reached'), '');
    copyFileSync(join(import.meta.dirname, 'plant-places.ts'), join(this.#folder, 'plant-places.ts'));
  }

  async start(): Promise<void> {
    this.#bucket ??= await openStubBucket();
    this.#portal = await startPortalProcess(this.dataDir, {
      env: { NODE_ENV: 'test', DEMO: '1', ...this.#bucket.settings },
      nodeArgs: ['--import', join(this.#folder, 'plant-places.ts')],
    });
  }

  get isAlive(): boolean {
    try {
      return process.kill(this.#portal!.pid, 0);
    } catch {
      return false;
    }
  }

  /** for how long nothing was asked on the one connection */
  get idleMs(): number {
    return performance.now() - this.#askedAt;
  }

  output = (): string => this.#portal!.output();

  arm = (name: string): void => writeFileSync(join(this.#folder, 'armed', encodeURIComponent(name)), '');

  disarm = (name: string): void =>
    rmSync(join(this.#folder, 'armed', encodeURIComponent(name)), { force: true });

  /** Whether a place has thrown; asked once for each time that it was armed. */
  hasThrown(name: string): boolean {
    const file = join(this.#folder, 'thrown', encodeURIComponent(name));
    const isThere = existsSync(file);
    rmSync(file, { force: true });
    return isThere;
  }

  /** What was reached since this was asked last. */
  takeReached(): Set<string> {
    const file = join(this.#folder, 'reached');
    const names = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    writeFileSync(file, '');
    return new Set(names);
  }

  /** A request, on the one connection that stays open. */
  async ask({ method = 'GET', path, token, body, isAlone }: Called): Promise<Answered> {
    const sent = body && (await bytesOf(body));
    if (!isAlone) this.#askedAt = performance.now();
    const headers = {
      'x-requested-with': 'XMLHttpRequest',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(sent && { 'content-type': sent.type, 'content-length': sent.bytes.length }),
    };
    return new Promise((resolve, reject) => {
      const options = { method, headers, agent: isAlone ? new Agent() : this.#agent };
      const asked = request(`${this.#portal!.url}${path}`, options, (response) => {
        let received = '';
        response.on('data', (part) => (received += String(part))).on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: received, isReused: asked.reusedSocket }),
        );
      });
      asked.setTimeout(20_000, () => asked.destroy(new Error(`${path} was not answered`)));
      asked.on('error', reject).end(sent?.bytes);
    });
  }

  /** Sends the first byte of a body and stops. @returns the status of the answer */
  sendHalf(path: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const options = {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': 1000 },
        agent: new Agent(),
      };
      const asked = request(`${this.#portal!.url}${path}`, options, (response) => {
        resolve(response.resume().statusCode ?? 0);
      });
      asked.on('error', reject).write('{');
    });
  }

  /** Asks it to end. @returns its exit code */
  async stop(): Promise<number | null> {
    this.#agent.destroy();
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1 });
    return (await this.#portal!.stop()).code;
  }

  async remove(): Promise<void> {
    this.#agent.destroy();
    this.#bucket?.close();
    if (this.isAlive) await this.#portal!.kill();
    await killServerOf(this.dataDir);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
