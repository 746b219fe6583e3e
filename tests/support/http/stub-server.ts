import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server saw it. */
export type Seen = { url: string; method: string; headers: IncomingHttpHeaders; body: string };
/**
 * JSON when `body` is given, else the text as HTML; it goes out when `when` is over, or breaks off in the
 * middle.
 */
export type Reply = {
  status: number;
  body?: unknown;
  text?: string;
  headers?: Record<string, string>;
  when?: Promise<unknown>;
  isCutOff?: boolean;
};

export type StubServer = {
  /** where its /api is */
  readonly address: string;
  seen: Seen[];
  answer: (request: Seen) => Reply;
  close(): Promise<void>;
};

/**
 * A small real HTTP server for tests of the browser's client: it answers what the test says and remembers
 * what it saw.
 */
export async function startStubServer(): Promise<StubServer> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', async () => {
      const one = { url: request.url ?? '', method: request.method ?? '', headers: request.headers, body };
      answering.seen.push(one);
      const reply = answering.answer(one);
      await reply.when;
      response.writeHead(reply.status, {
        ...reply.headers,
        'content-type': reply.text === undefined ? 'application/json' : 'text/html',
      });
      if (reply.isCutOff) response.write('{"success": true, "ite', () => response.destroy());
      else response.end(reply.text ?? JSON.stringify(reply.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const answering: StubServer = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    seen: [],
    answer: () => ({ status: 404, body: { success: false, errors: ['Not found.'] } }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return answering;
}
