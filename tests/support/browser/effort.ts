import { expect, type Locator, type Page } from '@playwright/test';

/** What a person has done so far. */
export type Effort = {
  /** pages, and dialogs that take the place of a page */
  screens: number;
  /** filled in or chosen */
  fields: number;
  /** presses of buttons, links, boxes and tabs */
  clicks: number;
  /** characters */
  typed: number;
};

/**
 * Works a page as a person does, and counts. Each field is entered by a press, and a choice of a list is one
 * press, so the presses of a task are its clicks and its fields.
 */
export function countEffort(page: Page) {
  const effort: Effort = { screens: 0, fields: 0, clicks: 0, typed: 0 };
  const textbox = (name: string, within: Page | Locator) =>
    within.getByRole('textbox', { name, exact: true });
  return {
    effort,
    async screen(mark: Locator): Promise<void> {
      await expect(mark).toBeVisible();
      effort.screens += 1;
    },
    async click(target: Locator): Promise<void> {
      await target.filter({ visible: true }).click();
      effort.clicks += 1;
    },
    /** Fills in a text field by its name, or as it is found. */
    async fill(field: string | Locator, text: string, within: Page | Locator = page): Promise<void> {
      await (typeof field === 'string' ? textbox(field, within) : field).fill(text);
      effort.fields += 1;
      effort.typed += text.length;
    },
    /** Types where the last press has put the cursor. */
    async type(text: string): Promise<void> {
      await page.keyboard.type(text);
      effort.typed += text.length;
    },
    /** A key that acts. */
    async press(key: string): Promise<void> {
      await page.keyboard.press(key);
      effort.clicks += 1;
    },
    async pick(list: string | Locator, option: string | { label: string }): Promise<void> {
      await (typeof list === 'string' ? page.getByLabel(list, { exact: true }) : list).selectOption(option);
      effort.fields += 1;
    },
  };
}

// Seconds of hands (office-2.md 8.5).
const OF_SCREEN = 4;
const OF_PRESS = 1.1;
const OF_CHARACTER = 0.28;

/** How long hands need, waiting left out. */
export const minutesOf = ({ screens, fields, clicks, typed }: Effort): number =>
  (screens * OF_SCREEN + (fields + clicks) * OF_PRESS + typed * OF_CHARACTER) / 60;

type Most = { screens: number; fields?: number; clicks?: number; presses?: number; typed?: number };

/** No more than a promise says; `presses` are clicks and fields together. */
export function expectAtMost({ screens, fields, clicks, typed }: Effort, most: Most): void {
  const counted = { screens, fields, clicks, typed, presses: fields + clicks };
  for (const [name, limit] of Object.entries(most))
    expect.soft(counted[name as keyof typeof counted], name).toBeLessThanOrEqual(limit);
}
