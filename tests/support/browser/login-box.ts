import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { PASSWORD } from './account.ts';

/** Opens a page and waits until it has started: from then on what is typed and pressed counts. */
export async function open(page: Page, path: string): Promise<void> {
  const started = page.waitForResponse(/\/api\/option$/);
  await page.goto(path);
  await started;
}

export const loginForm = (page: Page): Locator => page.getByRole('form', { name: 'Log in' });
export const signupForm = (page: Page): Locator => page.getByRole('form', { name: 'Create an account' });

/** A password field, and not the button that shows what it holds. */
export const passwordIn = (form: Locator, name = 'Password'): Locator =>
  form.getByRole('textbox', { name, exact: true });

/** Fills and sends the login form of the page that is open. */
export async function logIn(
  page: Page,
  email: string,
  { password = PASSWORD, keep = true } = {},
): Promise<void> {
  const form = loginForm(page);
  await form.getByLabel('Email').fill(email);
  await passwordIn(form).fill(password);
  await form.getByRole('checkbox', { name: 'Keep me logged in' }).setChecked(keep);
  await form.getByRole('button', { name: 'Log in' }).click();
}

type Passwords = { password?: string; confirmation?: string };

/** Fills the signup form of the page that is open, and does not send it. */
export async function fillSignup(
  page: Page,
  email: string,
  { password = PASSWORD, confirmation = password }: Passwords = {},
): Promise<void> {
  const form = signupForm(page);
  await form.getByLabel('First name').fill('Adaeze');
  await form.getByLabel('Last name').fill('Okafor');
  await form.getByLabel('Email').fill(email);
  await passwordIn(form).fill(password);
  await passwordIn(form, 'Confirm password').fill(confirmation);
  await form.getByRole('checkbox').check();
}

export const createAccount = (page: Page): Promise<void> =>
  signupForm(page).getByRole('button', { name: 'Create account' }).click();

/** Goes on with the Tab key until `target` has the focus, which must be to be seen. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const isThere = () => target.evaluate((node) => node === document.activeElement);
  for (let keystrokes = 0; keystrokes < 30 && !(await isThere()); keystrokes += 1)
    await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
  expect(
    await target.evaluate((node) => getComputedStyle(node).outlineStyle),
    'the focus is to be seen',
  ).not.toBe('none');
}

/** A field has its message under it, tied to it, and looks wrong. */
export async function expectError(field: Locator, sentence: string): Promise<void> {
  await expect(field).toHaveAccessibleDescription(new RegExp(sentence.replace(/[.:(]/g, '\\$&')));
  await expect(field).toHaveAttribute('aria-invalid', 'true');
}

export type Stored = { local: Record<string, string>; session: Record<string, string> };

/** All that the browser keeps for this page, but for how far the router's pages were scrolled. */
export async function stored(page: Page): Promise<Stored> {
  const { local, session } = await page.evaluate(() => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
  }));
  // The ticket of the line is the browser's, whoever is here (H21).
  const { 'react-router-scroll-positions': _, ticket: _ticket, ...ours } = session;
  // By this the server knows the browser; it stays beyond the login, and says nothing of who it was (H5).
  const { known_browser: _known, ...ofLogin } = local;
  return { local: ofLogin, session: ours };
}

// What every page asks for as it starts, whoever looks at it, and the code of a page before it is imported.
const OF_EVERY_PAGE = /\/api\/(option|server\/info)$|\/assets\//;

/** Every call of the API from now on that a page does not make for everyone, as `POST /login`. */
export function recordCalls(page: Page): {
  readonly calls: Request[];
  names(): string[];
  count(name: string): number;
} {
  const calls: Request[] = [];
  const nameOf = (request: Request) =>
    `${request.method()} ${new URL(request.url()).pathname.replace(/^\/api/, '')}`;
  page.on('request', (request) => {
    if (['fetch', 'xhr'].includes(request.resourceType()) && !OF_EVERY_PAGE.test(request.url()))
      calls.push(request);
  });
  const names = () => calls.map(nameOf);
  return { calls, names, count: (name) => names().filter((each) => each === name).length };
}
