import { expect, type Locator } from '@playwright/test';

/** The place of the one message under a field. */
export const messageOf = (field: Locator): Locator =>
  field.locator('xpath=ancestor::*[@data-field][1]').locator('[aria-live="polite"]');

/** Types a text and leaves the field, as a finger on the next one would. */
export async function leave(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.blur();
}

/** Each text in turn, with the sentence that it brings, or none. */
export async function expectAnswers(
  field: Locator,
  answers: readonly (readonly [text: string, sentence: string | null])[],
): Promise<void> {
  for (const [text, sentence] of answers) {
    await leave(field, text);
    await expect(messageOf(field), `${text.length} characters: ${text.slice(0, 20)}`).toHaveText(
      sentence ?? '',
    );
  }
}
