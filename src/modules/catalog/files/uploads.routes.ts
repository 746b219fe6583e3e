import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/app-context.ts';
import { handle } from '#server/http/handle.ts';
import { readUpload } from '#server/http/upload.ts';
import { uploadFile } from './uploads.contract.ts';
import { bytesAllowed, storeUpload } from './uploads.service.ts';

export function registerUploadRoutes(app: FastifyInstance, context: AppContext): void {
  handle(app, uploadFile, async ({ viewer, query, request }) => {
    const upload = await readUpload(request, bytesAllowed(query.kind));
    return [await storeUpload(context, viewer, { kind: query.kind, upload })];
  });
}
