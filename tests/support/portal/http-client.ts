import { Agent, request, type IncomingHttpHeaders } from 'node:http';

export type HttpAnswer = { status: number; items: any[]; errors: string[]; headers: IncomingHttpHeaders };

type Call = {
  method: 'GET' | 'POST';
  path: string;
  token?: string;
  body?: object;
  headers?: Record<string, string>;
};

export type HttpClient = {
  /** @throws when the connection breaks before the whole answer is there */
  call(call: Call): Promise<HttpAnswer>;
  close(): void;
};

/** Calls a portal's API over real connections that stay open, as many as there are callers. */
export function httpClient(url: string): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const call = ({ method, path, token, body, headers }: Call) =>
    new Promise<HttpAnswer>((resolve, reject) => {
      const sent = body && JSON.stringify(body);
      const all = {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(sent && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(sent)),
        }),
        ...headers,
      };
      const asked = request(`${url}/api${path}`, { agent, method, headers: all }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
        answer.on('end', () => {
          // A server that is killed while it answers ends the stream early; that is no answer.
          if (!answer.complete) return reject(new Error('the answer broke off'));
          const { items = [], errors = [] } = JSON.parse(
            String(Buffer.concat(chunks)),
          ) as Partial<HttpAnswer>;
          resolve({ status: answer.statusCode ?? 0, items, errors, headers: answer.headers });
        });
      });
      asked.on('error', reject).end(sent);
    });
  return { call, close: () => agent.destroy() };
}
