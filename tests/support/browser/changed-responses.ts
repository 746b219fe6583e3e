import type { Page } from '@playwright/test';

// oxlint-disable-next-line no-explicit-any
type Item = any;
type Pattern = string | RegExp;

const drawnByApplication = new WeakSet<Page>();

/**
 * A page that the server has finished makes no call for what it shows. A journey that changes an answer sees
 * what the application draws from it: the bare page, as at an address that no school has.
 */
export async function letApplicationDraw(page: Page): Promise<void> {
  if (drawnByApplication.has(page)) return;
  drawnByApplication.add(page);
  await page.route(/^https?:\/\/[^/]+\/(hm|contract)(\?|$)/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const url = new URL('/no-such-school', route.request().url()).href;
    return route.fulfill({ response: await route.fetch({ url }) });
  });
}

/** Lets the real server answer and changes each item of it, as a season with other entries would have it. */
export async function changeItems(page: Page, pattern: Pattern, change: (item: Item) => Item): Promise<void> {
  await letApplicationDraw(page);
  await page.route(pattern, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { items: Item[] };
    await route.fulfill({ response: answer, json: { ...body, items: body.items.map(change) } });
  });
}

/** A call that fails until it is mended. */
export async function breakCall(
  page: Page,
  pattern: Pattern,
  { status = 400, errors = ['The office is closed.'] } = {},
): Promise<{ mend: () => void }> {
  await letApplicationDraw(page);
  let isBroken = true;
  await page.route(pattern, (route) =>
    isBroken ? route.fulfill({ status, json: { success: false, errors } }) : route.fallback(),
  );
  return { mend: () => void (isBroken = false) };
}

/**
 * A call that the server carries out, and whose first answer never arrives; tells the Idempotency-Key of each
 * try.
 */
export async function loseFirstAnswer(
  page: Page,
  pattern: Pattern,
): Promise<{ keys: (string | undefined)[] }> {
  const keys: (string | undefined)[] = [];
  await page.route(pattern, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  return { keys };
}

/** A call that waits for `release`, and then goes to the server. */
export async function holdCall(page: Page, pattern: Pattern): Promise<{ release: () => void }> {
  await letApplicationDraw(page);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(pattern, async (route) => {
    await released;
    await route.fallback();
  });
  return { release };
}

export const SCHOOL = '**/api/program_group_path/get/path/**';
export const SEASON = '**/api/period/program_group/read/all/**';
export const PROGRAMS = '**/api/program/read/all/**';
export const PERIOD_PROGRAMS = /\/api\/period\/program\/read\/all\//;
