import { m } from '#i18n/messages.js';

/** A yes-or-no fact as people read it (accounts.md §9). */
export function yesNo(isTrue: boolean): string {
  return isTrue ? m.shell_yes() : m.shell_no();
}
