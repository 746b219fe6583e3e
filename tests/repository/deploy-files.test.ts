import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { variables } from '#platform/config/variables.ts';

/* No test starts a container: these rules hold the files instead, as a linter of such files would. */

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const NAMES = new Map(Object.values(variables).map((one) => [one.name, 'isSecret' in one && one.isSecret]));

/** Names of settings that the portal does not know, or would not read from a file. */
const unknown = (names: readonly string[]) =>
  names.filter((name) => !NAMES.has(name) && NAMES.get(name.replace(/_FILE$/, '')) !== true);

const secretsInTheClear = (names: readonly string[]) => names.filter((name) => NAMES.get(name) === true);

const IMAGE = /^[a-z]+:\d[\w.]*(-[a-z]+)*$/;

/** @shows MO12.4 */
describe('the Dockerfile', () => {
  const lines = read('Dockerfile').replaceAll('\\\n', ' ').split('\n');
  const values = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1).trim());
  const lastStage = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));

  it('names images with a version, the Node of the packages and no other', () => {
    const images = values('FROM').map((from) => from.split(' ')[0]!);
    expect(images.filter((image) => !IMAGE.test(image))).toEqual([]);
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    const major = dependencies.node!.split('.')[0]!;
    expect(new Set(images.map((image) => image.split('-')[0]))).toEqual(new Set([`node:${major}`]));
  });

  it('serves as a user without rights, from packages of production alone', () => {
    expect(lastStage.filter((line) => line.startsWith('USER '))).toEqual(['USER node']);
    expect(lastStage.some((line) => line.startsWith('RUN npm'))).toBe(false);
    expect(values('RUN')).toContain('npm ci --omit=dev');
    const secrets = secretsInTheClear([...NAMES.keys()].filter((name) => read('Dockerfile').includes(name)));
    expect(secrets).toEqual([]);
  });

  it('asks a probe of the portal, and gets signals itself', () => {
    expect(values('HEALTHCHECK').join()).toMatch(/--interval=\S+ .*CMD \[".*\/readyz/);
    const [command, ...others] = values('CMD');
    expect(others).toEqual([]);
    const words = JSON.parse(command!) as string[];
    const start = (JSON.parse(read('package.json')) as { scripts: { start: string } }).scripts.start;
    expect(`exec ${words.join(' ')}`).toBe(start);
  });

  it('copies what is there, and leaves out what a build makes anew', () => {
    const copied = values('COPY')
      .filter((copy) => !copy.startsWith('--from'))
      .flatMap((copy) => copy.split(/\s+/).slice(0, -1));
    expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const ignored = read('.dockerignore').trim().split('\n');
    for (const path of ['.git', '.data', 'node_modules', 'build', 'deploy']) expect(ignored).toContain(path);
    expect(copied.filter((path) => ignored.includes(path))).toEqual([]);
  });

  it('knows each setting that it sets', () => {
    const set = values('ENV').flatMap((env) => [...env.matchAll(/(\w+)=/g)].map(([, name]) => name!));
    expect(set.length).toBeGreaterThan(4);
    expect(unknown(set)).toEqual([]);
  });
});

/** @shows MO12.4 */
describe('compose.yaml', () => {
  const text = read('compose.yaml');
  const [services = '', ends = ''] = text.split(/^volumes:$/m);
  const serviceOf = (name: string) =>
    new RegExp(`^  ${name}:\\n((?:    .*\\n|\\n)*)`, 'm').exec(services)![1]!;
  const listed = (block: string, name: string) =>
    (new RegExp(`^    ${name}:\\n((?:      .*\\n)*)`, 'm').exec(block)?.[1] ?? '')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);

  it('has PostgreSQL, the portal and a proxy, each restarted, from images with a version', () => {
    const names = [...services.matchAll(/^  (\w+):$/gm)].map(([, name]) => name);
    expect(names).toEqual(['database', 'portal', 'proxy']);
    expect(services.match(/restart: unless-stopped/g)).toHaveLength(3);
    const images = [...services.matchAll(/image: (\S+)/g)].map(([, image]) => image!);
    expect(images.filter((image) => image !== 'schoolrun' && !IMAGE.test(image))).toEqual([]);
  });

  it('lets nobody in but through the proxy', () => {
    expect([serviceOf('database'), serviceOf('portal')].join('')).not.toContain('ports:');
    expect(listed(serviceOf('proxy'), 'ports')).toEqual(['- "80:80"', '- "443:443"']);
    expect(serviceOf('portal')).toContain('TRUST_PROXY: "1"');
  });

  it('knows each setting of the portal, and hands secrets over as files alone', () => {
    const names = listed(serviceOf('portal'), 'environment').map((line) => line.split(':')[0]!);
    expect(names.length).toBeGreaterThan(8);
    expect([unknown(names), secretsInTheClear(names)]).toEqual([[], []]);
  });

  it('declares each secret and volume that a service uses, and no other', () => {
    const declared = (kind: string) =>
      [
        ...(kind === 'volumes' ? ends.split(/^secrets:$/m)[0]! : ends.split(/^secrets:$/m)[1]!).matchAll(
          /^  (\w+):/gm,
        ),
      ].map(([, name]) => name!);
    const used = (kind: string) =>
      ['database', 'portal', 'proxy'].flatMap((name) =>
        listed(serviceOf(name), kind).map((line) => line.replace('- ', '').split(':')[0]!),
      );
    expect(new Set(used('secrets'))).toEqual(new Set(declared('secrets')));
    const volumes = used('volumes').filter((name) => !name.startsWith('.'));
    expect(new Set(volumes)).toEqual(new Set(declared('volumes')));
    for (const name of declared('secrets')) expect(text).toContain(`file: ./deploy/secrets/${name}\n`);
    for (const [, path] of text.matchAll(/- \.\/(deploy\/\S+?):/g))
      expect(existsSync(join(ROOT, path!))).toBe(true);
  });

  it('has the proxy of docs/operations.md', () => {
    const block = /^```caddy\n(.*?)^```/ms.exec(read('docs/operations.md'))![1]!;
    const own = block
      .replace('portal.example {', '{$PORTAL_HOST} {')
      .replace('127.0.0.1:3000', 'portal:3000');
    expect(read('deploy/Caddyfile').replace(/^#.*\n/, '')).toBe(own);
  });

  it('gets secrets that the portal takes, for their owner alone, and keeps those that are there', () => {
    const folder = mkdtempSync(join(tmpdir(), 'schoolrun-secrets-'));
    const script = read('deploy/make-secrets.sh').replace('"$(dirname "$0")/secrets"', `"${folder}"`);
    const make = () => spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect(make()).toMatchObject({ status: 0, stderr: '' });
    const secret = (name: string) => readFileSync(join(folder, name), 'utf8');
    expect(variables.vaultKeys.read(secret('vault_keys').trim())).toHaveLength(1);
    expect(secret('database_url')).toBe(
      `postgres://portal:${secret('portal_password')}@localhost/portal?host=/var/run/postgresql`,
    );
    expect(statSync(join(folder, 'vault_keys')).mode & 0o777).toBe(0o600);
    const before = secret('vault_keys');
    make();
    expect(secret('vault_keys')).toBe(before);
    rmSync(folder, { recursive: true });
  });
});

/** @shows MO12.5 */
describe('the systemd unit', () => {
  const unit = read('deploy/schoolrun.service');
  const hasVerifier = spawnSync('systemd-analyze', ['--version']).status === 0;

  it('starts as npm start does, with settings that the portal knows', () => {
    const start = (JSON.parse(read('package.json')) as { scripts: { start: string } }).scripts.start;
    expect(unit).toContain(`ExecStart=/opt/schoolrun/node_modules/.bin/${start.replace('exec ', '')}\n`);
    const names = [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name!);
    expect([unknown(names), secretsInTheClear(names)]).toEqual([[], []]);
    for (const [, name] of unit.matchAll(/=%d\/(\w+)/g)) expect(unit).toContain(`LoadCredential=${name}:`);
  });

  it.runIf(hasVerifier)('is one that systemd reads without a complaint', () => {
    const folder = mkdtempSync(join(tmpdir(), 'schoolrun-unit-'));
    const path = join(folder, 'schoolrun.service');
    // The program need not be installed here.
    writeFileSync(path, unit.replace('/opt/schoolrun/node_modules/.bin/node', process.execPath));
    const { stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((line) => line.includes('schoolrun'))).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});

/** @shows MO12.13 */
describe('deploy/command.sh', () => {
  const script = read('deploy/command.sh');
  const unit = read('deploy/schoolrun.service');

  /** Runs the script on settings in a folder, with a `systemd-run` that prints its words. */
  function runScript(words: readonly string[]) {
    const folder = mkdtempSync(join(tmpdir(), 'schoolrun-command-'));
    writeFileSync(join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
    const text = script.replaceAll('/etc/schoolrun', `${folder}/etc`);
    const env = { PATH: `${folder}:/usr/bin:/bin` };
    mkdirSync(join(folder, 'etc'));
    for (const name of ['settings', 'vault_keys', 'smtp_url'])
      writeFileSync(join(folder, 'etc', name), 'secret');
    const ran = spawnSync('bash', ['-c', text, 'command', ...words], { encoding: 'utf8', env });
    rmSync(folder, { recursive: true });
    return { lines: ran.stdout.split('\n'), status: ran.status, folder };
  }

  it('has account, folder, environment and secrets of the unit', () => {
    const { lines, status, folder } = runScript(['sql', "select '$1'"]);
    expect(status).toBe(0);
    const of = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)![1]!;
    expect(lines).toEqual(
      expect.arrayContaining([
        `--uid=${of('User')}`,
        `--gid=${of('Group')}`,
        `--working-directory=${of('WorkingDirectory')}`,
        `--property=UMask=${of('UMask')}`,
        `--setenv=NODE_ENV=${of('Environment=NODE_ENV')}`,
        `--setenv=DATA_DIR=${of('Environment=DATA_DIR')}`,
        `--property=EnvironmentFile=${folder}/etc/settings`,
        `--property=LoadCredential=vault_keys:${folder}/etc/vault_keys`,
        `--property=LoadCredential=smtp_url:${folder}/etc/smtp_url`,
        "select '$$1'",
      ]),
    );
    expect(lines.join()).not.toContain('LoadCredential=settings');
  });

  it('names each secret as the portal reads it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'schoolrun-credentials-'));
    writeFileSync(join(folder, 'vault_keys'), 'secret');
    const env = { PATH: '/usr/bin:/bin', CREDENTIALS_DIRECTORY: folder };
    const text = script.replace('node_modules/.bin/node schoolrun.js', '/usr/bin/env');
    const { stdout } = spawnSync('bash', ['-c', text, 'command'], { encoding: 'utf8', env });
    rmSync(folder, { recursive: true });
    expect(stdout.split('\n')).toContain(`VAULT_KEYS_FILE=${folder}/vault_keys`);
    expect(unknown(['VAULT_KEYS_FILE'])).toEqual([]);
  });
});
