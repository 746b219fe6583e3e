import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { onceRefusals } from '#kit/endpoint/once.refusals.ts';
import { centsShape, dayShape, idShape, instantShape, keyHeaders } from '#kit/endpoint/wire.ts';
import { optionalText, requiredText } from '#kit/rules/fields.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { offerRequestShape, offerShape } from '#modules/orders/offers/offers.contract.ts';
import { receivedCheckShape } from '#modules/orders/offers/offers.shapes.ts';
import { personShape, placingRefusals } from '#modules/orders/orders.contract.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';

const ofStaff = { guard: { right: 'money_write' }, impersonation: 'refused' } as const;

const scanShape = z.object({ id: idShape, sha256: z.string(), pages: z.number().int() });
export type Scan = z.output<typeof scanShape>;

export const uploadScan = endpoint({
  ...ofStaff,
  name: 'uploadScan',
  summary:
    'Store the scan of a contract signed on paper (multipart part `file`: PDF, JPEG or PNG, at most 10 MB ' +
    'and 20 pages); a sale names it within 7 days (OF3.8)',
  method: 'POST',
  path: '/admin/scans',
  audits: ['scan.upload'],
  body: 'multipart',
  item: scanShape,
  refusals: [
    orderRefusals.scan_missing,
    orderRefusals.scan_refused,
    accountRefusals.refused_while_impersonating,
  ],
});

/** The paper as staff have it at hand. */
export const onPaperShape = z.object({
  scan_id: idShape,
  signed_on: dayShape,
  /** the page that names the agreement to a congestion fee; null: the paper names none */
  surge_page: z.number().int().positive().nullable().default(null),
});

const receivedShape = receivedCheckShape.extend({ amount_cents: z.number().int().nonnegative() });

const paperRefusals = [
  ...placingRefusals,
  orderRefusals.order_exists,
  orderRefusals.order_by_phone,
  orderRefusals.route_full,
  orderRefusals.scan_used,
  orderRefusals.signed_in_future,
  orderRefusals.signed_too_long_ago,
  orderRefusals.surge_page_missing,
  orderRefusals.check_in_future,
  orderRefusals.check_number_missing,
  billingRefusals.check_short,
  billingRefusals.check_above,
  onceRefusals.once_key_reused,
  accountRefusals.refused_while_impersonating,
] as const;

export const sellOnPaper = endpoint({
  ...ofStaff,
  name: 'sellOnPaper',
  proof: 'recent',
  summary:
    'Make the order of a contract signed on paper, active at once when its check or cash is here; exactly ' +
    'once for each Idempotency-Key (OF3.8)',
  method: 'POST',
  path: '/admin/offers/paper',
  audits: ['order.paper_sale'],
  headers: keyHeaders,
  body: offerRequestShape
    .omit({ pay_by: true, payment_method_id: true, ends_at: true, replaces_id: true })
    .extend({
      ...onPaperShape.shape,
      pay_by: z.enum(['check', 'cash']),
      /** null: the check or cash is awaited */
      received: receivedShape.nullable(),
    }),
  item: offerShape,
  refusals: [...paperRefusals, orderRefusals.quote_stale],
});
export type PaperSale = z.output<typeof sellOnPaper.body>;

const typedCode = requiredText(64);

const wantedDraft = z.object({
  code: typedCode,
  /** null: today */
  received_on: dayShape.nullable().default(null),
  staff_discount_id: idShape.nullable().default(null),
});

const lineShape = z.object({
  text: z.string(),
  printed_cents: centsShape.nullable(),
  received_cents: centsShape.nullable(),
});

const foundShape = z.object({
  id: idShape,
  code: z.string(),
  family: personShape.extend({ id: idShape }),
  student: personShape,
  school: z.object({ text: z.string(), path: z.string(), line_color: z.string() }),
  period: z.string(),
  program: z.string(),
  grade: z.string().nullable(),
  route: z.string(),
  term: z.string(),
  addons: z.array(z.string()),
  special_request: z.string().nullable(),
  has_surge: z.boolean(),
  printed_on: dayShape,
  received_on: dayShape,
  /** what the paper says is due with the contract */
  printed_due_cents: centsShape,
  /** what is due for a check received on the day; null while the order is forbidden */
  due_cents: centsShape.nullable(),
  /** the lines of both prices, each with its sums */
  lines: z.array(lineShape),
  /** what keeps the order from being made now */
  forbidden: z.array(z.string()),
  /** the printing is recent enough for its price (OF4.3) */
  may_use_printed: z.boolean(),
  discounts: z.array(z.object({ id: idShape, text: z.string() })),
  put_aside: z
    .object({
      by: z.string(),
      at: instantShape,
      note: z.string(),
      reference: z.string().nullable(),
      received_cents: centsShape,
    })
    .nullable(),
});
export type FoundDraft = z.output<typeof foundShape>;

const codeRefusals = [
  orderRefusals.code_unknown,
  orderRefusals.code_expired,
  orderRefusals.code_used,
  orderRefusals.too_many_attempts,
  orderRefusals.received_before_printing,
  orderRefusals.check_in_future,
] as const;

export const findPrintedContract = endpoint({
  ...ofStaff,
  name: 'findPrintedContract',
  summary:
    'A printed contract by its code, with the price of the day on which the check was received beside the ' +
    'printed one; 20 wrong codes an hour (OF4.1, OF4.2)',
  method: 'POST',
  path: '/admin/printed-contracts/find',
  audits: ['printed.read'],
  body: wantedDraft,
  item: foundShape,
  refusals: [...codeRefusals, accountRefusals.refused_while_impersonating],
  secrets: ['code'],
});

export const orderPrintedContract = endpoint({
  ...ofStaff,
  name: 'orderPrintedContract',
  proof: 'recent',
  summary: 'Make the order of a printed contract whose check is here, exactly once (OF4.3, OF4.4)',
  method: 'POST',
  path: '/admin/printed-contracts/order',
  audits: ['order.paper_sale', 'order.receive'],
  headers: keyHeaders,
  body: wantedDraft.extend({
    ...onPaperShape.shape,
    reference: requiredText(50),
    amount_cents: z.number().int().nonnegative(),
    /** `printed`: the price of the printing day, for a reason */
    price_of: z.enum(['received', 'printed']).default('received'),
    reason: optionalText(500),
  }),
  item: z.object({ order_id: idShape, contract_number: z.string() }),
  refusals: [
    ...paperRefusals,
    ...codeRefusals,
    orderRefusals.printed_price_too_old,
    orderRefusals.reason_missing,
  ],
  secrets: ['code'],
});

export const putPrintedAside = endpoint({
  ...ofStaff,
  name: 'putPrintedAside',
  summary: 'Put a check and its printed contract aside, to call the family (OF4.3)',
  method: 'POST',
  path: '/admin/printed-contracts/put-aside',
  audits: ['printed.put_aside'],
  body: z.object({
    code: typedCode,
    received_on: dayShape,
    reference: optionalText(50),
    amount_cents: z.number().int().nonnegative(),
    note: requiredText(2000),
  }),
  item: foundShape,
  refusals: [...codeRefusals, accountRefusals.own_order, accountRefusals.refused_while_impersonating],
  secrets: ['code'],
});
