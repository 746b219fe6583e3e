import type { FastifyInstance } from 'fastify';
import { Refusal } from '#kit/refusal.ts';
import { publicFileKey } from '#modules/catalog/catalog.service.ts';
import { currentCatalog } from '#modules/catalog/current-catalog.service.ts';
import { contentTypeOf } from '#modules/catalog/stored-files.ts';
import type { AppContext } from '#server/app-context.ts';
import { filePolicy } from '#server/http/pages/security-headers.ts';
import { serverRefusals } from './server.refusals.ts';

// Public pictures and contracts to print; modules serve private files of the same store.
const PUBLIC_FOLDERS = ['content', 'period-program-groups'];

const PLAIN_PATH = /^([\w-]+\/)*[\w-]+(\.[\w-]+)+$/;

export function servePublicFiles(app: FastifyInstance, { db, files, config }: AppContext): void {
  for (const folder of PUBLIC_FOLDERS) {
    app.get<{ Params: { '*': string } }>(
      `/${folder}/*`,
      { schema: { hide: true } },
      async (request, reply) => {
        const path = `${folder}/${request.params['*']}`;
        const key = PLAIN_PATH.test(path) ? publicFileKey(await currentCatalog(db), path) : undefined;
        const content = key && (await files.find(key));
        if (!content) throw new Refusal(serverRefusals.not_found);
        return reply
          .headers({
            'content-security-policy': filePolicy(config),
            'x-content-type-options': 'nosniff',
            // A season may bring another file under the same name, so caches keep a copy for minutes only.
            'cache-control': 'public, max-age=300',
          })
          .type(contentTypeOf(path))
          .send(Buffer.from(content));
      },
    );
  }
}
