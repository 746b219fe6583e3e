import { beforeEach, expect } from 'vitest';
import { TICKET_HEADER } from '#kit/endpoint/take-turn.ts';
import { readConfig } from '#platform/config/config.ts';
import { testClock } from '#tests/support/fakes/test-clock.ts';
import { openTestApp } from './test-app.ts';

const limits = { REQUESTS_PER_NETWORK: '0', REQUESTS_PER_TOKEN: '0' };

export type Asked = {
  ip?: string;
  ticket?: string;
  url?: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
};

/** A portal that serves two visitors at a time, for one test file; nobody is left from the test before. */
export async function openSaleMorning() {
  const clock = testClock();
  const config = readConfig({ NODE_ENV: 'test', VISITORS_AT_ONCE: '2', ...limits });
  const { context, app } = await openTestApp({ config, clock });
  beforeEach(() => clock.advanceMs(31 * 60_000));

  let networks = 0;
  /** Each visitor comes from a network of its own, as families do. */
  const aNetwork = () => `198.${18 + ((networks += 1) >> 8)}.${networks & 255}.1`;

  async function ask({ ip = aNetwork(), ticket, url = '/api/turn', method = 'POST', headers }: Asked = {}) {
    const answer = await app.inject({
      method,
      url,
      remoteAddress: ip,
      headers: { ...headers, ...(ticket && { [TICKET_HEADER]: ticket }) },
      ...(method === 'POST' && { payload: {} }),
    });
    const item = answer.json().items?.[0];
    return {
      ip,
      status: answer.statusCode,
      ticket: ((answer.headers[TICKET_HEADER] as string | undefined) ?? item?.ticket ?? ticket) as string,
      ahead: item?.ahead as number | undefined,
      answered: answer.headers,
      errors: answer.json().errors as string[] | undefined,
    };
  }

  /** A visitor who makes a call: what it answers does not matter. */
  const act = (asked: Asked = {}) => ask({ url: '/api/register', ...asked });

  async function fill() {
    const inside = [await act(), await act()];
    expect(inside.map(({ status }) => status)).toEqual([422, 422]);
    return inside;
  }
  const pass = (seconds: number) => clock.advanceMs(seconds * 1_000);
  return { context, app, aNetwork, ask, act, fill, pass };
}
