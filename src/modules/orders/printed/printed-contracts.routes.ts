import type { FastifyInstance } from 'fastify';
import { Refusal } from '#kit/refusal.ts';
import type { AppContext } from '#server/app-context.ts';
import { handle } from '#server/http/handle.ts';
import { filePolicy } from '#server/http/pages/security-headers.ts';
import { serverRefusals } from '#server/http/server.refusals.ts';
import { serveStored } from '#server/http/stored-files.ts';
import { blankContract, type BlankContracts } from './blank-contracts.service.ts';
import * as contract from './printed-contracts.contract.ts';
import {
  deletePrintedContract,
  listPrintedContracts,
  openPrintedContract,
  printContract,
} from './printed-contracts.service.ts';

export function registerPrintedContractRoutes(app: FastifyInstance, context: AppContext): void {
  handle(app, contract.printContract, async ({ viewer, body }) => [
    await printContract(context, viewer, body),
  ]);
  handle(app, contract.listPrintedContracts, async ({ viewer }) => listPrintedContracts(context, viewer));
  handle(app, contract.deletePrintedContract, async ({ viewer, params }) =>
    deletePrintedContract(context, viewer, params.id),
  );
}

/** The blank contract of a program is for everybody. */
export function registerPrintedContractFiles(storage: FastifyInstance, context: AppContext): void {
  serveStored(storage, context, 'printed-contracts', (viewer, path) =>
    openPrintedContract(context, viewer, path),
  );
  const made: BlankContracts = new Map();
  storage.get<{ Params: { file: string } }>(
    '/blank-contracts/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const [, id] = /^(\d{1,15})\.pdf$/.exec(request.params.file) ?? [];
      const content = id && (await blankContract(context, made, Number(id)));
      if (!content) throw new Refusal(serverRefusals.not_found);
      return reply
        .headers({
          'content-security-policy': filePolicy(context.config),
          'cache-control': 'public, max-age=300',
          'content-disposition': 'inline',
        })
        .type('application/pdf')
        .send(Buffer.from(content));
    },
  );
}
