import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { cents } from '#kit/money.ts';
import { dayIn, formatDate } from '#kit/plain-date.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderEmail } from '#platform/mail/layout.ts';
import type { PdfRenderer } from '#platform/pdf/pdf-renderer.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import { cardExpiryEmail, receiptEmail } from './billing.emails.ts';
import { findExpiryNotice } from './card-expiry-emails.queries.ts';
import { findReceipt, findReceived } from './receipt-emails.queries.ts';
import { printReceipt } from '#modules/billing/ledger/receipt-document.service.ts';

type Deps = { db: Database; clock: Clock; config: Config; pdfRenderer: PdfRenderer };
type Renderer = Renderers[string];

const aboutCard = z.object({ payment_method_id: z.number(), payment_id: z.number() });
const aboutCharge = z.object({ charge_attempt_id: z.number() });

const aboutInvoice = z.object({ invoice_id: z.number() });

const receiptLink = ({ publicUrl }: Config, orderId: number, invoiceId: number) =>
  `${publicUrl}/dashboard/orders/${orderId}/receipt?invoice=${invoiceId}`;

async function receiptAttachment(deps: Pick<Deps, 'db' | 'clock' | 'pdfRenderer'>, invoiceId: number) {
  const attachment = await printReceipt(deps, invoiceId);
  return (
    attachment && {
      attachments: [
        {
          filename: attachment.filename,
          contentType: 'application/pdf',
          content: Buffer.from(attachment.content),
        },
      ],
    }
  );
}

/** Makes billing's mails from the charge as it was frozen; a receipt a charge (M10). */
export function billingEmails(deps: Deps): Renderers {
  return {
    'mail.receipt': receiptOfCharge(deps),
    'mail.payment_received': receiptOfReceived(deps),
    'mail.card-expires': expiryNotice(deps),
  };
}

function receiptOfCharge({ db, clock, config, pdfRenderer }: Deps): Renderer {
  return async (payload) => {
    const found = await findReceipt(db, aboutCharge.parse(payload).charge_attempt_id);
    if (!found || found.reader.disabledAt) return undefined;
    const { attempt, reader, invoice } = found;
    const surcharges = attempt.surcharges.map(({ name, amount_cents }) => ({
      text: name,
      amountCents: cents(amount_cents),
    }));
    const emailContent = receiptEmail({
      first_name: reader.firstName,
      company: found.company,
      order_id: found.orderId,
      invoice_id: invoice.id,
      contract_number: found.contractNumber,
      charged_on: formatDate(dayIn(clock.timeZone, invoice.createdAt)),
      method: `${found.method.brand} ****${found.method.last4}`,
      lines: [{ text: attempt.params.descriptor, amountCents: attempt.principalCents }, ...surcharges],
      is_pending: attempt.state === 'processing',
      link: receiptLink(config, found.orderId, invoice.id),
    });
    return {
      to: [reader.email],
      ...(await renderEmail(emailContent)),
      ...(await receiptAttachment({ db, clock, pdfRenderer }, invoice.id)),
    };
  };
}

function receiptOfReceived({ db, clock, config, pdfRenderer }: Deps): Renderer {
  return async (payload) => {
    const found = await findReceived(db, aboutInvoice.parse(payload).invoice_id);
    if (!found || found.reader.disabledAt) return undefined;
    const { reader, invoice, orderId } = found;
    const emailContent = receiptEmail({
      first_name: reader.firstName,
      company: found.company,
      order_id: orderId,
      invoice_id: invoice.id,
      contract_number: found.contractNumber,
      charged_on: formatDate(dayIn(clock.timeZone, invoice.createdAt)),
      method: found.paymentType === 'paymentTypeCheck' ? m.contract_type_check() : m.contract_type_cash(),
      lines: [found.line],
      is_pending: false,
      link: receiptLink(config, orderId, invoice.id),
    });
    return {
      to: [reader.email],
      ...(await renderEmail(emailContent)),
      ...(await receiptAttachment({ db, clock, pdfRenderer }, invoice.id)),
    };
  };
}

function expiryNotice({ db, config }: Deps): Renderer {
  return async (payload) => {
    const found = await findExpiryNotice(db, aboutCard.parse(payload));
    if (!found || found.reader.disabledAt) return undefined;
    const { reader, company, order, method, payment } = found;
    const emailContent = cardExpiryEmail({
      first_name: reader.firstName,
      company,
      order_id: order.id,
      contract_number: order.contractNumber,
      method,
      expires: `${String(method.expMonth).padStart(2, '0')}/${method.expYear}`,
      due_on: formatDate(payment.payOn),
      link: `${config.publicUrl}/dashboard/payment-methods`,
    });
    return { to: [reader.email], ...(await renderEmail(emailContent)) };
  };
}
