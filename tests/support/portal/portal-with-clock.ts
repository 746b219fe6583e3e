import { expect, request as apis, type APIRequestContext, type Browser, type Page } from '@playwright/test';
import { addMonthsClamped, formatDateWithWeekday, type PlainDate } from '#kit/plain-date.ts';
import { DEMO, logInByApi, signIn } from '#tests/support/browser/account.ts';
import { listenTo } from '#tests/support/browser/stored-secrets.ts';
import { startDemoPortal } from './demo-portal.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 900 } };

/** A portal whose clock may be moved, as nobody else is there; and whoever looks at it. */
export type PortalWithClock = {
  portal: Awaited<ReturnType<typeof startDemoPortal>>;
  api: APIRequestContext;
  /** a browser of its own, the size of a phone or of a desktop */
  open(browser: Browser, on: 'phone' | 'desktop'): Promise<Page>;
  /** the pages that were opened, and all that their browsers were answered */
  pages: Page[];
  heard: () => Promise<string[]>;
  stop(): Promise<void>;
};

/**
 * A clock that moves would carry every other journey's family away, so a rehearsal has a portal of its own.
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

/** Staff at the sandbox's clock. */
export async function openClock({ api, open }: PortalWithClock, browser: Browser): Promise<Page> {
  const office = await open(browser, 'desktop');
  await signIn(office, await logInByApi(api, DEMO.admin));
  await office.goto('/admin/clock');
  return office;
}

type ClockState = { today: PlainDate; next_due_on: PlainDate | null };

async function clickAndRead(office: Page, name: RegExp): Promise<ClockState> {
  const button = office.getByRole('button', { name });
  await expect(button).toBeEnabled();
  const moving = office.waitForResponse(
    (answer) => answer.url().endsWith('/api/admin/clock') && answer.request().method() === 'POST',
    { timeout: 60_000 },
  );
  await button.click();
  const {
    items: [state],
  } = await (await moving).json();
  await expect(office.getByText(formatDateWithWeekday(state.today), { exact: true }).first()).toBeVisible();
  return state;
}

/** Presses the clock's buttons, months first, until it is the day. */
export async function moveClockTo(office: Page, day: PlainDate): Promise<void> {
  const reading = office.waitForResponse(
    (answer) => answer.url().endsWith('/api/admin/clock') && answer.request().method() === 'GET',
  );
  await office.reload();
  let {
    items: [state],
  } = await (await reading).json();
  while (state.today < day) {
    if (addMonthsClamped(state.today, 1) <= day) state = await clickAndRead(office, /^A month$/);
    else if (state.next_due_on && state.next_due_on <= day)
      state = await clickAndRead(office, /^Next due date/);
    else state = await clickAndRead(office, /^Next day$/);
  }
}
