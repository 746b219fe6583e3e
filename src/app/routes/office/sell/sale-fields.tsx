import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { formatMoney, centsFromDollars } from '#kit/money.ts';
import { formatDate, type PlainDate } from '#kit/plain-date.ts';
import { shownName } from '#kit/text/full-name.ts';
import type { PaymentTerm, Route } from '#modules/catalog/routes/routes.contract.ts';
import { FormCheckbox, FormSelect, FormText, FormTextarea } from '#app/forms/fields.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { FieldsetField } from '#app/ui/fields/form-field.tsx';
import type { SelectOption } from '#app/ui/fields/select-field.tsx';
import { DURATIONS, hasFolded, type Sale } from './sale.ts';
import type { Sold } from './use-sold.ts';

type Child = { id: number; first_name: string; last_name: string };

const option = (id: number, label: string): SelectOption => ({ value: String(id), label });

function routeText({ name, seats_left: n }: Route, isFull: boolean): string {
  if (isFull) return m.office_sell_full({ name });
  // Without a seat left and not full: the offer that is replaced keeps its seat.
  if (n === null || n === 0) return m.office_sell_unlimited({ name });
  return n === 1 ? m.office_sell_seat({ name }) : m.office_sell_seats({ name, n });
}

/** A term outside of its window is marked (OF3.2). */
function termText({ name, from_dt, thru_dt, is_admin_only }: PaymentTerm, today: PlainDate | undefined) {
  if (today && thru_dt && thru_dt < today)
    return m.office_sell_term_ended({ name, day: formatDate(thru_dt) });
  if (today && from_dt && from_dt > today) return m.office_sell_term_from({ name, day: formatDate(from_dt) });
  return is_admin_only ? m.office_sell_term_staff({ name }) : name;
}

/** What depends on a choice is chosen anew. */
function useClearing(below: readonly (keyof Sale)[]) {
  const { setValue } = useFormContext<Sale>();
  return {
    onChange: () => {
      for (const name of below) setValue(name, name === 'addons' ? {} : '');
    },
  };
}

const OF_ROUTE = ['payment_term_id', 'addons', 'staff_discount_id', 'sibling_number'] as const;
const OF_PROGRAM = ['route_id', 'grade_id', ...OF_ROUTE] as const;

type Field = 'student_id' | 'school_id' | 'program_id' | 'grade_id' | 'route_id' | 'payment_term_id';

type SaleSelectProps = {
  name: Field;
  label: string;
  options: readonly SelectOption[];
  rules?: ReturnType<typeof useClearing>;
};

/** The options of a begun sale are read after its page, and a select shows its value only among them. */
function SaleSelect(props: SaleSelectProps) {
  const { getValues, setValue } = useFormContext<Sale>();
  const { name } = props;
  const known = props.options.map(({ value }) => value).join();
  useEffect(() => setValue(name, getValues(name)), [known, name, getValues, setValue]);
  return <FormSelect placeholder={m.office_sell_choose_one()} required {...props} />;
}

/** The school year that sells now is chosen already; a later one sells with a reason (OF3.2). */
function SeasonSelect({ sold, rules }: { sold: Sold; rules: ReturnType<typeof useClearing> }) {
  const chosen = useWatch<Sale, 'period_id'>({ name: 'period_id' });
  const valueOf = (id: number) => (id === sold.current_id && chosen !== String(id) ? '' : String(id));
  return (
    <FormSelect
      name="period_id"
      label={m.office_sell_season()}
      rules={rules}
      options={sold.seasons.map(({ id, text }) => ({ value: valueOf(id), label: text }))}
    />
  );
}

type FieldsProps = { sold: Sold; children: readonly Child[]; today: PlainDate | undefined };

export function ContractFields({ sold, children, today }: FieldsProps) {
  const ofSchool = useClearing(['period_id', 'program_id', ...OF_PROGRAM]);
  const ofSeason = useClearing(['program_id', ...OF_PROGRAM]);
  const ofProgram = useClearing(OF_PROGRAM);
  const ofRoute = useClearing(OF_ROUTE);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SaleSelect
        name="student_id"
        label={m.office_sell_student()}
        options={children.map((child) => option(child.id, shownName(child)))}
      />
      <SaleSelect
        name="school_id"
        label={m.office_sell_school()}
        rules={ofSchool}
        options={sold.schools.map(({ id, text }) => option(id, text))}
      />
      {sold.seasons.length > 1 && <SeasonSelect sold={sold} rules={ofSeason} />}
      <SaleSelect
        name="program_id"
        label={m.office_sell_program()}
        rules={ofProgram}
        options={sold.programs.map(({ id, text }) => option(id, text))}
      />
      {sold.grades.length > 0 && (
        <SaleSelect
          name="grade_id"
          label={m.office_sell_grade()}
          options={sold.grades.map(({ id, text }) => option(id, text))}
        />
      )}
      <SaleSelect
        name="route_id"
        label={m.office_sell_route()}
        rules={ofRoute}
        options={sold.routes.map((route) => option(route.id, routeText(route, sold.isFull(route))))}
      />
      <SaleSelect
        name="payment_term_id"
        label={m.office_sell_term()}
        options={(sold.route?.payment_terms ?? []).map((term) => option(term.id, termText(term, today)))}
      />
    </div>
  );
}

export function Addons({ route }: { route: Route | undefined }) {
  if (!route || route.addons.length === 0) return null;
  return (
    <FieldsetField name="addons" label={m.office_sell_addons()}>
      <div className="grid gap-2">
        {route.addons.map(({ id, text, amount }) => (
          <FormCheckbox
            key={id}
            name={`addons.${id}`}
            label={m.office_sell_addon({ name: text, amount: formatMoney(centsFromDollars(amount)) })}
          />
        ))}
      </div>
    </FieldsetField>
  );
}

function Discounts({ route }: { route: Route }) {
  const ofStaff = route.discounts.filter((one) => !one.is_sibling_discount);
  const isSibling = route.discounts.some((one) => one.is_sibling_discount);
  return (
    <>
      {ofStaff.length > 0 && (
        <FormSelect
          name="staff_discount_id"
          label={m.office_sell_discount()}
          placeholder={m.office_sell_no_discount()}
          options={ofStaff.map(({ id, text }) => option(id, text))}
        />
      )}
      {isSibling && <FormText name="sibling_number" label={m.office_sell_sibling()} autoComplete="off" />}
    </>
  );
}

/** The fields that most sales leave empty; unfolded if the offer before filled one. */
export function MoreFields({ sold: { route, hasPickup } }: { sold: Sold }) {
  const { defaultValues } = useFormContext<Sale>().formState;
  return (
    <Disclosure label={m.office_sell_more()} isOpenFirst={hasFolded((defaultValues ?? {}) as Partial<Sale>)}>
      <div className="grid gap-4 sm:grid-cols-2">
        {route && <Discounts route={route} />}
        <FormText name="aid_code" label={m.office_sell_aid_code()} autoComplete="off" />
        <FormText name="aid_amount" label={m.office_sell_aid_amount()} inputMode="decimal" />
        {(hasPickup || route?.has_pickup_location) && (
          <>
            <FormText name="pickup_north" label={m.office_sell_pickup_north()} />
            <FormText name="pickup_cross" label={m.office_sell_pickup_cross()} />
          </>
        )}
        <FormTextarea name="special_request" label={m.office_sell_request()} maxLength={8192} />
        <FormSelect
          name="hours"
          label={m.office_sell_hours()}
          placeholder={m.office_sell_hours_usual()}
          options={[
            ...DURATIONS.hours.map((n) => option(n, m.office_sell_hours_n({ n }))),
            ...DURATIONS.days.map((n) => option(n * 24, m.office_sell_days_n({ n }))),
          ]}
        />
        <FormText name="although_closed" label={m.office_sell_although()} maxLength={500} />
        <FormText name="beyond_limit" label={m.office_sell_beyond()} maxLength={500} />
      </div>
    </Disclosure>
  );
}

type Method = { id: number; name: string };

export function PayFields({ methods }: { methods: readonly Method[] }) {
  const chosen = useWatch<Sale, 'pay_by'>({ name: 'pay_by' });
  const known = methods.some(({ id }) => chosen === `method-${id}`) || !chosen.startsWith('method-');
  return (
    <div className="grid gap-4">
      <FormSelect
        name="pay_by"
        label={m.office_sell_pay()}
        options={[
          { value: 'family', label: m.office_offer_pay_family() },
          ...methods.map(({ id, name }) => ({
            value: `method-${id}`,
            label: m.office_sell_method({ name }),
          })),
          ...(known ? [] : [{ value: chosen, label: m.office_offer_pay_method() }]),
          { value: 'check', label: m.office_offer_pay_check() },
          { value: 'cash', label: m.office_offer_pay_cash() },
        ]}
      />
      <FormTextarea name="note" label={m.office_sell_note()} maxLength={2000} />
    </div>
  );
}
