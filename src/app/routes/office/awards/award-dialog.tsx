import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { changeAward, createAwards, type Award } from '#modules/aid/aid.contract.ts';
import { NOTE_MAX } from '#modules/aid/aid.shapes.ts';
import { AWARD_KINDS, type AwardKind } from '#modules/aid/award.states.ts';
import { callForOne } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { FormCheckbox, FormDate, FormSelect, FormText, FormTextarea } from '#app/forms/fields.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { useToast } from '#app/ui/toast.tsx';
import {
  awardFormShape,
  emptyAward,
  fieldsOf,
  formOf,
  type AwardForm,
  type TypedAward,
} from './award-form.ts';
import { childName, grantedText } from '#modules/aid/award-texts.ts';

export type OfSchool = { period_id: number; program_group_id: number };

const kinds: Readonly<Record<AwardKind, () => string>> = {
  pays: m.office_award_kind_pays,
  off: m.office_award_kind_off,
  share: m.office_award_kind_share,
};

function AwardInputs() {
  const seesFamilies = useRight('families');
  const mayPassBudget = useRight('money_write');
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormText required name="first_name" label={m.office_award_first_name()} autoComplete="off" />
        <FormText required name="last_name" label={m.office_award_last_name()} autoComplete="off" />
        <FormText name="grade_text" label={m.office_award_grade()} autoComplete="off" />
        {seesFamilies && (
          <FormDate
            name="date_of_birth"
            label={m.office_award_born()}
            note={m.office_award_born_note()}
            autoComplete="off"
          />
        )}
      </div>
      {seesFamilies && (
        <FormText name="contact_email" label={m.office_award_email()} inputMode="email" autoComplete="off" />
      )}
      <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
        <FormSelect
          required
          name="kind"
          label={m.office_award_kind()}
          options={AWARD_KINDS.map((value) => ({ value, label: kinds[value]() }))}
        />
        <FormText
          required
          name="amount"
          label={m.office_award_amount()}
          note={m.office_award_amount_note()}
          autoComplete="off"
        />
      </div>
      <FormDate name="expires_on" label={m.office_award_expires()} autoComplete="off" />
      <FormTextarea name="note" label={m.office_award_note()} maxLength={NOTE_MAX} />
      <FormCheckbox name="needs_confirmation" label={m.office_award_confirm_box()} />
      {mayPassBudget && (
        <FormCheckbox
          name="is_above_budget"
          label={m.office_award_anyway()}
          note={m.office_award_anyway_note()}
        />
      )}
    </>
  );
}

type AwardDialogProps = { onClose: () => void } & (
  | { school: OfSchool; award?: undefined }
  | { school?: undefined; award: Award }
);

/** A new award, or a changed one with what it grants now (OF7.2, OF7.8). */
export function AwardDialog({ school, award, onClose }: AwardDialogProps) {
  const queries = useQueryClient();
  const say = useToast();
  const once = useOnce();
  const form = useForm<AwardForm, unknown, TypedAward>({
    resolver: schemaResolver(awardFormShape),
    mode: 'onBlur',
    defaultValues: award ? formOf(award) : emptyAward,
  });
  const title = award ? m.office_award_change_of({ name: childName(award) }) : m.office_award_new();
  async function save(typed: TypedAward): Promise<void> {
    const fields = fieldsOf(typed);
    const { is_above_budget } = typed;
    if (award) {
      const body = { ...fields, is_above_budget, version: award.version };
      await callForOne(changeAward, { params: { id: award.id }, body });
      say(m.office_award_changed());
    } else {
      const body = { ...school, awards: [fields], is_above_budget };
      await once(body, (headers) => callForOne(createAwards, { headers, body }));
      say(m.office_award_saved({ name: childName(fields) }));
    }
    onClose();
    await queries.invalidateQueries();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="side"
      title={title}
      description={award && m.office_award_before({ award: grantedText(award) })}
    >
      <Form form={form} label={title} className="grid gap-4" onSubmit={save}>
        <AwardInputs />
        <FormButtons
          submitText={award ? m.office_award_change_save() : m.office_award_save()}
          cancelText={m.office_cancel()}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}
