import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/app-context.ts';
import { serveArchives } from '#server/http/archives.ts';
import { handle } from '#server/http/handle.ts';
import { sendEmailsSoon } from '#server/http/trigger-soon.ts';
import { listCertificates } from './certificates.service.ts';
import { deleteFamily, deleteFamilyByStaff } from './delete-account.service.ts';
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
    await sendEmailsSoon(context);
  });
  handle(app, calls.deleteAccountByStaff, async ({ viewer, params }) => {
    await deleteFamilyByStaff(context, viewer, params.id);
    await sendEmailsSoon(context);
  });
}

export function registerPrivacyFiles(storage: FastifyInstance, context: AppContext): void {
  serveArchives(storage, context, 'family-data', (viewer, path) => openCopy(context, viewer, path));
}
