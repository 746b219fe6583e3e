import { describe, expect, it } from 'vitest';
import { globSync, readFileSync } from 'node:fs';
import { m } from '#i18n/messages.js';
import { fieldName, type FieldsOf } from './field-labels.ts';

const MESSAGES = m as unknown as Record<string, () => string>;

/** The owner of the fields in a file, if the label depends on the owner. */
const OWNERS: Record<string, FieldsOf> = {
  'src/app/routes/office/rehearsals/new-rehearsal.tsx': 'rehearsal',
  'src/app/students/student-fields.tsx': 'student',
  'src/app/routes/dashboard/profile/profile-form.tsx': 'user',
  'src/app/security/add-passkey.tsx': 'user',
  'src/app/security/enroll-app.tsx': 'user',
  'src/app/payments/card-fields.tsx': 'cc',
  'src/app/routes/contract/checkout/aid-section.tsx': 'financial_aid',
  'src/app/routes/office/congestion-fees/new-fee.tsx': 'congestion_fee',
  'src/app/routes/office/payments/edit/payment-form.tsx': 'payment',
  'src/app/routes/office/parents/parent/notes.tsx': 'note',
  'src/app/routes/office/worklist/claim-dialog.tsx': 'work',
};

/** Fields named by literals, and questions and boxes with sentences for labels. */
const NAMED_OTHERWISE = new Set([
  // One field of the form, with another label for a check.
  'src/app/routes/office/payments/edit/received-fields.tsx: amount',
  // The set-up asks for one price and for the number of payments in its own words.
  'src/app/routes/office/season/set-up/stop-forms.tsx: deposit',
  'src/app/routes/office/season/set-up/stop-forms.tsx: number_payments',
  // One word is enough in a form with few fields; a refusal names the field by the general label.
  'src/app/routes/office/awards/budget-card.tsx: amount',
  'src/app/routes/office/awards/award-dialog.tsx: expires_on',
  'src/app/routes/office/awards/award-dialog.tsx: note',
  'src/app/routes/office/reports/ledger/name-account.tsx: number',
  'src/app/routes/dashboard/orders/amendment/page.tsx: reason',
  'src/app/routes/office/orders/change/change-fields.tsx: student',
  'src/app/routes/office/orders/change/change-fields.tsx: agree_by',
  'src/app/routes/office/orders/change/paper-dialog.tsx: code',
  // Staff choose among the child's own grade and street; a refusal names them as the family's form does.
  'src/app/routes/office/sell/sale-fields.tsx: grade_id',
  'src/app/routes/office/sell/sale-fields.tsx: hours',
  'src/app/routes/office/sell/sale-fields.tsx: addons',
  'src/app/routes/office/sell/sale-fields.tsx: pickup_north',
  'src/app/routes/office/sell/sale-fields.tsx: note',
  'src/app/routes/office/offers/offer/offer-acts.tsx: reason',
  'src/app/routes/dashboard/offers/decline-offer.tsx: reason',
  // The paper desk has a single code, note and day.
  'src/app/routes/office/paper/page.tsx: code',
  'src/app/routes/office/paper/page.tsx: received_on',
  'src/app/routes/office/paper/page.tsx: discount',
  'src/app/routes/office/paper/order-form.tsx: note',
  'src/app/routes/office/sell/sell-on-paper.tsx: pay_by',
  'is_on',
  // A choice of the form: what is sent is a refund or none.
  'src/app/routes/office/orders/order/end-contract.tsx: money',
  'bank_terms',
  // The control beside the address of a content block.
  '${name}_upload',
  'typed_grades',
  'contract_number',
  'payment_method_id',
  'acknowledgement',
  'ach_terms',
  'refund_type',
  'outcome',
  'how_much',
  'cancel_order',
  'is_aid_spent',
  'needs_confirmation',
  'surge_pricing',
  'is_default',
  'keep_me_logged_in',
  'refund_open',
  'reassign_open',
  'has_medical_concerns',
  'staff_values',
  'can_exit_bus_alone',
  'is_split_custody',
  'file',
  // Fields for choosing, filtering and sorting are never wrong.
  'later_payment_type',
  'show',
  'kind',
  'who',
  'sort',
  'route',
  'school',
  'program',
  'period',
  'season',
  'state',
  'landing',
  'search',
]);

const FIELD = /name=(?:"([a-z_0-9]+)"|\{`([^`]+)`\})\s+label=\{m\.(\w+)\(\)\}/g;

/** Their fields are choices of a plan or of a look; the refusals of their calls name values, not fields. */
const WITHOUT_REFUSED_FIELDS =
  /routes\/office\/(preview\/|season\/(many\/|roll-over\/|texts\/|copy-into|price-rule))/;

const forms = globSync('src/app/**/*.tsx').filter((file) => !WITHOUT_REFUSED_FIELDS.test(file));

const fields = forms.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(FIELD)].map(([, plain, template, message]) => ({
    file: file.replaceAll('\\', '/'),
    name: plain ?? template!.replace('${n}', '1').replace(/^\$\{at\}\./, 'experience.0.'),
    label: MESSAGES[message!]!(),
  })),
);

/** @shows MA10.1 MB20.1 */
describe('the label of a field', () => {
  it('is looked for in every form', () => expect(fields.length).toBeGreaterThan(70));

  it.each(
    fields.filter(({ file, name }) => !NAMED_OTHERWISE.has(name) && !NAMED_OTHERWISE.has(`${file}: ${name}`)),
  )('$name of $file is what messages call it: $label', ({ file, name, label }) => {
    const called = fieldName(name.split('.'), OWNERS[file]);
    const section = name.startsWith('guardian_1_') ? 'guardian 1 ' : '';
    expect(called.toLowerCase()).toBe(section + label.toLowerCase());
  });

  it.each<[string[], FieldsOf | undefined, string]>([
    [['guardian_1_phone_mobile'], undefined, 'guardian 1 work or cell number'],
    [['payment', 'cc', 'ccid'], undefined, 'security code'],
    [['payment', 'cc', 'name'], undefined, 'name on card'],
    [['payment', 'ach', 'first_name'], undefined, 'first name'],
    [['exp_month'], 'cc', 'month'],
    [['pickup_north'], undefined, 'northbound avenue'],
    [['sha256'], undefined, 'SHA-256 hash of the file'],
    [['financial_aid', 'amount'], undefined, 'amount to be paid'],
    [['contract', 'payment_term_id'], undefined, 'payment term'],
    [['contract', 'route_discounts', '0', 'contract_number'], undefined, 'contract number'],
    [['phone_mobile'], 'user', 'cell number'],
    [['phone_mobile'], 'student', 'mobile number'],
    [['phone_mobile'], undefined, 'phone mobile'],
  ])('%j of %s is called %s', (path, owner, name) => expect(fieldName(path, owner)).toBe(name));
});
