import { expect, test } from '@playwright/test';
import { acceptContract, describeStudent, newFamily, ROUND_TRIP, signUp } from '../../support/wizard.ts';

/** @shows A-328 B-058 */
test('step 1 saves the address, and then the student who lives there', async ({ page }) => {
  const family = newFamily();
  await acceptContract(page, ROUND_TRIP);
  await signUp(page, family);
  const steps: string[] = [];
  const isSaving = (method: string, url: string) => method === 'POST' && /\/api\/(address|student)$/.test(url);
  const nameOf = (url: string) => url.split('/').at(-1);
  page.on('request', (sent) => isSaving(sent.method(), sent.url()) && steps.push(`${nameOf(sent.url())} asked`));
  page.on('response', (answer) => isSaving(answer.request().method(), answer.url()) && steps.push(`${nameOf(answer.url())} saved`));
  await describeStudent(page, family);
  await expect(page.getByRole('heading', { level: 1, name: /school year/ })).toBeVisible();
  expect(steps).toEqual(['address asked', 'address saved', 'student asked', 'student saved']);
});
