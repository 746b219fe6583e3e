import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

// Below it the header of an encoding and its work cost more than they save.
const COMPRESSED_FROM_BYTES = 1_024;

/**
 * An answer as the bytes that are sent, made once for every request that gets it; compressed when that is
 * first asked for. A browser that has it already is told so (304).
 */
export class ReadyAnswer {
  readonly #bytes: Buffer;
  readonly #etag: string;
  #compressed: Buffer | undefined;

  constructor(answer: unknown) {
    this.#bytes = Buffer.from(JSON.stringify(answer));
    this.#etag = `"${createHash('sha256').update(this.#bytes).digest('base64url')}"`;
  }

  /** how much is kept for it, its compressed form left out */
  get bytes(): number {
    return this.#bytes.length;
  }

  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    request.mayBeRepeated = true;
    // What is asked with a token is never kept by a browser: the guard has said so.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
    reply.header('etag', this.#etag).header('vary', 'accept-encoding');
    if (request.headers['if-none-match'] === this.#etag) return reply.code(304).send();
    reply.type('application/json; charset=utf-8');
    const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
    if (!takesBrotli || this.#bytes.length < COMPRESSED_FROM_BYTES) return reply.send(this.#bytes);
    this.#compressed ??= brotliCompressSync(this.#bytes);
    return reply.header('content-encoding', 'br').send(this.#compressed);
  }
}
