import { expect, type APIRequestContext, type APIResponse } from '@playwright/test';
import { DEMO, logInByApi } from './account.ts';

type Loose = Record<string, any>;

export type StaffApi = {
  read(path: string): Promise<Loose[]>;
  send(method: 'POST' | 'PUT', path: string, data: object): Promise<Loose>;
};

/** The calls of the office as one of the staff makes them beside a browser. */
export async function staffApi(request: APIRequestContext, key: string): Promise<StaffApi> {
  const { access_token } = await logInByApi(request, DEMO.superAdmin);
  const headers = {
    'X-Requested-With': 'XMLHttpRequest',
    Authorization: `Bearer ${access_token}`,
    'Idempotency-Key': `journey ${key}`,
  };
  const json = async (answer: APIResponse) => (await answer.json()) as Loose;
  return {
    read: async (path) => (await json(await request.get(`/api${path}`, { headers }))).items as Loose[],
    send: async (method, path, data) => json(await request.fetch(`/api${path}`, { method, headers, data })),
  };
}

/** A draft with one school, program, route and term, copied from the season that is sold. */
export async function aDraftSeason(request: APIRequestContext, name: string): Promise<number> {
  const { read, send } = await staffApi(request, name);
  const fieldsOf = async (kind: string, { id }: Loose) =>
    (await read(`/admin/catalog/${kind}/${id}`))[0]!.fields as Loose;
  const [group] = await read('/program_group_path/get/path/hm');
  const [board] = await read(`/admin/seasons/${group!.current_period_id}/board`);
  const school = board!.schools.find((one: Loose) => one.path === 'hm');
  const program = school.programs.find(({ routes }: Loose) =>
    routes.some((route: Loose) => route.name === 'Round trip'),
  );
  const route = program.routes.find((one: Loose) => one.name === 'Round trip');
  const term = await fieldsOf('payment_term', route.terms[0]);
  const period = { name, text: name, starts_on: '2028-09-01', ends_on: '2029-06-30', is_draft: true };
  const create = (kind: string, parent: string | null, key: string, fields: Loose) => ({
    op: 'create',
    kind,
    parent,
    key,
    fields,
  });
  const group_fields = await fieldsOf('period_group', school.period_group);
  const changes = [
    create('period', null, '#1', { ...period, is_current: false }),
    create('period_group', '#1', '#2', { ...group_fields, is_current: false }),
    create('period_program', '#1', '#3', await fieldsOf('period_program', program.period_program)),
    create('route', '#3', '#4', await fieldsOf('route', route)),
    create('payment_term', '#4', '#5', { ...term, from_dt: null, thru_dt: null }),
  ];
  const preview = await send('POST', '/admin/catalog/preview', { changes });
  const [{ hash: seen }] = preview.items;
  expect(await send('POST', '/admin/catalog/changes', { changes, seen })).toMatchObject({ success: true });
  const seasons = await read('/admin/seasons');
  return seasons.find((one) => one.name === name)!.id as number;
}
