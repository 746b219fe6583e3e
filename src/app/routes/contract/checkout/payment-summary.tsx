import { m } from '#i18n/messages.js';
import { cardTypeOf, digitsOf } from '#modules/billing/methods/card.ts';
import { methodName } from '#app/payments/saved-methods.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useWizard, type Wizard } from '#app/routes/contract/wizard/wizard-context.ts';

const ending = (number: string) => `****${digitsOf(number).slice(-4)}`;

/** The method in a few words, never more than its last four digits. */
function methodText({ draft, offer }: Wizard): string {
  const { program, cc, ach } = draft;
  if (program.payment_type === 'paymentTypeNone') return m.contract_payment_none();
  const saved = offer.methods?.find((each) => each.id === program.payment_method);
  if (saved) return methodName(saved.method);
  if (program.payment_type === 'paymentTypeAch')
    return ach ? `${ach.account_type} ${ending(ach.account_number)}` : '';
  return cc ? `${cardTypeOf(cc.number) ?? ''} ${ending(cc.number)}` : '';
}

/** How it will be paid, and the way to change it. */
export function PaymentSummary() {
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
        {!isNone && <b>{payment_type === 'paymentTypeAch' ? m.contract_tab_ach() : m.contract_tab_card()}</b>}
        <span className="figures">{methodText(wizard)}</span>
      </p>
    </Card>
  );
}
