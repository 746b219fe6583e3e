import { useId, useState } from 'react';
import { m } from '#i18n/messages.js';
import { listDivisions } from '#modules/catalog/catalog.contract.ts';
import { listPeriodPrograms } from '#modules/catalog/routes/routes.contract.ts';
import { bankFeeText } from '#modules/orders/requests/request-texts.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { dollarText } from '#app/orders/order-texts.ts';
import { brand } from '#app/company/brand.ts';
import { company } from '#app/company/company.ts';
import { companyName } from '#app/shell/page-facts.ts';
import { Button } from '#app/ui/button.tsx';
import { Facts } from '#app/ui/card.tsx';

type Instructions = (typeof brand.check_instructions)[string];

function usePayee(division_id: number) {
  const [division] = useItems(listDivisions, { params: { division_id } }).data ?? [];
  if (!division)
    return {
      name: companyName(),
      street: company.address_1,
      city: company.city_line,
      phone: company.dispatch_phone,
    };
  return {
    name: division.company_name,
    street: division.address_1,
    city: `${division.city}, ${division.state} ${division.zip}`,
    phone: division.phone_main,
  };
}

type Signed = Order['order_detail']['contract']['contract_detail'];

function useBankFee({ period, program }: Signed): string | undefined {
  const [found] =
    useItems(listPeriodPrograms, { params: { period_id: period.id, program_id: program.id } }).data ?? [];
  return found && bankFeeText(found.payment_type_surcharges);
}

type PaymentFactsProps = { order: Order; instructions: Instructions; payee: ReturnType<typeof usePayee> };

function PaymentFacts({ order, instructions, payee }: PaymentFactsProps) {
  const { contract_number } = order.order_detail.contract;
  const { _order_due: due } = order;
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
        { label: m.contract_instructions_payable(), value: <b>{payee.name}</b> },
        {
          label: m.contract_instructions_mail(),
          value: [
            payee.name,
            `${m.contract_instructions_attention()}: ${instructions.attention}`,
            payee.street,
            payee.city,
          ].map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          )),
        },
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

function Panel({ order, instructions }: { order: Order; instructions: Instructions }) {
  const { contract_detail } = order.order_detail.contract;
  const { program, program_group } = contract_detail;
  const payee = usePayee(program_group.division_id);
  const bankFee = useBankFee(contract_detail);
  return (
    <section
      aria-label={m.contract_instructions_title({ school: program_group.text, program: program.text })}
      className="grid gap-3 rounded-md border border-hair bg-sunk p-4"
    >
      <h3 className="font-bold">
        {m.contract_instructions_title({ school: program_group.text, program: program.text })}
      </h3>
      <p>{instructions.text}</p>
      <PaymentFacts order={order} instructions={instructions} payee={payee} />
      {bankFee && <p>{m.contract_instructions_bank({ fee: bankFee })}</p>}
      <p className="figures">{m.contract_instructions_questions({ phone: payee.phone })}</p>
    </section>
  );
}

/** The folded instructions of payment after an approved reassignment (R3). */
export function PaymentInstructions({ order, className }: { order: Order; className?: string }) {
  const [isShown, setShown] = useState(false);
  const id = useId();
  // Programs without instructions take no checks (contracts.md §9).
  const instructions = brand.check_instructions[order.order_detail.contract.contract_detail.program.name];
  if (!instructions) return null;
  return (
    <div className={className}>
      <Button
        look="quiet"
        icon={isShown ? 'down' : 'right'}
        className="-ml-5"
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? m.contract_instructions_hide() : m.contract_instructions_show()}
      </Button>
      <div id={id} hidden={!isShown} className="mt-2">
        {isShown && <Panel order={order} instructions={instructions} />}
      </div>
    </div>
  );
}
