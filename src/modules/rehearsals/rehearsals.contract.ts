import { z } from 'zod';
import { endpoint, type Answered } from '#kit/endpoint/endpoint.ts';
import { byId, idShape, instantShape } from '#kit/endpoint/wire.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { exchangeRefusals } from '#modules/catalog/exchange/exchange.refusals.ts';
import { rehearsalReportShape } from './rehearsal-report.shapes.ts';
import { progressShape, rehearsalSettingsShape } from './rehearsal.shapes.ts';
import { REHEARSAL_STATES } from './rehearsal.states.ts';
import { rehearsalRefusals } from './rehearsals.refusals.ts';

const rehearsalShape = z.object({
  id: idShape,
  season: z.string(),
  settings: rehearsalSettingsShape,
  state: z.enum(REHEARSAL_STATES),
  by: z.string(),
  begun_at: instantShape,
  ended_at: instantShape.nullable(),
  /** null before the first day */
  progress: progressShape.nullable(),
});

export const listRehearsals = endpoint({
  name: 'listRehearsals',
  summary: 'The rehearsals of the last 30 days, the latest first (RP5)',
  method: 'GET',
  path: '/admin/rehearsals',
  guard: { right: 'company' },
  item: rehearsalShape,
  refusals: [],
});

export type Rehearsal = Answered<typeof listRehearsals>[number];

const withReport = rehearsalShape.extend({ report: rehearsalReportShape.nullable() });

export const readRehearsal = endpoint({
  name: 'readRehearsal',
  summary: 'A rehearsal: how far it has come, and what came of it (RP5.4)',
  method: 'GET',
  path: '/admin/rehearsals/:id',
  guard: { right: 'company' },
  params: byId,
  item: withReport,
  refusals: [rehearsalRefusals.rehearsal_not_found],
});

export type RehearsalWithReport = Answered<typeof readRehearsal>[number];

export const playRehearsal = endpoint({
  name: 'playRehearsal',
  summary:
    'Play a drawn year of families on a copy of a season, in a process of its own; one at a time (RP5.1)',
  method: 'POST',
  path: '/admin/rehearsals',
  guard: { right: 'company' },
  audits: ['rehearsal.play'],
  impersonation: 'refused',
  body: rehearsalSettingsShape,
  fieldsOf: 'rehearsal',
  item: rehearsalShape,
  refusals: [
    catalogRefusals.not_found,
    exchangeRefusals.export_not_possible,
    rehearsalRefusals.rehearsed_files_missing,
    rehearsalRefusals.rehearsal_plays,
    rehearsalRefusals.no_room_to_rehearse,
  ],
});

export const stopRehearsal = endpoint({
  name: 'stopRehearsal',
  summary: 'Stop the rehearsal that plays (RP5.1)',
  method: 'POST',
  path: '/admin/rehearsals/:id/stop',
  guard: { right: 'company' },
  audits: ['rehearsal.stop'],
  impersonation: 'refused',
  params: byId,
  item: rehearsalShape,
  refusals: [rehearsalRefusals.rehearsal_not_found, rehearsalRefusals.rehearsal_over],
});
