import { randomBytes, randomInt } from 'node:crypto';
import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { aJobApplication } from '#tests/support/forms/job-form.ts';

export const HIRING = 'careers@harborline.example';

const aNetwork = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/** A name that no other journey's applicant has. */
export const aName = (first = 'Marisol') => `${first} ${randomBytes(4).toString('hex')}`;

/** The careers page with its form there, from a network of its own: five an hour may come from one. */
export async function openJobForm(page: Page): Promise<Locator> {
  const network = aNetwork();
  await page.route('**/api/employment/apply', (route) =>
    route.fallback({ headers: { ...route.request().headers(), 'x-forwarded-for': network } }),
  );
  await page.goto('/employment');
  const form = page.getByRole('form', { name: 'Apply here' });
  await expect(form).toBeVisible();
  return form;
}

const EXACT = { exact: true };

export const experienceIn = (form: Locator, n: number) =>
  form.getByRole('group', { name: `Work experience ${n}` });

/** Fills in what must be given, as a bus driver. */
export async function fillNeeded(form: Locator, name: string): Promise<void> {
  await form.getByRole('textbox', { name: 'Name', ...EXACT }).fill(name);
  await form.getByRole('textbox', { name: 'Address line 1' }).fill('34-12 Steinway Street');
  await form.getByRole('textbox', { name: 'Phone mobile' }).fill('7185550142');
  await form.getByRole('textbox', { name: 'Date of birth' }).fill('5/17/1988');
  await form.getByRole('textbox', { name: 'Email' }).fill('marisol@vega.example');
  await form.getByRole('combobox', { name: 'Position' }).selectOption('Bus Driver');
  await form.getByRole('combobox', { name: 'Work location' }).selectOption('Queens');
  await form.getByRole('combobox', { name: 'Education level' }).selectOption('College');
  await form.getByRole('textbox', { name: 'Driver license' }).fill('NY 512 884 093');
  await form
    .getByRole('group', { name: 'The job' })
    .getByRole('textbox', { name: 'Start date' })
    .fill('05/04/2027');
}

export const send = (form: Locator) => form.getByRole('button', { name: 'Send application' }).click();

/** An application over the API, for journeys of those who read it. */
export async function applyByApi(request: APIRequestContext, changes: object = {}): Promise<void> {
  const answer = await request.post('/api/employment/apply', {
    data: aJobApplication(changes),
    headers: { 'X-Forwarded-For': aNetwork() },
  });
  expect(answer.status()).toBe(200);
}
