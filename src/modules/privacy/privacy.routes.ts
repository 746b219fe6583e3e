import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#kit/refusal.ts';
import type { AppContext } from '#server/app-context.ts';
import { handle } from '#server/http/handle.ts';
import { filePolicy } from '#server/http/security-headers.ts';
import { serverRefusals } from '#server/http/server.refusals.ts';
import { viewerOfSignedLink } from '#server/http/stored-files.ts';
import { listCertificates } from './certificates.service.ts';
import { deleteFamily } from './delete-account.service.ts';
import { linkToCopyOf, linkToOwnCopy, openCopy } from './family-copy.service.ts';
import * as calls from './privacy.contract.ts';

export function registerPrivacyRoutes(app: FastifyInstance, context: AppContext): void {
  handle(app, calls.takeCopy, async ({ viewer, body }) => [
    await linkToOwnCopy(context, viewer, body.current_password),
  ]);
  handle(app, calls.takeCopyOfParent, async ({ viewer, params }) => [
    await linkToCopyOf(context, viewer, params.id),
  ]);
  handle(app, calls.listCertificates, async () => listCertificates(context.db));
  handle(app, calls.deleteAccount, async ({ viewer, body }) => {
    await deleteFamily(context, viewer, body.current_password);
    // It only saves time: the outbox is drained every minute anyway.
    await context.triggerJob('outbox.drain').catch(() => undefined);
  });
}

/** The family's copy. A token does not open it: the link is given to who has just said who they are. */
export function registerPrivacyFiles(storage: FastifyInstance, context: AppContext): void {
  storage.get('/family-data/*', { schema: { hide: true } }, async (request, reply) => {
    const viewer = await viewerOfSignedLink(context, request);
    if (!viewer) throw new Refusal(serverRefusals.unauthenticated);
    const file = (request.params as Record<string, string>)['*'];
    const copy = await openCopy(context, viewer, `family-data/${file}`);
    if (!copy) throw new Refusal(serverRefusals.not_found);
    return reply
      .headers({
        'content-security-policy': filePolicy(context.config),
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="${copy.filename}"`,
      })
      .type('application/zip')
      .send(Readable.from(copy.content, { objectMode: false }));
  });
}
