import { m } from '#i18n/messages.js';

export const paymentsText = (n: number): string =>
  n === 1 ? m.office_payments_one() : m.office_payments_count({ n });
