import { m } from '#i18n/messages.js';

export function yesNo(isTrue: boolean): string {
  return isTrue ? m.shell_yes() : m.shell_no();
}
