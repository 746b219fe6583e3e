import { useFormContext, useWatch } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { AMENDMENT_REASON_MAX } from '#modules/orders/amendment.states.ts';
import type { OrderAmendments } from '#modules/orders/amendments/amendments.contract.ts';
import { FormCheckbox, FormDate, FormSelect, FormText, FormTextarea } from '#app/forms/fields.tsx';
import { Card } from '#app/ui/card.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { CheckboxGroup } from '#app/ui/fields/checkbox-field.tsx';
import {
  dollars,
  likeliestSchedule,
  likeliestTerm,
  lineOf,
  programOf,
  termsOf,
  type ChangeForm,
  type Line,
} from './change-form.ts';

type Props = { basis: OrderAmendments };

const seatsText = (free: number | null) => {
  if (free === null) return m.office_change_seats_any();
  return free === 1 ? m.office_change_seats_one() : m.office_change_seats({ free });
};

const option = ({ id, text }: { id: number; text: string }) => ({ value: String(id), label: text });

/** Another route begins with the term most like the signed one, and with add-ons of the same name. */
function useChosen(basis: OrderAmendments) {
  const { setValue, getValues } = useFormContext<ChangeForm>();
  const { payments, addons } = basis.in_force;
  const chooseTerm = (id: string, line: Line | undefined) => {
    setValue('contract.payment_term_id', id);
    setValue('schedule', likeliestSchedule(line, id, payments));
  };
  const chooseLine = (line: Line | undefined) => {
    const named = addons.map(({ text }) => text);
    const same = line?.addons.filter(({ text }) => named.includes(text)) ?? [];
    setValue('contract.route_id', line ? String(line.id) : '');
    setValue(
      'contract.addon_ids',
      same.map(({ id }) => String(id)),
    );
    if (line) chooseTerm(likeliestTerm(line, getValues(), payments), line);
  };
  return {
    program: (id: string) => {
      const program = programOf(basis, id);
      const grade = getValues('contract.grade_id');
      if (!program?.grades.some((one) => String(one.id) === grade))
        setValue('contract.grade_id', String(program?.grades[0]?.id ?? ''));
      chooseLine(program?.lines[0]);
    },
    line: (id: string) => chooseLine(lineOf(basis, { ...getValues('contract'), route_id: id })),
    term: (id: string) => chooseTerm(id, lineOf(basis, getValues('contract'))),
  };
}

function RouteFields({ basis }: Props) {
  const contract = useWatch<ChangeForm, 'contract'>({ name: 'contract' });
  const prices_of = useWatch<ChangeForm, 'prices_of'>({ name: 'prices_of' });
  const chosen = useChosen(basis);
  const program = programOf(basis, contract.program_id);
  const line = lineOf(basis, contract);
  return (
    <>
      {basis.programs.length > 1 && (
        <FormSelect
          name="contract.program_id"
          label={m.document_program()}
          options={basis.programs.map(option)}
          rules={{ onChange: (event) => chosen.program(event.target.value) }}
        />
      )}
      <FormSelect
        name="contract.route_id"
        label={m.document_route()}
        options={(program?.lines ?? []).map(({ id, name, free }) => ({
          value: String(id),
          label: m.office_change_line({ line: name, seats: seatsText(free) }),
          disabled: free === 0 && id !== basis.in_force.contract.route_id,
        }))}
        rules={{ onChange: (event) => chosen.line(event.target.value) }}
      />
      <FormSelect
        name="contract.payment_term_id"
        label={m.document_term()}
        options={(line ? termsOf(line, prices_of) : []).map(({ id, name, total_cents }) => ({
          value: String(id),
          label: m.office_change_term({ term: name, total: formatMoney(total_cents) }),
        }))}
        rules={{ onChange: (event) => chosen.term(event.target.value) }}
      />
      {program && program.grades.length > 0 && (
        <FormSelect
          name="contract.grade_id"
          label={m.document_grade()}
          options={program.grades.map(option)}
        />
      )}
      <Extras line={line} />
    </>
  );
}

function Extras({ line }: { line: Line | undefined }) {
  const { register } = useFormContext<ChangeForm>();
  const discount = useWatch<ChangeForm, 'contract.route_discounts'>({ name: 'contract.route_discounts' });
  const chosen = line?.discounts.find(({ id }) => String(id) === discount);
  if (!line) return null;
  return (
    <>
      {line.addons.length > 0 && (
        <CheckboxGroup
          name="contract.addon_ids"
          label={m.document_addons()}
          input={register('contract.addon_ids')}
          choices={line.addons.map(({ id, text, amount_cents }) => ({
            value: String(id),
            label: m.office_change_term({ term: text, total: formatMoney(amount_cents) }),
          }))}
        />
      )}
      {line.discounts.length > 0 && (
        <FormSelect
          name="contract.route_discounts"
          label={m.document_discount()}
          options={[{ value: '', label: m.document_none() }, ...line.discounts.map(option)]}
        />
      )}
      {chosen?.is_sibling && (
        <FormText name="contract.contract_number" label={m.office_change_sibling()} autoComplete="off" />
      )}
    </>
  );
}

export function ContractFields({ basis }: Props) {
  const contract = useWatch<ChangeForm, 'contract'>({ name: 'contract' });
  const hasPickup = lineOf(basis, contract)?.has_pickup ?? false;
  return (
    <Card title={m.office_change_contract()}>
      <div className="grid max-w-form gap-5">
        <RouteFields basis={basis} />
        <Disclosure label={m.office_change_details()}>
          <div className="grid gap-5 pt-3">
            {hasPickup && <FormText name="contract.pickup_north" label={m.office_change_pickup_north()} />}
            {hasPickup && <FormText name="contract.pickup_cross" label={m.office_change_pickup_cross()} />}
            <FormTextarea name="contract.special_request" label={m.document_request()} maxLength={8192} />
            {basis.student_differs && <FormCheckbox name="student" label={m.office_change_student()} />}
          </div>
        </Disclosure>
      </div>
    </Card>
  );
}

const WAYS = [
  { value: 'processor', label: m.document_way_processor() },
  { value: 'check', label: m.document_way_check() },
  { value: 'driver_fund', label: m.document_way_driver_fund() },
];

function MoneyFields() {
  const way = useWatch<ChangeForm, 'less.way'>({ name: 'less.way' });
  return (
    <>
      <FormSelect
        name="schedule"
        label={m.office_change_schedule()}
        options={[
          { value: 'keep', label: m.office_change_schedule_keep() },
          { value: 'new', label: m.office_change_schedule_new() },
        ]}
      />
      <FormSelect
        name="more.how"
        label={m.office_change_more()}
        options={[
          { value: 'payment', label: m.office_change_more_payment() },
          { value: 'spread', label: m.office_change_more_spread() },
        ]}
      />
      <FormDate name="more.pay_on" label={m.office_change_pay_on()} note={m.office_change_pay_on_note()} />
      <FormSelect
        name="less.first"
        label={m.office_change_less()}
        options={[
          { value: 'lower', label: m.office_change_less_lower() },
          { value: 'give_back', label: m.office_change_less_refund() },
        ]}
      />
      <FormSelect name="less.way" label={m.office_change_way()} options={WAYS} />
      {way === 'check' && (
        <FormText name="less.reference" label={m.office_change_check()} autoComplete="off" />
      )}
    </>
  );
}

export function FactFields({ basis }: Props) {
  const fee = useWatch<ChangeForm, 'fee_cents'>({ name: 'fee_cents' });
  const isOtherFee = fee !== dollars(basis.change_fee_cents);
  return (
    <Card title={m.office_change_terms()}>
      <div className="grid max-w-form gap-5">
        <FormTextarea
          name="reason"
          label={m.document_reason()}
          note={m.office_change_reason_note()}
          required
          rules={{ required: m.office_change_reason_missing() }}
          rows={2}
          maxLength={AMENDMENT_REASON_MAX}
        />
        <FormSelect
          name="agree_by"
          label={m.office_change_agree()}
          options={[
            { value: 'family', label: m.office_change_agree_online() },
            { value: 'paper', label: m.office_change_agree_paper() },
            { value: 'none', label: m.office_change_agree_none() },
          ]}
        />
        <Disclosure label={m.office_change_money()}>
          <div className="grid gap-5 pt-3">
            <FormDate name="counts_from" label={m.document_counts_from()} />
            <FormSelect
              name="share"
              label={m.office_change_share()}
              options={[
                { value: 'year', label: m.office_change_share_year() },
                { value: 'days', label: m.office_change_share_days() },
              ]}
            />
            <FormSelect
              name="prices_of"
              label={m.office_change_prices()}
              options={[
                { value: 'signing', label: m.office_change_prices_signing() },
                { value: 'today', label: m.office_change_prices_today() },
              ]}
            />
            <FormText
              name="fee_cents"
              label={m.document_change_fee()}
              inputMode="decimal"
              autoComplete="off"
            />
            {isOtherFee && <FormText name="fee_reason" label={m.office_change_fee_reason()} />}
            <MoneyFields />
          </div>
        </Disclosure>
      </div>
    </Card>
  );
}
