import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '#tests/support/servers/server-process.ts';
import { TEST_CERTIFICATE } from '#tests/support/http/mail-server.ts';
import { UPLOAD_BYTES } from '#modules/catalog/files/upload-rules.ts';
import { UPLOAD_LIMIT_BYTES } from '#server/http/upload.ts';

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');

/** The block of a language in docs/operations.md. */
const blockOf = (language: string): string =>
  new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(GUIDE)![1]!;

type Seen = { headers: IncomingHttpHeaders; bytes: number };

/** A portal that answers with what it was sent. */
async function startPortal(): Promise<{ port: number; server: Server }> {
  const server = createServer((asked, answer) => {
    let bytes = 0;
    asked.on('data', (chunk: Buffer) => void (bytes += chunk.length));
    asked.on('end', () => answer.end(JSON.stringify({ headers: asked.headers, bytes })));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, server };
}

type Asked = { port: number; headers?: Record<string, string>; body?: Buffer };

function ask({ port, headers = {}, body }: Asked): Promise<{ status: number; seen: Seen | undefined }> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method: body ? 'POST' : 'GET', path: '/api/anything' };
    const sent = request(
      {
        ...options,
        rejectUnauthorized: false,
        servername: 'portal.example',
        headers: { host: 'portal.example', ...headers },
      },
      (answer) => {
        let text = '';
        answer.on('data', (chunk) => void (text += String(chunk)));
        answer.on('end', () => {
          const status = answer.statusCode!;
          resolve({ status, seen: status === 200 ? (JSON.parse(text) as Seen) : undefined });
        });
      },
    );
    // A proxy that refuses a large body may close the connection while the body is still being sent.
    sent.on('error', reject);
    sent.end(body);
  });
}

type Started = { program: ChildProcess; folder: string };
type Start = (folder: string, ports: { proxy: number; plain: number; portal: number }) => string[];

const KEY = join(import.meta.dirname, '../support/http/localhost-key.pem');

const startNginx: Start = (folder, { proxy, plain, portal }) => {
  const block = blockOf('nginx')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${proxy} ssl`)
    .replace('127.0.0.1:3000', `127.0.0.1:${portal}`)
    .replace('/etc/ssl/portal.pem', TEST_CERTIFICATE)
    .replace('/etc/ssl/portal.key', KEY);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
    events {} http { access_log off; ${paths}\n${block}\n}`,
  );
  return ['-p', folder, '-c', file];
};

const startCaddy: Start = (folder, { proxy, portal }) => {
  const block = blockOf('caddy')
    .replace('{\n', `{\n    admin off\n    auto_https off\n`)
    .replace('portal.example {', `https://portal.example:${proxy} {\n    tls ${TEST_CERTIFICATE} ${KEY}`)
    .replace('127.0.0.1:3000', `127.0.0.1:${portal}`);
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, block);
  return ['run', '--adapter', 'caddyfile', '--config', file];
};

const programOf = (name: string, setting: string): string | undefined => {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return [process.env[setting], ...folders.map((folder) => join(folder, name))].find(
    (path) => path && existsSync(path),
  );
};

const PROGRAMS = [
  { name: 'nginx', path: programOf('nginx', 'NGINX_BIN'), start: startNginx },
  { name: 'caddy', path: programOf('caddy', 'CADDY_BIN'), start: startCaddy },
] as const;

/** @shows MO8.2 */
describe.each(PROGRAMS)('the sample block for $name', ({ name, path, start }) => {
  it('has the headers, the size of a body and the time limits', () => {
    const block = blockOf(name);
    expect(block).toMatch(/X-Forwarded-For (\$remote_addr|\{remote_host\})/);
    const [, size] = /(?:client_max_body_size|max_size) (\d+)m/i.exec(block)!;
    expect(Number(size) * 1_000_000).toBeGreaterThan(UPLOAD_LIMIT_BYTES + 100_000);
    const [, ofFiles] = /files \{\s+(?:client_max_body_size|max_size) (\d+)m/i.exec(block)!;
    expect(Number(ofFiles) * 1_000_000).toBeGreaterThan(UPLOAD_BYTES.pdf + 100_000);
    expect(block).toMatch(/(proxy_connect_timeout|dial_timeout) 5s/);
    expect(block).toMatch(/(proxy_read_timeout|response_header_timeout) 60s/);
    expect(block).toMatch(/(client_header_timeout|read_header) 15s/);
  });

  describe.skipIf(path === undefined)('run by the program', () => {
    let started: Started;
    let portal: { port: number; server: Server };
    let port: number;
    let plain: number;
    beforeAll(async () => {
      portal = await startPortal();
      port = await freePort();
      plain = await freePort();
      const folder = mkdtempSync(join(tmpdir(), `schoolrun-${name}-`));
      mkdirSync(join(folder, 'home'));
      const args = start(folder, { proxy: port, plain, portal: portal.port });
      const env = { PATH: process.env.PATH, HOME: join(folder, 'home') };
      started = { program: spawn(path!, args, { env, stdio: 'ignore' }), folder };
      await vi.waitFor(() => ask({ port }), { timeout: 60_000 });
    }, 90_000);
    afterAll(async () => {
      started.program.kill();
      portal.server.close();
      portal.server.closeAllConnections();
      await new Promise((resolve) => started.program.once('exit', resolve));
      rmSync(started.folder, { recursive: true, force: true });
    });

    it('replaces the address that a visitor invents, and passes host and scheme', async () => {
      const { seen } = await ask({ port, headers: { 'x-forwarded-for': '203.0.113.7, 198.51.100.1' } });
      expect(seen!.headers).toMatchObject({
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'https',
        host: expect.stringMatching(/^portal\.example(:\d+)?$/),
      });
    });

    // Caddy redirects without a line of the sample, and not while `auto_https off` keeps it from the network.
    it.skipIf(name === 'caddy')('leads from http to https, to the host of the sample alone', async () => {
      const address = `http://127.0.0.1:${plain}/contract?step=2`;
      const { status, headers } = await fetch(address, { redirect: 'manual' });
      expect([status, headers.get('location')]).toEqual([301, 'https://portal.example/contract?step=2']);
    });

    it('takes the largest upload and refuses a body that the portal would refuse anyway', async () => {
      const fits = await ask({ port, body: Buffer.alloc(UPLOAD_LIMIT_BYTES + 10_000) });
      expect([fits.status, fits.seen?.bytes]).toEqual([200, UPLOAD_LIMIT_BYTES + 10_000]);
      const tooLarge = await ask({ port, body: Buffer.alloc(8_000_000) }).catch(() => ({ status: 413 }));
      // Caddy 2.6 gives the error of the broken body, later versions the reason.
      expect([413, 502]).toContain(tooLarge.status);
    });
  });
});
