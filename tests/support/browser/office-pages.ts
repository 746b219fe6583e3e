import { expect, type Page } from '@playwright/test';
import { pages } from '#app/site-map.ts';
import type { StaffApi } from './a-draft-season.ts';

type Loose = Record<string, any>;

/** What an address needs besides its path to show more than a choice. */
const QUERIES: Record<string, (known: Loose) => string> = {
  'admin.preview': ({ season_id }) => `?season=${season_id}&open=true`,
  'admin.sell': ({ parent_id }) => `?family=${parent_id}`,
};

async function valuesOf({ read }: Pick<StaffApi, 'read'>): Promise<Loose> {
  const first = async (path: string) => (await read(path))[0]?.rows[0] as Loose | undefined;
  const [season] = await read('/admin/seasons');
  const [school] = await read('/admin/catalog/program_group');
  const [text] = await read(`/admin/seasons/${season?.id}/texts`);
  const payment = await first('/admin/payments');
  return {
    season_id: season?.id,
    school_id: school?.id,
    field: text?.field,
    owner: text && `${text.kind}:${text.id}`,
    parent_id: (await first('/admin/parents'))?.id,
    student_id: (await first('/admin/students'))?.id,
    request_id: (await first('/admin/requests?kind=refund'))?.id,
    application_id: (await first('/admin/applications'))?.id,
    order_id: payment?.order_id,
    payment_id: payment?.id,
    offer_id: (await first('/admin/offers'))?.id,
    payout_ref: (await first('/admin/payouts'))?.ref,
    change_id: (await first('/admin/catalog/changes'))?.id,
  };
}

export type OfficePage = { name: string; path: string };

/** An address of each page of the office; `missing` are the pages of what the portal does not have. */
export async function officePages(
  api: Pick<StaffApi, 'read'>,
): Promise<{ found: OfficePage[]; missing: string[] }> {
  const known = await valuesOf(api);
  const office = pages.filter(({ name }) => /^admin(\.|$)/.test(name));
  const lacks = (path: string) =>
    [...path.matchAll(/:(\w+)/g)].some(([, name]) => known[name!] === undefined);
  return {
    found: office
      .filter(({ path }) => !lacks(path))
      .map(({ name, path }) => ({
        name,
        path:
          path.replaceAll(/:(\w+)/g, (_, param: string) => encodeURIComponent(String(known[param]))) +
          (QUERIES[name]?.(known) ?? ''),
      })),
    missing: office.filter(({ path }) => lacks(path)).map(({ name }) => name),
  };
}

/** Every read of the office fails, until the returned function is called. */
export async function failReads(page: Page): Promise<() => Promise<void>> {
  const url = '**/api/admin/**';
  await page.route(url, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ status: 500, json: { success: false, errors: ['The server is busy.'] } })
      : route.fallback(),
  );
  return () => page.unroute(url);
}

/** What is done with a page as the portal has it, and with the page as its reads fail. */
export type Visit = (page: Page, name: string) => Promise<void>;

/** Opens pages of the office, each as the portal has it and as its reads fail. */
export async function visitOfficePages(
  page: Page,
  found: readonly OfficePage[],
  visit: Visit,
): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 }).first();
  for (const { name, path } of found) {
    await page.goto(path);
    await expect(heading, name).toBeVisible();
    await visit(page, name);
    const end = await failReads(page);
    await page.reload();
    await expect(heading, `${name}, failed`).toBeVisible();
    await visit(page, `${name}-failed`);
    await end();
  }
}
