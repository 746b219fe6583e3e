import { httpClient, type HttpClient } from '#tests/support/portal/http-client.ts';
import { startBareProcess } from '../bare-process.ts';
import { cpuMsOfServer } from '../checkout/cpu-time.ts';
import type { BareAnswer } from '../reads.ts';

export type Call = Pick<Parameters<HttpClient['call']>[0], 'method' | 'path' | 'body'>;

type Times = { p50Ms: number; p95Ms: number; serverMs: number };
export type Measuring = { token: string; times: number; serverPid: number };

/** Milliseconds of one call, one after the other, and of PostgreSQL's CPU for each. */
export async function measureCall(
  http: HttpClient,
  call: Call,
  { token, times, serverPid }: Measuring,
): Promise<Times> {
  await http.call({ ...call, token });
  const took: number[] = [];
  const before = cpuMsOfServer(serverPid);
  for (let n = 0; n < times; n++) {
    const start = performance.now();
    const { status, errors } = await http.call({ ...call, token });
    took.push(performance.now() - start);
    if (status !== 200)
      throw new Error(`${call.method} ${call.path} was answered with ${status}: ${errors.join(' ')}`);
  }
  took.sort((a, b) => a - b);
  return {
    p50Ms: took[Math.floor(times / 2)] ?? 0,
    p95Ms: took[Math.floor(times * 0.95)] ?? 0,
    serverMs: (cpuMsOfServer(serverPid) - before) / times,
  };
}

/** The same bytes from bare Fastify, in milliseconds of a call. */
export async function measureBare(body: string, measuring: Measuring): Promise<number> {
  const answer: BareAnswer = { path: '/api/bare', type: 'application/json', body };
  const bare = await startBareProcess('reads/bare-pages.ts', [answer]);
  const http = httpClient(bare.url);
  try {
    return (await measureCall(http, { method: 'GET', path: '/bare' }, measuring)).p50Ms;
  } finally {
    http.close();
    bare.stop();
  }
}

export async function bodyOf(url: string, { method, path, body }: Call, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = body ? { body: JSON.stringify(body) } : {};
  const answer = await fetch(`${url}/api${path}`, { method, headers, ...sent });
  return answer.text();
}
