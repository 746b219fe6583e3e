import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { AppContext } from '#server/app-context.ts';
import { filePolicy } from '#server/http/pages/security-headers.ts';
import { serverRefusals } from './server.refusals.ts';
import { viewerOfSignedLink } from './stored-files.ts';

/** An archive as it is sent, piece by piece, and its name on the reader's disk. */
export type OpenedArchive = { content: AsyncGenerator<Uint8Array>; filename: string };

/**
 * Serves archives that are made when they are asked for, below /storage. A token does not open one: the link
 * is given to who has just asked for it.
 * @param below  `family-data` serves /storage/family-data/…
 * @param open   is handed the path below /storage; undefined is answered with 404
 */
export function serveArchives(
  storage: FastifyInstance,
  context: AppContext,
  below: string,
  open: (viewer: Viewer, path: string) => Promise<OpenedArchive | undefined>,
): void {
  storage.get(`/${below}/*`, { schema: { hide: true } }, async (request, reply) => {
    const viewer = await viewerOfSignedLink(context, request);
    if (!viewer) throw new Refusal(serverRefusals.unauthenticated);
    const archive = await open(viewer, `${below}/${(request.params as Record<string, string>)['*']}`);
    if (!archive) throw new Refusal(serverRefusals.not_found);
    return reply
      .headers({
        'content-security-policy': filePolicy(context.config),
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="${archive.filename}"`,
      })
      .type('application/zip')
      .send(Readable.from(archive.content, { objectMode: false }));
  });
}
