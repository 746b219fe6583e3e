import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { TICKET_HEADER } from '#kit/endpoint/take-turn.ts';
import { startStubServer, type Reply, type Seen, type StubServer } from '#tests/support/http/stub-server.ts';
import { call, setApiBase } from './client.ts';
import { searchProof } from './proof-of-work.ts';
import { safeSessionStorage } from './storage.ts';
import { currentWait } from './turn.ts';

const makeThing = endpoint({
  name: 'makeThing',
  summary: 'Make a thing',
  method: 'POST',
  path: '/thing',
  guard: 'account',
  body: z.object({ name: z.string() }),
  item: z.object({ name: z.string() }),
  refusals: [],
});

let server: StubServer;
beforeAll(async () => {
  server = await startStubServer();
  setApiBase(server.address);
});
afterAll(async () => {
  safeSessionStorage.removeItem('ticket');
  await server.close();
});
beforeEach(() => void (server.seen = []));

const waits = (ahead: number): Reply => ({
  status: 503,
  body: {
    success: false,
    errors: ['You are in line.'],
    items: [{ ticket: `w.1.b.${ahead}`, ahead, wait_s: 60, ask_again_s: 0.01 }],
  },
});
const ticketOf = ({ headers }: Seen) => headers[TICKET_HEADER];

/** @shows H21.3 MH5.6 */
describe('a browser that is asked to wait for its turn', () => {
  it('keeps its place, and makes each call once more with what was typed when it is served', async () => {
    let asked = 0;
    const places: unknown[] = [];
    server.answer = ({ url, headers }) => {
      if (url.endsWith('/turn')) {
        places.push(currentWait()?.ahead);
        asked += 1;
        return asked < 3
          ? waits(3 - asked)
          : { status: 200, body: { success: true }, headers: { [TICKET_HEADER]: 'a.1' } };
      }
      return headers[TICKET_HEADER] === 'a.1'
        ? { status: 200, body: { success: true, items: [{ name: 'made' }] } }
        : waits(7);
    };
    const made = await Promise.all([
      call(makeThing, { body: { name: 'one' } }),
      call(makeThing, { body: { name: 'two' } }),
    ]);
    expect(made).toEqual([[{ name: 'made' }], [{ name: 'made' }]]);
    expect(places).toEqual([7, 2, 1]);
    expect(currentWait()).toBeUndefined();
    const turns = server.seen.filter(({ url }) => url.endsWith('/turn'));
    const nr = await searchProof('w.1.b');
    expect(turns.map(ticketOf)).toEqual([7, 2, 1].map((ahead) => `w.1.b.${ahead}.${nr}`));
    const things = server.seen.filter(({ url }) => url.endsWith('/thing'));
    expect(things.slice(2).map(({ body }) => body)).toEqual(things.slice(0, 2).map(({ body }) => body));
    expect(things.slice(2).map(ticketOf)).toEqual(['a.1', 'a.1']);
  });

  /** @shows MH5.6 */
  it('waits without a proof where it has no digests', async () => {
    vi.stubGlobal('crypto', {});
    let asked = 0;
    server.answer = ({ url, headers }) => {
      if (url.endsWith('/turn')) asked += 1;
      if (asked < 2) return waits(3);
      expect(headers[TICKET_HEADER]).toBe('w.1.b.3');
      return { status: 200, body: { success: true, items: [{ name: 'made' }] } };
    };
    expect(await call(makeThing, { body: { name: 'one' } })).toEqual([{ name: 'made' }]);
    vi.unstubAllGlobals();
  });

  it('says any other 503 as it did before', async () => {
    server.answer = () => ({ status: 503, body: { success: false, errors: ['Away.'] } });
    await expect(call(makeThing, { body: { name: 'one' } })).rejects.toThrow('Away.');
  });
});
