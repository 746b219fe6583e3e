import { FormProvider } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { formatMoney, sum } from '#kit/money.ts';
import { BankFields } from '#app/payments/bank-fields.tsx';
import { CardFeeNote } from '#app/payments/card-fee-note.tsx';
import { ClosedWays } from '#app/payments/closed-ways.tsx';
import { CardFields } from '#app/payments/card-fields.tsx';
import { OtherSchoolCards } from '#app/payments/other-school-cards.tsx';
import { ProcessorFields } from '#app/payments/hosted/processor-fields.tsx';
import { fundingText, methodName, SavedMethods } from '#app/payments/saved-methods.tsx';
import { Button } from '#app/ui/button.tsx';
import { ErrorNotice, Notice } from '#app/ui/notice.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import type { EnteredMethod } from '#modules/billing/methods/entries/entries.contract.ts';
import type { WizardPaymentType } from '#app/routes/contract/wizard/draft.ts';
import { hasPayment } from '#app/routes/contract/wizard/guards.ts';
import { openPaymentTypes } from '#app/routes/contract/wizard/open-payment-types.ts';
import { choosePaymentType } from '#app/routes/contract/wizard/transitions.ts';
import type { HostedEntry } from './use-hosted-entry.ts';
import type { PaymentEntry } from './use-payment-entry.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';

type PanelProps = { entry: PaymentEntry; type: 'paymentTypeAch' | 'paymentTypeCreditCard' };

type EnteredProps = { entered: EnteredMethod; isBank: boolean; onAnother: () => void };

function Entered({ entered, isBank, onAnother }: EnteredProps) {
  return (
    <div className="grid gap-3">
      <Notice tone="success" role="status">
        {m.contract_fields_entered({
          method: [methodName(entered), fundingText(entered)].filter(Boolean).join(' · '),
        })}
      </Notice>
      <Button look="secondary" className="justify-self-start" icon="plus" onClick={onAnother}>
        {isBank ? m.contract_fields_another_bank() : m.contract_fields_another_card()}
      </Button>
    </div>
  );
}

function HostedMethod({ hosted, type }: { hosted: HostedEntry; type: PanelProps['type'] }) {
  const entered = hosted.entered(type);
  const problem = hosted.problemOf(type);
  const isBank = type === 'paymentTypeAch';
  if (entered)
    return <Entered entered={entered} isBank={isBank} onAnother={() => hosted.enterAnother(type)} />;
  return (
    <FormProvider {...hosted.holders[type]}>
      <ErrorNotice text={problem} />
      <ProcessorFields
        ref={hosted.fields[type]}
        kind={isBank ? 'bank' : 'card'}
        publishable_key={hosted.publishable_key}
        bankNote={m.contract_fields_seat_not_held()}
        waiting={isBank ? hosted.waiting : undefined}
        hasWallets={!isBank}
        onFunding={isBank ? undefined : hosted.onFunding}
      />
    </FormProvider>
  );
}

function NewMethod({ entry, type }: PanelProps) {
  const { school, tellTypedFunding } = useWizard();
  if (entry.hosted) return <HostedMethod hosted={entry.hosted} type={type} />;
  return (
    <>
      {type === 'paymentTypeAch' ? (
        <FormProvider {...entry.bank}>
          <BankFields />
        </FormProvider>
      ) : (
        <FormProvider {...entry.card}>
          <CardFields today={school.info.date} onFunding={tellTypedFunding} />
        </FormProvider>
      )}
      <p className="text-sm text-ink-soft">{m.contract_numbers_not_kept()}</p>
    </>
  );
}

export function PaymentPanel({ entry, type }: PanelProps) {
  const { cards, school } = useWizard();
  const entered = entry.hosted?.entered(type);
  const saved = entry.saved(type);
  const isNew = entry.isNew(type);
  const texts =
    type === 'paymentTypeAch'
      ? { new: m.contract_use_new_bank(), saved: m.contract_use_saved_bank() }
      : { new: m.contract_use_new_card(), saved: m.contract_use_saved_card() };
  return (
    <div className="grid gap-4">
      {type === 'paymentTypeAch' ? (
        <p className="text-ink-soft">{m.contract_ach_explained()}</p>
      ) : (
        <CardFeeNote funding={entered?.funding ?? cards.typed_funding} />
      )}
      {isNew ? (
        <NewMethod entry={entry} type={type} />
      ) : (
        <SavedMethods
          methods={saved.map((offered) => offered.method)}
          chosen={entry.chosen}
          error={entry.methodError}
          onToggle={(id) => entry.toggle({ id, type })}
        />
      )}
      {type === 'paymentTypeCreditCard' && (
        <OtherSchoolCards
          program_group_id={school.group.id}
          today={school.info.date}
          onShared={(id) => entry.choose({ id, type })}
        />
      )}
      {saved.length > 0 && (
        <Button
          look="secondary"
          className="justify-self-start"
          icon={isNew ? 'list' : 'plus'}
          onClick={() => entry.toggleNew(type)}
        >
          {isNew ? texts.saved : texts.new}
        </Button>
      )}
    </div>
  );
}

const PAID_BY = ['paymentTypeAch', 'paymentTypeCreditCard'] as const;
const TABS = { paymentTypeAch: m.contract_tab_ach, paymentTypeCreditCard: m.contract_tab_card };

function NothingDue() {
  const later = sum(useWizard().priced?.later.map(({ amount_cents }) => amount_cents) ?? []);
  return (
    <section aria-label={m.contract_payment_method()}>
      <h2 className="mb-2 text-lg font-bold">{m.contract_payment_method()}</h2>
      <p>
        <b>{m.contract_payment_none()}</b>
      </p>
      <p className="text-ink-soft">{m.contract_payment_none_note()}</p>
      {later > 0 && (
        <p className="text-ink-soft">{m.contract_payment_none_later({ amount: formatMoney(later) })}</p>
      )}
    </section>
  );
}

/** The payment method for the amount due today: ACH, Card, or None (contracts.md §2, W1). */
export function PaymentSection({ entry }: { entry: PaymentEntry }) {
  const { draft, change, aid, priced, school } = useWizard();
  const closed = school.info.closed_ways;
  const open = PAID_BY.filter((type) => openPaymentTypes(closed).includes(type));
  const { payment_type } = draft.program;
  if (payment_type === 'paymentTypeNone') return <NothingDue />;
  return (
    <section aria-label={m.contract_payment_method()} data-field="payment">
      <h2 className="mb-2 text-lg font-bold">{m.contract_payment_method()}</h2>
      {aid.isApplied && priced && !hasPayment(draft) && (
        <Notice role="status" className="mb-3">
          {m.contract_aid_choose_method({ amount: formatMoney(priced.due_today_cents) })}
        </Notice>
      )}
      <ClosedWays closed={closed} />
      {open.length > 0 && (
        <Tabs
          label={m.contract_payment_method()}
          value={payment_type}
          onChange={(type) => change((known) => choosePaymentType(known, type as WizardPaymentType))}
          tabs={open.map((type) => ({
            value: type,
            label: TABS[type](),
            isKept: entry.hosted !== undefined,
            panel: <PaymentPanel entry={entry} type={type} />,
          }))}
        />
      )}
    </section>
  );
}
