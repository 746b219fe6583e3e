import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

// For fewer bytes, compressing costs more than the saving.
const COMPRESSED_FROM_BYTES = 1_024;

/** The call is answered at another address for good. */
export class MovedAnswer {
  readonly #address: string;

  constructor(address: string) {
    this.#address = address;
  }

  send(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return reply.redirect(this.#address, 308);
  }
}

/** An answer made once for all requests; compressed on the first demand. */
export class ReadyAnswer {
  readonly #bytes: Buffer;
  readonly #etag: string;
  #compressed: Buffer | undefined;

  constructor(answer: unknown) {
    this.#bytes = Buffer.from(JSON.stringify(answer));
    this.#etag = `"${createHash('sha256').update(this.#bytes).digest('base64url')}"`;
  }

  get bytes(): number {
    return this.#bytes.length;
  }

  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    request.mayBeRepeated = true;
    // The guard forbids caching for a request with a token.
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
