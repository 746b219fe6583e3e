import type { FastifyInstance } from 'fastify';
import { fieldErrorsOf } from '#kit/endpoint/field-messages.ts';
import { isPreviewed, readPreview } from '#kit/endpoint/read-preview.ts';
import { Refusal } from '#kit/refusal.ts';
import { serverRefusals } from './server.refusals.ts';

/**
 * The one place that keeps a preview from writing (SE7.2): a request with the headers of a preview reaches
 * nothing but calls declared `preview: 'read'`. The first hook of all, so no answer is repeated to a preview
 * and no limit, guard or handler runs before. The guard of the call asks for the right (guard.ts).
 */
export function keepPreviewsReading(app: FastifyInstance): void {
  app.decorateRequest('preview', undefined);
  app.addHook('onRequest', async (request) => {
    if (!isPreviewed(request.headers)) return;
    if (request.routeOptions.config.preview !== 'read')
      throw new Refusal(serverRefusals.preview_writes_nothing);
    const { data, error } = readPreview(request.headers);
    if (error)
      throw new Refusal(serverRefusals.input_invalid, {
        field_errors: fieldErrorsOf(error.issues, undefined),
      });
    request.preview = data;
  });
}
