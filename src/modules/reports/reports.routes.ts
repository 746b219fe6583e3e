import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/app-context.ts';
import { serveArchives } from '#server/http/archives.ts';
import { handle } from '#server/http/handle.ts';
import { exportReport } from './files/report-files.contract.ts';
import { linkToReport, openReport } from './files/report-files.service.ts';
import { readSeasonReport } from './season/season-report.contract.ts';
import { askedReport, seasonReport } from './season/season-report.service.ts';

export function registerReportsRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, clock } = context;
  handle(app, readSeasonReport, async ({ query }) => [
    await seasonReport({ db, clock }, await askedReport({ db, clock }, query)),
  ]);
  handle(app, exportReport, async ({ viewer, body }) => [await linkToReport(context, viewer, body)]);
}

export function registerReportsFiles(storage: FastifyInstance, context: AppContext): void {
  serveArchives(storage, context, 'reports', (viewer, path) => openReport(context, viewer, path));
}
