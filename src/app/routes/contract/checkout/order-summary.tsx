import { m } from '#i18n/messages.js';
import { guardianOf } from '#modules/students/guardians.ts';
import { addressLine } from '#app/addresses/address-form.ts';
import { Button } from '#app/ui/button.tsx';
import { Card, Facts, type Fact } from '#app/ui/card.tsx';
import type { LaterPrice } from '#modules/pricing/price-snapshot.ts';
import { cappedCardText } from '#app/routes/contract/prices/capped-card-text.ts';
import { wayOfOrder, type ShownPriceKey } from '#app/routes/contract/wizard/later-payment.ts';
import { capOfPrice } from '#modules/pricing/quoted-prices.ts';
import { isEntered } from '#app/routes/contract/wizard/draft.ts';
import type { EnteredMethod } from '#modules/billing/methods/entries/entries.contract.ts';
import type { Step } from '#app/routes/contract/wizard/guards.ts';
import { useWizard, type Wizard } from '#app/routes/contract/wizard/wizard-context.ts';
import { cardTypeOf, digitsOf } from '#modules/billing/methods/card.ts';
import { methodName } from '#app/payments/saved-methods.tsx';
import { setProgramField } from '#app/routes/contract/wizard/transitions.ts';
import { CheckboxField } from '#app/ui/fields/checkbox-field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { laterSentences } from './later-sentences.ts';
import { fullName } from '#kit/text/full-name.ts';

function guardianText(student: Wizard['draft']['student'], n: 1 | 2): string {
  const { first_name, last_name, phone_mobile, email } = guardianOf(student, n);
  const name = [first_name, last_name].filter(Boolean).join(' ');
  return [name, phone_mobile, email].filter(Boolean).join(', ') || m.contract_not_available();
}

function studentFacts({ draft: { student } }: Wizard): Fact[] {
  return [
    { label: m.contract_summary_student(), value: fullName(student) },
    { label: m.contract_summary_address(), value: addressLine({ ...student, apt: student.apt || null }) },
    { label: m.account_part_guardian_1(), value: guardianText(student, 1) },
    { label: m.account_part_guardian_2(), value: guardianText(student, 2) },
  ];
}

function contractFacts({ school, draft: { program }, offer }: Wizard): Fact[] {
  const addons =
    offer.route?.addons.filter((addon) => program.addons.includes(addon.id)).map((addon) => addon.text) ?? [];
  const pickup = [program.pickup_north, program.pickup_cross].map((street) => street.trim()).filter(Boolean);
  const facts: (Fact | null)[] = [
    { label: m.contract_program(), value: school.programs.find((each) => each.id === program.id)?.text },
    program.grade_id === null
      ? null
      : {
          label: m.contract_grade(),
          value: offer.grades?.find((grade) => grade.id === program.grade_id)?.text,
        },
    { label: m.contract_route(), value: offer.route?.name },
    addons.length === 0 ? null : { label: m.contract_addons(), value: addons.join(', ') },
    pickup.length === 0 ? null : { label: m.contract_pickup(), value: pickup.join(' / ') },
    {
      label: m.contract_payment_term(),
      value: offer.route?.payment_terms.find((term) => term.id === program.payment_term)?.name,
    },
    program.special_request.trim() === ''
      ? null
      : { label: m.contract_special_request(), value: program.special_request },
  ];
  return facts.filter((fact) => fact !== null);
}

function Change({ step, what }: { step: Step; what: string }) {
  const { goTo } = useWizard();
  return (
    <Button
      look="quiet"
      onClick={() => goTo(step)}
      aria-label={m.contract_change_what({ what })}
      className="-my-2 -mr-5"
    >
      {m.contract_change()}
    </Button>
  );
}

export function OrderSummary() {
  const wizard = useWizard();
  return (
    <>
      <Card
        title={m.contract_summary_student()}
        aria-label={m.contract_summary_student()}
        actions={<Change step={1} what={m.contract_summary_student()} />}
      >
        <Facts facts={studentFacts(wizard)} />
      </Card>
      <Card
        title={m.contract_summary_contract()}
        aria-label={m.contract_summary_contract()}
        actions={<Change step={3} what={m.contract_summary_contract()} />}
      >
        <Facts facts={contractFacts(wizard)} />
      </Card>
    </>
  );
}

const ending = (number: string) => `****${digitsOf(number).slice(-4)}`;

/** Never more than the last four digits. */
export function methodText({ draft, offer }: Wizard): string {
  const { cc, ach } = draft;
  const { type, method } = wayOfOrder(draft);
  if (type === 'paymentTypeNone') return m.contract_payment_none();
  const saved = offer.methods?.find((each) => each.id === method);
  if (saved) return methodName(saved.method);
  const isBank = type === 'paymentTypeAch';
  if (isEntered(isBank ? ach : cc)) return methodName((isBank ? ach : cc) as EnteredMethod);
  if (isBank) return ach && !isEntered(ach) ? `${ach.account_type} ${ending(ach.account_number)}` : '';
  return cc && !isEntered(cc) ? `${cardTypeOf(cc.number) ?? ''} ${ending(cc.number)}` : '';
}

export function payerText(wizard: Wizard, by: LaterPrice['by']): string {
  if (by === 'checkout') return methodText(wizard);
  const saved = wizard.offer.savedMethods?.find(({ method }) => method.id === by);
  return saved ? methodName(saved.method) : '';
}

const typeTexts = {
  paymentTypeNone: m.contract_payment_none,
  paymentTypeAch: m.contract_tab_ach,
  paymentTypeCreditCard: m.contract_tab_card,
  debit_card: m.contract_method_debit,
};

function typeText(key: ShownPriceKey): string {
  const cap = capOfPrice(key);
  return cap === undefined ? typeTexts[key as keyof typeof typeTexts]() : cappedCardText(cap);
}

/**
 * Later charges with method and fee, before the signature; a default other than today's method may be
 * replaced by today's method (MP1).
 */
function LaterCharges({ planned, isAsked }: { planned: readonly LaterPrice[]; isAsked: boolean }) {
  const wizard = useWizard();
  const { draft, change } = wizard;
  if (planned.length === 0) return null;
  const isBank = draft.program.payment_type === 'paymentTypeAch';
  return (
    <div className="mt-4 border-t border-hair pt-3">
      <ul className="grid gap-1" aria-label={m.contract_success_later()}>
        {laterSentences(planned, (by) => payerText(wizard, by)).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {isAsked && (
        <CheckboxField
          name="is_for_later"
          label={isBank ? m.contract_later_use_account() : m.contract_later_use_card()}
          className="mt-2"
          checked={draft.program.is_for_later}
          onChange={({ target }) => change((known) => setProgramField(known, 'is_for_later', target.checked))}
        />
      )}
    </div>
  );
}

type PaymentSummaryProps = { planned: readonly LaterPrice[]; isAsked: boolean };

export function PaymentSummary(later: PaymentSummaryProps) {
  const wizard = useWizard();
  const { payment_type } = wizard.draft.program;
  const isNone = payment_type === 'paymentTypeNone';
  return (
    <Card
      title={m.contract_payment_method()}
      aria-label={m.contract_payment_method()}
      actions={
        !isNone && (
          <Button
            look="quiet"
            className="-my-2 -mr-5"
            aria-label={m.contract_change_what({ what: m.contract_payment_method() })}
            onClick={() => wizard.goTo(3)}
          >
            {m.contract_change()}
          </Button>
        )
      }
    >
      <p className="flex flex-wrap items-center gap-3">
        <Icon name={payment_type === 'paymentTypeCreditCard' ? 'card' : isNone ? 'tick' : 'bank'} />
        {!isNone && <b>{typeText(wizard.price_key)}</b>}
        <span className="figures">{methodText(wizard)}</span>
      </p>
      <LaterCharges {...later} />
    </Card>
  );
}
