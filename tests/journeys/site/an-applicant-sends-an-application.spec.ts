import { expect, test } from '@playwright/test';
import {
  aName,
  experienceIn,
  fillNeeded,
  HIRING,
  openJobForm,
  send,
} from '#tests/support/browser/applicant.ts';
import { messageOf } from '#tests/support/browser/form-steps.ts';
import { expectError, tabTo } from '#tests/support/browser/login-box.ts';
import { mailsTo, mailTo } from '#tests/support/browser/mails.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

/** @shows B-008 B-128 B-129 B-172 B-173 B-174 B-222 */
test(
  'anybody applies without an account, and the hiring mailbox hears of it',
  { tag: '@phone' },
  async ({ page }) => {
    const name = aName();
    const form = await openJobForm(page);
    await expect(page).toHaveURL(/\/employment$/);
    await expectAccessible(page, 'the empty application');
    await fillNeeded(form, name);
    await form.getByRole('textbox', { name: 'Address line 2' }).fill('Apt 2');
    await form.getByRole('textbox', { name: 'Salary' }).fill('$26 an hour');
    await form.getByRole('textbox', { name: 'Special skills' }).fill('Spanish and English.');
    for (const n of [1, 2, 3]) {
      const job = experienceIn(form, n);
      await expect(job.getByRole('textbox')).toHaveCount(6);
      await job.getByRole('textbox', { name: 'Employer' }).fill(`Garage ${n}`);
      await job.getByRole('textbox', { name: 'Job title' }).fill('Driver');
      await job.getByRole('textbox', { name: 'Start date' }).fill('02012019');
      await job.getByRole('textbox', { name: 'End date' }).fill('06/30/2024');
      await job.getByRole('textbox', { name: 'Responsibilities' }).fill('Drove a 40-foot bus.');
      await job.getByRole('textbox', { name: 'Reason for leaving' }).fill('Moved.');
    }
    await form.getByRole('radio', { name: 'Yes' }).check();
    await form.getByRole('textbox', { name: 'Charges' }).fill('Speeding, 2012');
    await expectAccessible(page, 'the full application');
    const sent = page.waitForRequest('**/api/employment/apply');
    await send(form);
    const request = await sent;
    expect(request.headers()).not.toHaveProperty('authorization');
    const job = {
      job_title: 'Driver',
      start_date: '02/01/2019',
      end_date: '06/30/2024',
      responsibilities: 'Drove a 40-foot bus.',
      reason_for_leaving: 'Moved.',
    };
    expect(request.postDataJSON()).toEqual({
      name,
      address_line_1: '34-12 Steinway Street',
      address_line_2: 'Apt 2',
      phone_mobile: '718-555-0142',
      email: 'marisol@vega.example',
      driver_license: 'NY 512 884 093',
      date_of_birth: '05/17/1988',
      education_level: 'College',
      work_location: 'Queens',
      position: 'Bus Driver',
      start_date: '05/04/2027',
      salary: '$26 an hour',
      experience: [1, 2, 3].map((n) => ({ employer: `Garage ${n}`, ...job })),
      special_skills: 'Spanish and English.',
      was_convicted: 'Yes',
      charges: 'Speeding, 2012',
      website: null,
    });
    await expect(page).toHaveURL(/\/employment\/succes$/);
    await expect(
      page.getByRole('heading', { level: 1, name: 'Application sent successfully!' }),
    ).toBeVisible();
    expect(
      await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
    ).not.toMatch(/Steinway|Speeding|512 884/);
    const mail = await mailTo(HIRING, `Application: Bus Driver, Queens, ${name}`);
    expect(mail.text).toContain('Driver, Garage 3, 02/01/2019 to 06/30/2024');
    expect(mail.text + mail.html).not.toMatch(/512 884|1988|Speeding/);
  },
);

/** @shows B-263 B-351 B-352 B-353 B-354 */
test(
  'an empty application says what is missing under each field, and what there is to choose',
  { tag: '@long' },
  async ({ page }) => {
    const form = await openJobForm(page);
    const optionsOf = (label: string) =>
      form.getByRole('combobox', { name: label }).getByRole('option').allTextContents();
    expect(await optionsOf('Education level')).toEqual([
      'Choose one',
      'High School or GED',
      'College',
      'Trade Business School',
    ]);
    expect(await optionsOf('Work location')).toEqual(['Choose one', 'Queens', 'Manhattan']);
    expect(await optionsOf('Position')).toEqual(['Choose one', 'Mechanic', 'Bus Monitor', 'Bus Driver']);
    const convicted = form.getByRole('group', { name: 'Was convicted' });
    await expect(convicted.getByRole('radio')).toHaveCount(2);
    await expect(convicted.getByRole('radio', { name: 'No' })).toBeChecked();
    await expect(form.getByRole('textbox', { name: 'Charges' })).toHaveCount(0);

    let calls = 0;
    page.on('request', (request) => void (request.method() === 'POST' && (calls += 1)));
    await send(form);
    const needed = {
      Name: 'name',
      'Address line 1': 'address line 1',
      'Phone mobile': 'phone mobile',
      'Date of birth': 'date of birth',
      Email: 'email',
    };
    for (const [label, field] of Object.entries(needed))
      await expectError(
        form.getByRole('textbox', { name: label, exact: true }),
        `The ${field} field is required`,
      );
    for (const label of ['Position', 'Work location', 'Education level']) {
      await expectError(
        form.getByRole('combobox', { name: label }),
        `The ${label.toLowerCase()} field is required`,
      );
    }
    await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    const license = form.getByRole('textbox', { name: 'Driver license' });
    await expect(license).not.toHaveAttribute('aria-required');
    await form.getByRole('combobox', { name: 'Position' }).selectOption('Bus Driver');
    await send(form);
    await expectError(license, 'The driver license field is required');
    await form.getByRole('combobox', { name: 'Position' }).selectOption('Mechanic');
    await expect(messageOf(license)).toHaveText('');

    const second = experienceIn(form, 2);
    await second.getByRole('textbox', { name: 'Responsibilities' }).fill('Mended brakes.');
    await form.getByRole('radio', { name: 'Yes' }).check();
    const born = form.getByRole('textbox', { name: 'Date of birth' });
    await born.fill(`01/02/${new Date().getFullYear() - 17}`);
    await send(form);
    await expectError(second.getByRole('textbox', { name: 'Employer' }), 'The employer field is required');
    await expectError(second.getByRole('textbox', { name: 'Job title' }), 'The job title field is required');
    await expectError(form.getByRole('textbox', { name: 'Charges' }), 'The charges field is required');
    await expectError(born, 'You must be 18 or older to apply.');
    await expect(messageOf(experienceIn(form, 1).getByRole('textbox', { name: 'Employer' }))).toHaveText('');
    await expectAccessible(page, 'an application with mistakes');
    await second.getByRole('textbox', { name: 'Responsibilities' }).fill('');
    await expect(messageOf(second.getByRole('textbox', { name: 'Employer' }))).toHaveText('');
    expect(calls).toBe(0);
  },
);

/** @shows B-222 B-321 */
test(
  'what the server says is shown, typed text is kept, and pressing again sends one application',
  { tag: '@long' },
  async ({ page }) => {
    const name = aName();
    const form = await openJobForm(page);
    await fillNeeded(form, name);
    const keys: (string | undefined)[] = [];
    page.on(
      'request',
      (request) =>
        void (request.url().endsWith('/employment/apply') && keys.push(request.headers()['idempotency-key'])),
    );
    await page.route(
      '**/api/employment/apply',
      (route) =>
        route.fulfill({ status: 500, json: { success: false, errors: ['The hiring office is away.'] } }),
      { times: 1 },
    );
    await send(form);
    await expect(page.getByRole('alert')).toContainText('The hiring office is away.');
    await expect(page).toHaveURL(/\/employment$/);
    await expectAccessible(page, 'an application that was not taken');
    await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name);

    // The portal takes it, and the answer is lost on its way back.
    await page.route(
      '**/api/employment/apply',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await send(form);
    await expect(page.getByRole('alert')).toContainText(/./);
    await expect(page.getByRole('alert')).not.toContainText('The hiring office is away.');
    await send(form);
    await expect(page).toHaveURL(/\/employment\/succes$/);
    expect(keys[2]).toBe(keys[1]);
    const subject = `Application: Bus Driver, Queens, ${name}`;
    await mailTo(HIRING, subject);
    expect((await mailsTo(HIRING)).filter((mail) => mail.subject === subject)).toHaveLength(1);
  },
);

test(
  'an application is filled in and sent without a mouse, and the bait is in nobody’s way',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    const form = await openJobForm(page);
    await expect(form.getByRole('textbox', { name: 'Website' })).toHaveCount(0);
    await tabTo(page, page.getByRole('link', { name: 'Apply here' }));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const typed = ['', '34-12 Steinway Street', '', '718-555-0142', '05/17/1988', 'marisol@vega.example'];
    await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    for (const text of [aName('Otis'), ...typed.slice(1), 'Me', 'Ma', '05/04/2027', '', 'Co']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await expect(form.getByRole('textbox', { name: 'Driver license' })).toBeFocused();
    await tabTo(page, form.getByRole('radio', { name: 'No' }));
    await page.keyboard.press('ArrowUp');
    await expect(form.getByRole('radio', { name: 'Yes' })).toBeChecked();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await expect(form.getByRole('button', { name: 'Send application' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/employment\/succes$/);
  },
);

/** @shows B-264 */
test(
  'a visitor without an account opens a school, the wizard and the application',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    await page.goto('/hm');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Hillmark');
    await page.goto('/contract?school=hm');
    await expect(page).toHaveURL(/\/contract\?school=hm/);
    await expect(page.getByRole('main')).toContainText('Hillmark');
    await openJobForm(page);
  },
);

test(
  'where convictions are not asked the form does not ask, and one that could not come is fetched again',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    await page.route('**/api/employment/form', (route) =>
      route.fulfill({ json: { success: true, items: [{ today: '2026-11-21', asks_conviction: false }] } }),
    );
    await page.route(
      '**/api/employment/form',
      (route) =>
        route.fulfill({ status: 503, json: { success: false, errors: ['The hiring office is away.'] } }),
      { times: 1 },
    );
    await page.goto('/employment');
    await expect(page.getByRole('alert')).toContainText('The hiring office is away.');
    await expectAccessible(page, 'an application that could not come');
    await page.getByRole('button', { name: 'Try again' }).click();
    const form = page.getByRole('form', { name: 'Apply here' });
    await expect(form).toContainText(
      'Your license number is stored encrypted, and only our staff can read it.',
    );
    await expect(form.getByRole('group', { name: 'Was convicted' })).toHaveCount(0);
  },
);
