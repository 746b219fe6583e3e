import { m } from '#i18n/messages.js';

/** @param month  `2027-03`, or a day of the month */
export const monthText = (month: string): string =>
  m.office_report_month({ month: month.slice(5, 7), year: month.slice(0, 4) });
