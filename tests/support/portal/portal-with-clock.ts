import { expect, request as apis, type APIRequestContext, type Browser, type Page } from '@playwright/test';
import { addMonthsClamped, formatDateWithWeekday, type PlainDate } from '#kit/plain-date.ts';
import { signInAsStaff } from '#tests/support/browser/back-office.ts';
import { listenTo } from '#tests/support/browser/stored-secrets.ts';
import { startDemoPortal } from './demo-portal.ts';
import { queryPortal } from './query-portal.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 900 } };

/** A portal of one test file, whose clock may be moved, and the browsers that are open on it. */
export type PortalWithClock = {
  portal: Awaited<ReturnType<typeof startDemoPortal>>;
  api: APIRequestContext;
  /** a browser of its own, the size of a phone or of a desktop */
  open(browser: Browser, on: 'phone' | 'desktop'): Promise<Page>;
  /** the pages that were opened, and all that their browsers were answered */
  pages: Page[];
  heard: () => Promise<string[]>;
  /** runs a statement in the portal's database */
  query(statement: string, values?: readonly unknown[]): Promise<any[]>;
  stop(): Promise<void>;
};

/**
 * Starts a portal of its own: a moved clock would change the days of every other journey's family.
 */
export async function startPortalWithClock(env: Record<string, string> = {}): Promise<PortalWithClock> {
  const portal = await startDemoPortal(env);
  const baseURL = portal.address;
  const pages: Page[] = [];
  const ears: ReturnType<typeof listenTo>[] = [];
  const api = await apis.newContext({ baseURL });
  return {
    portal,
    api,
    pages,
    heard: async () => (await Promise.all(ears.map((ear) => ear.texts()))).flat(),
    query: (statement, values) => queryPortal(statement, values, portal.dataDir),
    async open(browser, on) {
      const page = await (
        await browser.newContext({ baseURL, ...(on === 'phone' ? PHONE : DESKTOP) })
      ).newPage();
      pages.push(page);
      ears.push(listenTo(page));
      return page;
    },
    async stop() {
      await api.dispose();
      await portal.stop();
    },
  };
}

/** Opens the page on which staff move the sandbox's clock. */
export async function openClock({ api, open }: PortalWithClock, browser: Browser): Promise<Page> {
  const office = await open(browser, 'desktop');
  await signInAsStaff(office, api);
  await office.goto('/admin/clock');
  return office;
}

type ClockState = { today: PlainDate; next_due_on: PlainDate | null };

async function clickAndRead(office: Page, name: RegExp): Promise<ClockState> {
  const button = office.getByRole('button', { name });
  await expect(button).toBeEnabled();
  const moving = office.waitForResponse(
    (answer) => answer.url().endsWith('/api/admin/clock') && answer.request().method() === 'POST',
    { timeout: 120_000 },
  );
  await button.click();
  const {
    items: [state],
  } = await (await moving).json();
  await expect(office.getByText(formatDateWithWeekday(state.today), { exact: true }).first()).toBeVisible();
  return state;
}

/** Clicks the clock's buttons, months first, until the day is reached. */
export async function moveClockTo(office: Page, day: PlainDate): Promise<void> {
  // An answer that the page of before still waits for would be taken for that of the reloaded one.
  await office.waitForLoadState('networkidle');
  const reading = office.waitForResponse(
    (answer) => answer.url().endsWith('/api/admin/clock') && answer.request().method() === 'GET',
  );
  await office.reload();
  let {
    items: [state],
  } = await (await reading).json();
  while (state.today < day) {
    if (addMonthsClamped(state.today, 1) <= day) state = await clickAndRead(office, /^One month$/);
    else if (state.next_due_on && state.next_due_on <= day)
      state = await clickAndRead(office, /^Next due date/);
    else state = await clickAndRead(office, /^Next day$/);
  }
}
