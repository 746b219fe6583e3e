import { m } from '#i18n/messages.js';
import { LARGEST_TOTAL, type Total } from './list-total.ts';

const MANY = LARGEST_TOTAL.toLocaleString('en-US');

/** `12`, or `more than 10,000` (OF1.1) */
export const countText = ({ total, is_total_capped }: Total): string =>
  is_total_capped ? m.office_list_more_than({ n: MANY }) : total.toLocaleString('en-US');
