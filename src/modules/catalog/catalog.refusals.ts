import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';

type Writer = { staff: string; minutes: number };

const editedText = (writer?: Writer): string => {
  if (!writer) return m.server_record_edited();
  return writer.minutes > 1 ? m.server_edited_meanwhile(writer) : m.server_edited_just_now(writer);
};

export const catalogRefusals = refusals({
  /** the client knows this sentence and shows a friendly one (contracts.md §8) */
  path_not_found: { status: 404, say: () => m.server_program_path_not_found() },
  /** told field by field, in the sentences of the object's rules */
  rule_broken: { status: 422, say: () => m.portal_input_invalid() },
  /** A7: for staff making a code */
  program_without_aid: { status: 422, say: () => m.contract_aid_not_accepted() },
  last_day_past: { status: 422, say: () => m.server_pay_on_past() },
  /** with the present record, if changed since the writer's last read (OF0.20) */
  edited_meanwhile: { status: 409, say: editedText },
  not_found: { status: 404, say: () => m.server_not_found() },
});
