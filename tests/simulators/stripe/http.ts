import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Request } from './checks.ts';
import { noteForContract } from './contract-notes.ts';
import type { Reply } from './faults.ts';
import { StripeSimulator } from './simulator.ts';

export type SimulatedStripe = {
  simulator: StripeSimulator;
  /** where the API is: http://127.0.0.1:… */
  origin: string;
  host: string;
  port: number;
  /** @throws Error when a request was not what Stripe takes, or an answer not what it gives */
  close(): Promise<void>;
};

/** Serves a simulated Stripe account over HTTP, as a test's api.stripe.com. */
export async function startStripe(
  options?: ConstructorParameters<typeof StripeSimulator>[0],
): Promise<SimulatedStripe> {
  const simulator = new StripeSimulator(options);
  const server = createServer(async (request, response) => {
    const whole = await readRequest(request).catch(() => undefined);
    // A caller that ends before its request is whole has asked nothing.
    if (!whole) return;
    send(response, await simulator.receive(whole));
    await simulator.afterAnswer();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    simulator,
    origin: `http://127.0.0.1:${port}`,
    host: '127.0.0.1',
    port,
    close: async () => {
      noteForContract(simulator.contractNote());
      await new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      });
      // Here and not in each test: none can forget it.
      simulator.expectNoFaults();
    },
  };
}

async function readRequest(request: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  return { verb: request.method ?? '', path, query, headers, body: Buffer.concat(chunks).toString() };
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'drop') {
    response.socket?.resetAndDestroy();
    return;
  }
  // The caller's own limit ends the silence.
  if (reply === 'silence') return;
  if ('halfOf' in reply) {
    const { status, headers, body } = reply.halfOf;
    response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) });
    response.write(body.slice(0, body.length / 2), () => response.socket?.destroy());
    return;
  }
  response.writeHead(reply.status, reply.headers).end(reply.body);
}

/** The simulator without a line: a `fetch` for the SDK's client, for tests that make many calls. */
export function inProcess(simulator: StripeSimulator): typeof fetch {
  return async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const headers = Object.fromEntries(new Headers(init?.headers).entries());
    const request = { path: pathname, query: search.slice(1), headers, body: String(init?.body ?? '') };
    const reply = await simulator.receive({ verb: init?.method ?? 'GET', ...request });
    await simulator.afterAnswer();
    if (reply === 'silence') throw new DOMException('The operation timed out.', 'TimeoutError');
    if (reply === 'drop' || 'halfOf' in reply) throw new TypeError('fetch failed');
    return new Response(reply.body, { status: reply.status, headers: reply.headers });
  };
}
