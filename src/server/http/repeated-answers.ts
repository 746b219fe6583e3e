import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { requestRate } from '#platform/throttle/request-rate.ts';
import { networkOf } from '#platform/throttle/throttle.ts';
import { fingerprintOf } from '#platform/tokens/tokens.ts';

/** A sent answer without the parts of a single request. Headers alternate name and value. */
type Sent = { headers: string[]; body: Buffer; until: number; isRenewed: boolean };

// More than the addresses of a season; the least recently used goes first.
const ANSWERS_KEPT = 500;
const BYTES_KEPT = 16_000_000;
const LONGEST_ADDRESS = 300;
const LONGEST_ENCODINGS = 100;
/** New addresses kept for a network in a minute; a visit has some 20. */
const NEW_A_MINUTE = 200;
const REQUEST_ID = 'x-request-id';

const isPlainRead = ({ method, url, headers, preview }: FastifyRequest): boolean =>
  method === 'GET' &&
  preview === undefined &&
  url.length <= LONGEST_ADDRESS &&
  (headers['accept-encoding'] ?? '').length <= LONGEST_ENCODINGS &&
  headers.authorization === undefined &&
  headers['if-none-match'] === undefined;

const isForOne = (reply: FastifyReply): boolean =>
  String(reply.getHeader('cache-control')).includes('no-store') || reply.hasHeader('set-cookie');

/** An uncompressed answer may still get compressed for a browser accepting compression. */
const isAsSent = (request: FastifyRequest, reply: FastifyReply): boolean =>
  reply.hasHeader('content-encoding') || (request.headers['accept-encoding'] ?? 'identity') === 'identity';

const isRepeatable = (request: FastifyRequest, reply: FastifyReply): boolean =>
  request.mayBeRepeated &&
  reply.statusCode === 200 &&
  isPlainRead(request) &&
  !isForOne(reply) &&
  isAsSent(request, reply);

const keyOf = ({ url, headers }: FastifyRequest): string =>
  fingerprintOf(`${url} ${headers['accept-encoding'] ?? ''}`);

function headersOf(reply: FastifyReply, body: Buffer): string[] {
  const headers = Object.entries({ ...reply.getHeaders(), 'content-length': body.length });
  return headers.filter(([name]) => name !== REQUEST_ID).flatMap(([name, value]) => [name, String(value)]);
}

/** The first request asks again; in the meantime others get the old answer. */
function mustLookAgain(known: Sent, forMs: number): boolean {
  const now = performance.now();
  if (now <= known.until) return false;
  if (!known.isRenewed) Object.assign(known, { isRenewed: true, until: now + forMs });
  return true;
}

/**
 * Of a crowd reading the same page, only the first request costs work (decision 73). A handler allows
 * repeating with `request.mayBeRepeated`; answers to a login or with `no-store` are never repeated.
 * @param limits  counts repeated answers too
 * @param forMs  no answer is older than twice `forMs`; with 0 nothing is repeated
 */
export function repeatAnswers(
  app: FastifyInstance,
  { forMs, limits }: { forMs: number; limits: (request: FastifyRequest) => Promise<void> },
): void {
  app.decorateRequest('mayBeRepeated', false);
  if (forMs === 0) return;
  const sent = new LRUCache<string, Sent>({
    max: ANSWERS_KEPT,
    maxSize: BYTES_KEPT,
    sizeCalculation: ({ headers, body }) => headers.join('').length + body.length,
  });
  const newOfNetwork = requestRate(NEW_A_MINUTE);

  app.addHook('onRequest', async (request, reply) => {
    const known = isPlainRead(request) ? sent.get(keyOf(request)) : undefined;
    if (!known || mustLookAgain(known, forMs)) return;
    if (request.routeOptions.url?.startsWith('/api/')) await limits(request);
    reply.hijack();
    reply.raw.writeHead(200, [...known.headers, REQUEST_ID, request.id]).end(known.body);
  });
  app.addHook('onSend', async (request, reply, body) => {
    if (!Buffer.isBuffer(body) || !isRepeatable(request, reply)) return body;
    const key = keyOf(request);
    if (!sent.has(key) && newOfNetwork(networkOf(request.ip), app.context.clock.now()) > 0) return body;
    const until = performance.now() + forMs;
    sent.set(key, { headers: headersOf(reply, body), body, until, isRenewed: false });
    return body;
  });
}
