import type { FastifyInstance } from 'fastify';
import { once } from '#platform/once/once.ts';
import type { AppContext } from '#server/app-context.ts';
import { handle } from '#server/http/handle.ts';
import { serveStored } from '#server/http/stored-files.ts';
import { sendEmailsSoon } from '#server/http/trigger-soon.ts';
import * as calls from './statement.contract.ts';
import {
  countStatementMails,
  mailAll,
  openStatement,
  readFacts,
  signedPath,
  statementYears,
} from './statement.service.ts';

export function registerStatementRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, clock } = context;
  handle(app, calls.listStatements, ({ viewer }) => statementYears(context, viewer.user_id));
  handle(app, calls.readStatement, async ({ viewer, params: { year } }) => {
    const of = { user_id: viewer.user_id, year };
    const { family, ...facts } = await readFacts(context, of);
    return [
      {
        ...facts,
        family: { ...family, place: [...family.place] },
        pdf_path: signedPath(context, viewer, of),
      },
    ];
  });
  handle(app, calls.listParentStatements, async ({ viewer, params: { id } }) =>
    (await statementYears(context, id)).map(({ year }) => ({
      year,
      pdf_path: signedPath(context, viewer, { user_id: id, year }),
    })),
  );
  handle(app, calls.countStatements, async ({ params: { year } }) => [
    await countStatementMails(context, year),
  ]);
  handle(app, calls.mailStatements, async ({ viewer, headers, params }) => {
    const at = { now: clock.now(), today: clock.today(), time_zone: clock.time_zone };
    const call = { by_id: viewer.user_id, call: 'mailStatements', key: headers['idempotency-key'] };
    const mailed = await db.transaction((tx) =>
      once(tx, at.now, { ...call, sent: params }, () => mailAll(tx, at, viewer, params.year)),
    );
    await sendEmailsSoon(context);
    return [{ mailed }];
  });
}

export function registerStatementFiles(storage: FastifyInstance, context: AppContext): void {
  serveStored(storage, context, 'statements', (viewer, path) => openStatement(context, viewer, path));
}
