import { m } from '#i18n/messages.js';
import { fieldLabel } from '#kit/endpoint/field-labels.ts';
import { refuseField, refusals } from '#kit/refusal.ts';

export const listRefusals = refusals({
  /** the text was written by another list, by another sort, or by nobody */
  cursor_unknown: { status: 422, say: () => m.server_cursor_unknown() },
  /** a value that no row can have, or that the grammar of filters does not know (OF1.2) */
  filter_invalid: {
    status: 422,
    say: ({ label, value }: { label: string; value: string }) => m.server_filter_invalid({ label, value }),
  },
});

/** Refuses a value of a filter that the grammar allows and nothing has. */
export const refuseFilter = (name: string, value: string) =>
  refuseField(listRefusals.filter_invalid, name, { label: fieldLabel([name]), value });
