import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { httpClient, type HttpClient } from '#tests/support/portal/http-client.ts';
import { startPortalProcess } from '#tests/support/portal/portal-process.ts';

/*
 * Whether the time of an answer tells that an e-mail has an account: `npm run bench:login`. Known and unknown
 * e-mails take turns, each once, so that no account and no network is paused by its wrong passwords and the
 * machine's moods fall on both alike. The bar is 10 ms between the medians (reliability 5.4).
 */
const ROUNDS = 120;
const PASSWORD = 'quite a good one';

const emailOf = (kind: string, n: number) => `${kind}${n}@timing.example`;
const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

async function timeOf(client: HttpClient, path: string, body: object, network: number): Promise<number> {
  const began = performance.now();
  await client.call({
    method: 'POST',
    path,
    body,
    headers: { 'x-forwarded-for': `198.51.${network >> 8}.${network & 255}` },
  });
  return performance.now() - began;
}

/** The medians in milliseconds for e-mails that have an account and for those that have none. */
async function compare(
  client: HttpClient,
  path: string,
  bodyOf: (email: string) => object,
): Promise<[number, number]> {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  for (let n = 0; n < ROUNDS; n += 1) {
    for (const kind of n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      times[kind].push(await timeOf(client, path, bodyOf(emailOf(kind, n)), n));
    }
  }
  return [median(times.known), median(times.unknown)];
}

const dataDir = await mkdtemp(join(tmpdir(), 'schoolrun-timing-'));
const portal = await startPortalProcess(dataDir, { env: { NODE_ENV: 'test', TRUST_PROXY: '1', DEMO: '1' } });
const client = httpClient(portal.url);
try {
  for (let n = 0; n < ROUNDS; n += 1) {
    const form = {
      first_name: 'Adaeze',
      last_name: 'Timing',
      email: emailOf('known', n),
      password: PASSWORD,
      password_confirmation: PASSWORD,
    };
    const { status } = await client.call({
      method: 'POST',
      path: '/register',
      body: form,
      headers: { 'x-forwarded-for': `203.0.113.${n}` },
    });
    if (status !== 200) throw new Error(`the registration was refused with ${status}`);
  }
  const calls: [string, (email: string) => object][] = [
    ['/login', (email) => ({ email, password: 'not the right one' })],
    ['/forgot-password', (email) => ({ email })],
  ];
  for (const [path, bodyOf] of calls) {
    const [known, unknown] = await compare(client, path, bodyOf);
    console.log(
      `${path}: known ${known.toFixed(1)} ms, unknown ${unknown.toFixed(1)} ms, ` +
        `apart ${Math.abs(known - unknown).toFixed(1)} ms (bar 10 ms)`,
    );
  }
} finally {
  client.close();
  await portal.stop();
  await rm(dataDir, { recursive: true, force: true });
}
