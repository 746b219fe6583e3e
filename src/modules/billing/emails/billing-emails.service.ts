import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { bytesOf } from '#kit/bytes-of.ts';
import { cents } from '#kit/money.ts';
import { addDays, dayIn, formatDate } from '#kit/plain-date.ts';
import { UNPAID } from '#modules/billing/payment.states.ts';
import type { Config } from '#platform/config/config.ts';
import { renderEmail } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import { nameOfMethod } from '#modules/billing/payments/payment-texts.ts';
import { toReaders } from '#modules/accounts/emails/readers.ts';
import { cardExpiryEmail, receiptEmail } from './billing.emails.ts';
import { NOTICE_DAYS } from '#modules/billing/methods/card-expiry.service.ts';
import { isExpired } from '#modules/billing/methods/offered-methods.ts';
import { findExpiryNotice, findReceipt, findReceived } from './billing-emails.queries.ts';
import {
  receiptOfInvoice,
  type KeptReceipt,
  type ReceiptDeps,
} from '#modules/billing/ledger/kept-receipts.service.ts';
import { findInvoice } from '#modules/billing/ledger/receipt-document.queries.ts';
import { addonsPaidBy } from '#modules/billing/ledger/receipt-document.service.ts';
import { atOnce, onOneConnection } from '#platform/db/at-once.ts';

type Deps = Omit<ReceiptDeps, 'crashPoint'> & { config: Config };
type Renderer = Renderers[string];

const aboutCard = z.object({ payment_method_id: z.number(), payment_id: z.number() });
const aboutCharge = z.object({ charge_attempt_id: z.number() });

const aboutInvoice = z.object({ invoice_id: z.number() });

const receiptLink = ({ publicUrl }: Config, order_id: number, invoiceId: number) =>
  `${publicUrl}/dashboard/orders/${order_id}/receipt?invoice=${invoiceId}`;

function attachmentsOf(attachment: KeptReceipt | undefined) {
  return (
    attachment && {
      attachments: [
        {
          filename: attachment.filename,
          contentType: 'application/pdf',
          content: bytesOf(attachment.content),
        },
      ],
    }
  );
}

/** M10 */
export function billingEmails(deps: Deps): Renderers {
  return {
    'billing.receipt': receiptOfCharge(deps),
    'billing.payment_received': receiptOfReceived(deps),
    'billing.card_expires': expiryNotice(deps),
  };
}

function receiptOfCharge({ config, ...deps }: Deps): Renderer {
  const { db, clock } = deps;
  return async (payload) => {
    const { charge_attempt_id } = aboutCharge.parse(payload);
    const [found, billed] = await onOneConnection(db, (one) =>
      atOnce([findReceipt(one, charge_attempt_id), findInvoice(one, { charge_attempt_id })]),
    );
    if (!found || found.reader.disabled_at) return undefined;
    const { attempt, reader, invoice } = found;
    // The return has an email of its own, and no money was received.
    if (attempt.state === 'returned') return undefined;
    const surcharges = attempt.surcharges.map(({ name, amount_cents }) => ({
      text: name,
      amount_cents: cents(amount_cents),
    }));
    const receipt = {
      company: found.company,
      order_id: found.order_id,
      invoice_id: invoice.id,
      contract_number: found.contract_number,
      charged_on: formatDate(dayIn(clock.time_zone, invoice.created_at)),
      method: nameOfMethod(found.method),
      addons: billed ? addonsPaidBy(billed) : [],
      lines: [{ text: attempt.descriptor, amount_cents: attempt.principal_cents }, ...surcharges],
      is_received: false,
      is_pending: attempt.state === 'processing',
      link: receiptLink(config, found.order_id, invoice.id),
    };
    const attached = attachmentsOf(billed && (await receiptOfInvoice(deps, billed)));
    return toReaders(payload, [reader.email], reader, (isNamed) => ({
      ...renderEmail(receiptEmail({ ...receipt, first_name: isNamed ? reader.first_name : null })),
      ...attached,
    }));
  };
}

function receiptOfReceived({ config, ...deps }: Deps): Renderer {
  const { db, clock } = deps;
  return async (payload) => {
    const found = await findReceived(db, aboutInvoice.parse(payload).invoice_id);
    if (!found || found.reader.disabled_at) return undefined;
    const { reader, invoice, order_id } = found;
    const billed = await findInvoice(db, { invoice_id: invoice.id });
    const receipt = {
      company: found.company,
      order_id,
      invoice_id: invoice.id,
      contract_number: found.contract_number,
      charged_on: formatDate(dayIn(clock.time_zone, invoice.created_at)),
      method: found.paymentType === 'paymentTypeCheck' ? m.contract_type_check() : m.contract_type_cash(),
      addons: billed ? addonsPaidBy(billed) : [],
      lines: [found.line],
      is_received: true,
      is_pending: false,
      rest: found.rest && UNPAID.some((status) => status === found.rest?.status) ? found.rest : null,
      surplus_cents: found.surplus_cents,
      link: receiptLink(config, order_id, invoice.id),
    };
    const attached = attachmentsOf(billed && (await receiptOfInvoice(deps, billed)));
    return toReaders(payload, [reader.email], reader, (isNamed) => ({
      ...renderEmail(receiptEmail({ ...receipt, first_name: isNamed ? reader.first_name : null })),
      ...attached,
    }));
  };
}

function expiryNotice({ db, clock, config }: Deps): Renderer {
  return async (payload) => {
    const today = clock.today();
    const found = await findExpiryNotice(db, { ...aboutCard.parse(payload), today });
    if (!found || found.reader.disabled_at) return undefined;
    const { reader, company, order, method, payment } = found;
    // The bank may have sent a new card in the meantime.
    const { pay_on, is_held_up } = payment;
    if (!isExpired(method, is_held_up ? addDays(today, NOTICE_DAYS) : pay_on)) return undefined;
    const notice = {
      company,
      order_id: order.id,
      contract_number: order.contract_number,
      method,
      expires: `${String(method.exp_month).padStart(2, '0')}/${method.exp_year}`,
      due_on: is_held_up ? null : formatDate(pay_on),
      link: `${config.publicUrl}/dashboard/payment-methods`,
    };
    return toReaders(payload, [reader.email], reader, (isNamed) =>
      renderEmail(cardExpiryEmail({ ...notice, first_name: isNamed ? reader.first_name : null })),
    );
  };
}
