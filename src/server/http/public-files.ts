import type { FastifyInstance } from 'fastify';
import { Refusal } from '#kit/refusal.ts';
import { contentTypeOf } from '#modules/catalog/stored-files.ts';
import type { AppContext } from '#server/app-context.ts';
import { filePolicy } from '#server/http/pages/security-headers.ts';
import { serverRefusals } from './server.refusals.ts';

// What everyone may read: pictures of the public site, and contracts to print. Contract PDFs and
// children's photos lie in the same store and are served by their modules, to whom they belong.
const PUBLIC_FOLDERS = ['content', 'period-program-groups'];

const PLAIN_KEY = /^([\w-]+\/)*[\w-]+(\.[\w-]+)+$/;

/** The public files of a season, below /storage, each with the content type of its ending. */
export function servePublicFiles(app: FastifyInstance, { files, config }: AppContext): void {
  for (const folder of PUBLIC_FOLDERS) {
    app.get<{ Params: { '*': string } }>(
      `/${folder}/*`,
      { schema: { hide: true } },
      async (request, reply) => {
        const key = `${folder}/${request.params['*']}`;
        const content = PLAIN_KEY.test(key) ? await files.find(key) : undefined;
        if (!content) throw new Refusal(serverRefusals.not_found);
        return reply
          .headers({
            'content-security-policy': filePolicy(config),
            'x-content-type-options': 'nosniff',
            // A season can bring another file under the same name, so a copy may be kept for minutes only.
            'cache-control': 'public, max-age=300',
          })
          .type(contentTypeOf(key))
          .send(Buffer.from(content));
      },
    );
  }
}
