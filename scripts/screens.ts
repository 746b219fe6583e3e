import { mkdir, rm } from 'node:fs/promises';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { DEMO, logInByApi, signIn } from '#tests/support/browser/account.ts';
import { browserLaunch } from '#tests/support/browser/launch-browser.ts';
import { startImpersonating } from '#tests/support/browser/back-office.ts';
import { startDemoPortal } from '#tests/support/portal/demo-portal.ts';
import * as wizard from '#tests/support/browser/wizard/steps.ts';
import { HEIGHT, OUT, shooter, type Shoot } from './screens/screenshot.ts';
import { shootFees } from './screens/congestion-fees.ts';
import { shootBooks } from './screens/books.ts';
import { moveToDeclinedCard, shootDeclined } from './screens/declined.ts';
import { shootFirstSteps } from './screens/first-steps.ts';
import { shootDocument } from './screens/documents.ts';
import { shootOfficePages } from './screens/office-pages.ts';
import { shootPayments } from './screens/payments.ts';
import { shootRequests } from './screens/requests.ts';
import { shootSecondCompany } from './screens/second-company.ts';

/** Takes a picture of every screen at the width of a phone and of a desktop, into build/screens/. */
const WIDTHS = [390, 1280];

const PUBLIC_PAGES: Record<string, string> = {
  home: '/',
  'home-in-a-frame': '/?frame=1',
  'about-us': '/about-us',
  technology: '/technology',
  careers: '/employment',
  'careers-sent': '/employment/succes',
  news: '/news',
  contact: '/contact-us',
  privacy: '/privacy-policy',
  login: '/login?message=Your%20password%20has%20been%20reset!',
  signup: '/login?tab=signup',
  'forgot-password': '/forgot-password',
  'reset-password': '/reset-password?token=t&email=e@b.example',
  'undo-email-change': '/undo-email-change?token=t',
  'verify-email-failed': '/verify-email?endpoint=/api/verify-email/unknown',
  school: '/hm',
  'school-closed': '/nga',
  'school-unknown': '/nowhere',
  'not-found': '/not-found?path=/nowhere/at/all',
  'verify-contract': '/verify-contract',
};

const DASHBOARD_PAGES: Record<string, string> = {
  profile: '/dashboard/profile',
  students: '/dashboard/students',
  'student-create': '/dashboard/students/create',
  addresses: '/dashboard/addresses',
  orders: '/dashboard/orders',
  'payment-methods': '/dashboard/payment-methods',
  'payment-method-create': '/dashboard/payment-methods/create',
  'payment-method-unknown': '/dashboard/payment-methods/edit/999999',
  help: '/dashboard/help',
};

async function shootPages(page: Page, pages: Record<string, string>, shoot: Shoot): Promise<void> {
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(path);
    await shoot(page, name);
  }
}

async function shootLoginBox(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/login');
  const login = page.getByRole('form', { name: 'Log in' });
  await login.getByLabel('Email').fill('nobody@okafor.example');
  await login.getByRole('textbox', { name: 'Password', exact: true }).fill('not the one');
  await login.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('alert').waitFor();
  await shoot(page, 'login-wrong');
  await page.goto('/login?tab=signup');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('The acknowledgement field is required').waitFor();
  await shoot(page, 'signup-missing');
}

/** The application with what is missing and what a Yes asks for besides. */
async function shootJobForm(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/employment');
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByLabel('Position').selectOption('Bus Driver');
  await page
    .getByRole('group', { name: 'Work experience 2' })
    .getByLabel('Responsibilities')
    .fill('Drove a 40-foot bus.');
  await page.getByRole('button', { name: 'Send application' }).click();
  await page.getByText('The charges field is required').waitFor();
  await shoot(page, 'careers-missing');
}

/** The inbox of applications, one of them, and one that took the bait. */
async function shootApplications(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/admin/applications');
  await page.getByRole('link', { name: 'Marisol Vega' }).waitFor();
  await shoot(page, 'admin-applications');
  await page.getByRole('link', { name: 'Marisol Vega' }).click();
  await page.getByRole('button', { name: 'Mark as handled' }).waitFor();
  await shoot(page, 'admin-application');
  await page.goto('/admin/applications?show=trapped');
  await page.getByRole('link', { name: 'Cheap Watches Online' }).click();
  await page.getByRole('button', { name: 'Not spam' }).waitFor();
  await shoot(page, 'admin-application-trapped');
}

/** A student with a photo, and the student screens at their worst. */
async function shootStudents(page: Page, shoot: Shoot): Promise<void> {
  const photo = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#7aa5c9' } })
    .png()
    .toBuffer();
  await page.goto('/dashboard/students');
  await page.getByRole('link', { name: 'Edit' }).click();
  await page
    .getByLabel('Photo')
    .setInputFiles({ name: 'at-school.png', mimeType: 'image/png', buffer: photo });
  await page.getByRole('img', { name: 'at-school.png' }).waitFor();
  await shoot(page, 'student-edit-photo');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('img', { name: /^Photo of/ }).waitFor();
  await shoot(page, 'students-photo');
  await page.goto('/dashboard/students/create');
  await page.getByRole('checkbox', { name: /medical concerns/ }).check();
  await page.getByRole('checkbox', { name: /split custody/ }).check();
  await page
    .getByLabel('Photo')
    .setInputFiles({ name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The sex field is required').waitFor();
  await shoot(page, 'student-create-wrong');
  await page.goto('/dashboard/students/edit/99999999');
  await page.getByText('Student not found.').waitFor();
  await shoot(page, 'student-not-found');
}

/** A quote that is dearer than what was shown, once; then the real one again. */
async function shootNewPrice(page: Page, shoot: Shoot): Promise<void> {
  await page.route(
    '**/api/order/quote',
    async (route) => {
      const response = await route.fetch();
      const dearer = (await response.text())
        .replaceAll('220000', '230000')
        .replaceAll('280000', '290000')
        .replace('"quote_hash":"', '"quote_hash":"new');
      return route.fulfill({ response, body: dearer });
    },
    { times: 1 },
  );
  for (const name of ['wizard-4-price-changed', null]) {
    await page.getByRole('button', { name: 'Previous' }).click();
    await wizard.next(page);
    await page.getByText('The price has changed').waitFor();
    if (name) await shoot(page, name);
  }
}

/** What was bought: the order, its receipt and contract, and the papers of both. */
async function shootOrder(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/dashboard/orders');
  await page.getByRole('link', { name: 'View order' }).click();
  await page.getByRole('heading', { name: 'Invoices' }).waitFor();
  await shoot(page, 'order');
  await page.getByRole('link', { name: 'View receipt', exact: true }).click();
  await page.getByRole('button', { name: 'Print Receipt' }).waitFor();
  await shoot(page, 'receipt');
  await shootDocument(page, 'Download receipt (PDF)', 'paper-receipt');
  await page.goBack();
  await page.getByRole('link', { name: 'View contract' }).click();
  await page.getByRole('link', { name: 'Download contract (PDF)' }).waitFor();
  await shoot(page, 'signed-contract');
  await shootDocument(page, 'Download contract (PDF)', 'paper-route-contract');
  await shootDocument(page, 'Download signed copy (PDF)', 'paper-signed-copy');
}

/** A new account with its authorization, and a saved one before it is deleted. */
async function shootMethods(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/dashboard/payment-methods/create');
  await page.getByRole('tab', { name: 'ACH' }).click();
  await page.getByRole('checkbox', { name: 'I authorize these debits' }).waitFor();
  await shoot(page, 'payment-method-create-bank');
  await page.goto('/dashboard/payment-methods');
  await page.getByRole('link', { name: /^Edit/ }).first().click();
  await page.getByRole('heading', { name: 'Edit Payment Method' }).waitFor();
  await shoot(page, 'payment-method-edit');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
  await shoot(page, 'payment-method-delete');
}

/** One family's whole way, each step at its emptiest and its fullest. */
async function shootWizard(page: Page, shoot: Shoot): Promise<void> {
  const choice = wizard.ROUND_TRIP;
  const family = wizard.newFamily();
  await page.goto(`/contract?school=${choice.school}`);
  await shoot(page, 'wizard-0-program');
  await wizard.acceptContract(page, choice);
  await shoot(page, 'wizard-0-login');
  await wizard.signUp(page, family);
  await page.getByRole('heading', { name: 'Tell us who’s riding' }).waitFor();
  await wizard.next(page);
  await shoot(page, 'wizard-1-student-missing');
  await wizard.describeStudent(page, family);
  await page.getByLabel('Year entering').waitFor();
  await shoot(page, 'wizard-2-program');
  await wizard.chooseRoute(page, choice);
  await shoot(page, 'wizard-3-bank');
  await wizard.typeCard(page, '4000 0000 0000 0002');
  await shoot(page, 'wizard-4-card');
  await wizard.clickCheckout(page);
  await shoot(page, 'wizard-4-confirm');
  await wizard.confirm(page);
  await page.getByRole('alert').first().waitFor();
  await shoot(page, 'wizard-4-declined');
  await page.getByRole('button', { name: 'Previous' }).click();
  await page.getByRole('tab', { name: 'ACH' }).click();
  await wizard.typeBank(page);
  await shoot(page, 'wizard-4-bank');
  await shootNewPrice(page, shoot);
  await page.getByRole('textbox', { name: 'Password' }).fill(wizard.PASSWORD);
  await page.getByRole('checkbox', { name: 'ACH terms' }).check();
  await wizard.clickCheckout(page);
  await wizard.confirm(page);
  await page.waitForURL(/order\/success/);
  await shoot(page, 'order-success-thanks');
  await wizard.expectSigned(page);
  await shoot(page, 'order-success');
  await shootPages(page, DASHBOARD_PAGES, shoot);
  await shootStudents(page, shoot);
  await shootFirstSteps(page, shoot);
  await shootOrder(page, shoot);
  await shootMethods(page, shoot);
}

/** The back office, and a parent's place as staff see it. */
async function shootOffice(page: Page, shoot: Shoot): Promise<void> {
  const { email, password } = DEMO.superAdmin;
  await signIn(page, await logInByApi(page.request, { email, password }));
  await shootOfficePages(page, shoot);
  await shootPages(page, { 'admin-parents-none': '/admin/users/parents?search=nobody' }, shoot);
  await shootApplications(page, shoot);
  await shootPayments(page, shoot);
  await shootFees(page, shoot);
  await page.goto(`/admin/users/parents?search=${DEMO.family.email}`);
  await page.getByRole('link', { name: 'Adaeze Okafor' }).click();
  await page.getByRole('button', { name: 'Impersonate' }).waitFor();
  await shoot(page, 'admin-parent');
  await page.getByRole('button', { name: 'Impersonate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Impersonate' }).click();
  await shoot(page, 'admin-impersonate');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await startImpersonating(page);
  await shoot(page, 'admin-impersonating');
}

async function main(): Promise<void> {
  const portal = process.env.PORTAL_URL
    ? { address: process.env.PORTAL_URL, stop: async () => undefined }
    : await startDemoPortal();
  const browser = await chromium.launch(await browserLaunch());
  const windowOf = (width: number) =>
    ({ baseURL: portal.address, viewport: { width, height: HEIGHT }, reducedMotion: 'reduce' }) as const;
  try {
    await rm(OUT, { recursive: true, force: true });
    await mkdir(OUT, { recursive: true });
    for (const width of WIDTHS) {
      const context = await browser.newContext(windowOf(width));
      const page = await context.newPage();
      await shootPages(page, PUBLIC_PAGES, shooter(width));
      await shootLoginBox(page, shooter(width));
      await shootJobForm(page, shooter(width));
      await shootWizard(page, shooter(width));
      await context.close();
      const office = await browser.newContext(windowOf(width));
      await shootOffice(await office.newPage(), shooter(width));
      await office.close();
      await shootRequests(browser, windowOf(width), shooter(width));
    }
    await moveToDeclinedCard(portal.address);
    for (const width of WIDTHS) {
      await shootDeclined(browser, windowOf(width), shooter(width));
      await shootBooks(browser, windowOf(width), shooter(width));
    }
    await shootSecondCompany(browser, WIDTHS);
  } finally {
    await browser.close();
    await portal.stop();
  }
}

await main();
