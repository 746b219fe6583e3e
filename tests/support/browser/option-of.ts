import type { Page } from '@playwright/test';

/** The value of a choice that names prices and seats too, by how its text begins. */
export async function optionOf(page: Page, list: string, text: RegExp): Promise<string> {
  const choices = page.getByRole('combobox', { name: list, exact: true }).locator('option');
  return (await choices.filter({ hasText: text }).first().getAttribute('value'))!;
}
