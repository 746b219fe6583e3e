import type { Erasure } from './erasure.ts';
import { acceptedTextsErasure } from './documents/accepted-texts.ts';
import { aidAwardsErasure } from './aid.ts';
import { usersErasure, userRolesErasure, sessionsErasure } from './accounts/accounts.ts';
import { paymentsErasure, chargeAttemptsErasure } from './billing/billing.ts';
import { disputesErasure } from './billing/disputes.ts';
import {
  invoicesErasure,
  keptReceiptsErasure,
  transactionsErasure,
  transactionWordsErasure,
  journalErasure,
  postingsErasure,
} from './billing/ledger.ts';
import { processorCustomersErasure, methodEntriesErasure } from './billing/method-entries.ts';
import { paymentMethodsErasure, mandatesErasure } from './billing/payment-methods.ts';
import { reconciliationDifferencesErasure } from './billing/reconciliation.ts';
import { orderRefundsErasure, refundsErasure } from './billing/refunds.ts';
import { secondPersonRequestsErasure, concessionsErasure } from './billing/second-person.ts';
import { settledMattersErasure } from './billing/worklist.ts';
import { emailChangesErasure } from './accounts/email-changes.ts';
import { jobApplicationsErasure, jobApplicationNotesErasure } from './careers.ts';
import { contractAmendmentsErasure } from './orders/contract-amendments.ts';
import { signedCopiesErasure } from './documents/documents.ts';
import { contractFinancialAidErasure } from './orders/financial-aid.ts';
import { refundRequestsErasure, reassignApprovalsErasure } from './orders/order-requests.ts';
import { acceptancesErasure } from './orders/acceptances.ts';
import { ordersErasure, contractsErasure, contractDiscountsErasure } from './orders/orders.ts';
import { outboxErasure, auditLogErasure, auditTextsErasure, workClaimsErasure } from './platform.ts';
import { printedContractsErasure } from './orders/printed-contracts.ts';
import { saleOffersErasure } from './orders/sale-offers.ts';
import { scansErasure } from './orders/scans.ts';
import { financialAidCodesErasure } from './catalog/routes.ts';
import { openCheckoutsErasure, seatHoldsErasure, waitingListErasure } from './seats.ts';
import { authenticatorsErasure, recoveryCodesErasure } from './accounts/second-factors.ts';
import { keptStatementsErasure } from './reports.ts';
import { userRoleSchoolsErasure } from './accounts/staff-schools.ts';
import { addressesErasure, notesErasure, studentsErasure, studentImagesErasure } from './students.ts';

/** Every table that holds people, with what becomes of its columns when they are erased. */
export const PEOPLE: readonly Erasure[] = [
  acceptedTextsErasure,
  usersErasure,
  userRolesErasure,
  userRoleSchoolsErasure,
  sessionsErasure,
  emailChangesErasure,
  paymentsErasure,
  chargeAttemptsErasure,
  disputesErasure,
  invoicesErasure,
  keptReceiptsErasure,
  keptStatementsErasure,
  transactionsErasure,
  transactionWordsErasure,
  journalErasure,
  postingsErasure,
  processorCustomersErasure,
  methodEntriesErasure,
  paymentMethodsErasure,
  mandatesErasure,
  orderRefundsErasure,
  refundsErasure,
  reconciliationDifferencesErasure,
  secondPersonRequestsErasure,
  concessionsErasure,
  settledMattersErasure,
  jobApplicationsErasure,
  jobApplicationNotesErasure,
  signedCopiesErasure,
  contractFinancialAidErasure,
  aidAwardsErasure,
  refundRequestsErasure,
  reassignApprovalsErasure,
  ordersErasure,
  contractsErasure,
  contractDiscountsErasure,
  contractAmendmentsErasure,
  acceptancesErasure,
  outboxErasure,
  auditLogErasure,
  auditTextsErasure,
  workClaimsErasure,
  printedContractsErasure,
  saleOffersErasure,
  scansErasure,
  financialAidCodesErasure,
  seatHoldsErasure,
  waitingListErasure,
  openCheckoutsErasure,
  authenticatorsErasure,
  recoveryCodesErasure,
  addressesErasure,
  studentsErasure,
  studentImagesErasure,
  notesErasure,
];
