import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';

type OfMonth = { month: string };

export const bookkeepingRefusals = refusals({
  account_unnamed: {
    status: 409,
    say: (data: { account: string }) => m.server_account_unnamed(data),
  },
  span_backwards: { status: 422, say: () => m.server_span_backwards() },
  span_too_long: { status: 422, say: () => m.server_span_too_long() },
  month_empty: { status: 409, say: (data: OfMonth) => m.server_month_empty(data) },
  month_closed: { status: 409, say: (data: OfMonth) => m.server_month_closed(data) },
  /** months are closed in their order */
  month_not_next: {
    status: 409,
    say: (data: OfMonth & { before: string }) => m.server_month_not_next(data),
  },
  month_not_over: {
    status: 409,
    say: (data: OfMonth & { day: string }) => m.server_month_not_over(data),
  },
  month_open: { status: 409, say: (data: OfMonth) => m.server_month_open(data) },
  /** its successor is closed */
  month_not_last: {
    status: 409,
    say: (data: OfMonth & { last: string }) => m.server_month_not_last(data),
  },
});
