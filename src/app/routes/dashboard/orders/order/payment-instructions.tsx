import { useId, useState } from 'react';
import { m } from '#i18n/messages.js';
import { listPeriodPrograms } from '#modules/catalog/routes/routes.contract.ts';
import { bankFeeText } from '#modules/orders/requests/request-texts.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { dollarText } from '#app/orders/order-texts.ts';
import { FoldButton } from '#app/ui/button.tsx';
import { Facts } from '#app/ui/card.tsx';
import { DateText } from '#app/ui/date-text.tsx';

type Signed = Order['order_detail']['contract']['contract_detail'];

function useBankFee({ period, program }: Signed): string | undefined {
  const [found] =
    useItems(listPeriodPrograms, { params: { period_id: period.id, program_id: program.id } }).data ?? [];
  return found && bankFeeText(found.payment_type_surcharges);
}

type Takeover = Order['request_windows']['reassign'] & { company: string };

type PanelProps = { order: Order; takeover: Takeover };

function MailTo({ takeover: { company, mail_to } }: { takeover: Takeover }) {
  if (mail_to.length === 0) return <span>{m.contract_instructions_ask({ company })}</span>;
  return (
    <>
      {[company, ...mail_to].map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </>
  );
}

function PaymentFacts({ order, takeover }: PanelProps) {
  const { contract_number } = order.order_detail.contract;
  const { _order_due: due } = order;
  const due_on = takeover.due_on ?? order.next_payment_on;
  return (
    <Facts
      facts={[
        {
          label: m.contract_instructions_amount(),
          value:
            due > 0 ? (
              <span className="figures">{dollarText(due)}</span>
            ) : (
              m.contract_instructions_nothing_due()
            ),
        },
        ...(due > 0 && due_on
          ? [{ label: m.contract_instructions_due_on(), value: <DateText date={due_on} withWeekday /> }]
          : []),
        { label: m.contract_instructions_payable(), value: <b>{takeover.company}</b> },
        { label: m.contract_instructions_mail(), value: <MailTo takeover={takeover} /> },
        {
          label: m.contract_instructions_memo(),
          value: (
            <span className="whitespace-nowrap">
              {m.contract_instructions_memo_text({ number: contract_number ?? '' })}
            </span>
          ),
        },
      ]}
    />
  );
}

function Panel({ order, takeover }: PanelProps) {
  const { contract_detail } = order.order_detail.contract;
  const { program, program_group } = contract_detail;
  const bankFee = useBankFee(contract_detail);
  return (
    <section
      aria-label={m.contract_instructions_title({ school: program_group.text, program: program.text })}
      className="grid gap-3 rounded-md border border-hair bg-sunk p-4"
    >
      <h3 className="font-bold">
        {m.contract_instructions_title({ school: program_group.text, program: program.text })}
      </h3>
      {takeover.instructions && <p>{takeover.instructions}</p>}
      <PaymentFacts order={order} takeover={takeover} />
      {bankFee && <p>{m.contract_instructions_bank({ fee: bankFee })}</p>}
      {takeover.phone && (
        <p className="figures">{m.contract_instructions_questions({ phone: takeover.phone })}</p>
      )}
    </section>
  );
}

/** The folded instructions of the company that takes over, after an approved reassignment (R3, MP5). */
export function PaymentInstructions({ order, className }: { order: Order; className?: string }) {
  const [isShown, setShown] = useState(false);
  const id = useId();
  const { company, ...reassign } = order.request_windows.reassign;
  if (!reassign.is_by_check || company === null) return null;
  return (
    <div className={className}>
      <FoldButton
        look="quiet"
        className="-ml-5"
        isOpen={isShown}
        controls={id}
        onPress={() => setShown(!isShown)}
      >
        {isShown ? m.contract_instructions_hide() : m.contract_instructions_show()}
      </FoldButton>
      <div id={id} hidden={!isShown} className="mt-2">
        {isShown && <Panel order={order} takeover={{ ...reassign, company }} />}
      </div>
    </div>
  );
}
