import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { AppContext } from '#server/app-context.ts';
import { filePolicy } from '#server/http/pages/security-headers.ts';
import { serverRefusals } from './server.refusals.ts';
import { viewerOfSignedLink } from './stored-files.ts';

export type OpenedArchive = { content: AsyncGenerator<Uint8Array> | Buffer; filename: string; type?: string };

/**
 * Needs a signed link; a token opens no archive.
 * @param below  `family-data` serves /storage/family-data/…
 * @param open  receives the path below /storage; undefined becomes a 404
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
      .type(archive.type ?? 'application/zip')
      .send(Readable.from(archive.content, { objectMode: false }));
  });
}
