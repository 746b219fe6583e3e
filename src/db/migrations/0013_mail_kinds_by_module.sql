-- A mail's kind is `module.event`. Sent rows are renamed too: (kind, ref) keeps a mail from being sent twice.
update outbox
set kind = renamed.new_kind
from (
  values
    ('verify-email', 'accounts.verify_email'),
    ('reset-password', 'accounts.reset_password'),
    ('password-changed', 'accounts.password_changed'),
    ('email-changed', 'accounts.email_changed'),
    ('mail.seat_offer', 'seats.seat_offered'),
    ('mail.order', 'orders.order_confirmed'),
    ('mail.order_ended', 'orders.order_ended'),
    ('mail.refund_requested', 'orders.refund_requested'),
    ('mail.refund_taken_up', 'orders.refund_review_started'),
    ('mail.refund_declined', 'orders.refund_declined'),
    ('mail.reassign_approved', 'orders.reassign_approved'),
    ('mail.route_information', 'orders.route_information'),
    ('mail.job_application', 'careers.application_received'),
    ('mail.receipt', 'billing.receipt'),
    ('mail.payment_received', 'billing.payment_received'),
    ('mail.card-expires', 'billing.card_expires'),
    ('mail.debit_authorised', 'billing.debit_authorized'),
    ('mail.payment_upcoming', 'billing.payment_upcoming'),
    ('mail.payment_failed', 'billing.payment_failed'),
    ('mail.payment_changed', 'billing.payment_changed'),
    ('mail.bank_return', 'billing.bank_return'),
    ('mail.refund', 'billing.refund_issued'),
    ('mail.congestion_fee', 'billing.congestion_fee'),
    ('mail.congestion_fee_withdrawn', 'billing.congestion_fee_withdrawn')
) as renamed (old_kind, new_kind)
where outbox.kind = renamed.old_kind;
