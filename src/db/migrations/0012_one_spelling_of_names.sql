ALTER TABLE "charge_attempts" RENAME CONSTRAINT "charge_attempts_idemKey_unique" TO "charge_attempts_idem_key_unique";--> statement-breakpoint
ALTER TABLE "charge_attempts" RENAME CONSTRAINT "charge_attempts_gatewayRef_unique" TO "charge_attempts_gateway_ref_unique";--> statement-breakpoint
ALTER TABLE "congestion_fees" RENAME CONSTRAINT "congestion_fees_requestKey_unique" TO "congestion_fees_request_key_unique";--> statement-breakpoint
ALTER TABLE "invoices" RENAME CONSTRAINT "invoices_chargeAttemptId_unique" TO "invoices_charge_attempt_id_unique";--> statement-breakpoint
ALTER TABLE "order_refunds" RENAME CONSTRAINT "order_refunds_requestKey_unique" TO "order_refunds_request_key_unique";--> statement-breakpoint
ALTER TABLE "payment_methods" RENAME CONSTRAINT "payment_methods_gatewayRef_unique" TO "payment_methods_gateway_ref_unique";--> statement-breakpoint
ALTER TABLE "refunds" RENAME CONSTRAINT "refunds_idemKey_unique" TO "refunds_idem_key_unique";--> statement-breakpoint
ALTER TABLE "refunds" RENAME CONSTRAINT "refunds_gatewayRef_unique" TO "refunds_gateway_ref_unique";--> statement-breakpoint
ALTER TABLE "job_applications" RENAME CONSTRAINT "job_applications_requestKey_unique" TO "job_applications_request_key_unique";--> statement-breakpoint
ALTER TABLE "signed_copies" RENAME CONSTRAINT "signed_copies_orderId_unique" TO "signed_copies_order_id_unique";--> statement-breakpoint
ALTER TABLE "contract_financial_aid" RENAME CONSTRAINT "contract_financial_aid_contractId_unique" TO "contract_financial_aid_contract_id_unique";--> statement-breakpoint
ALTER TABLE "contracts" RENAME CONSTRAINT "contracts_orderId_unique" TO "contracts_order_id_unique";--> statement-breakpoint
ALTER TABLE "contracts" RENAME CONSTRAINT "contracts_contractNumber_unique" TO "contracts_contract_number_unique";--> statement-breakpoint
ALTER TABLE "reassign_approvals" RENAME CONSTRAINT "reassign_approvals_orderId_unique" TO "reassign_approvals_order_id_unique";--> statement-breakpoint
ALTER TABLE "refund_requests" RENAME CONSTRAINT "refund_requests_orderId_unique" TO "refund_requests_order_id_unique";
--> statement-breakpoint
ALTER TABLE "signed_copies" RENAME COLUMN "sha_256" TO "sha256";
