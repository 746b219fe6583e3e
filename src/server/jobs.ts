import { accountsJobs } from '#modules/accounts/accounts.jobs.ts';
import { billingJobs } from '#modules/billing/billing.jobs.ts';
import { catalogJobs } from '#modules/catalog/catalog.jobs.ts';
import { careersJobs } from '#modules/careers/careers.jobs.ts';
import { officeJobs } from '#modules/office/office.jobs.ts';
import { ordersJobs } from '#modules/orders/orders.jobs.ts';
import { seatsJobs } from '#modules/seats/seats.jobs.ts';
import { chainAuditLog } from '#platform/audit/audit-chain.ts';
import { rehearsalsJobs } from '#modules/rehearsals/rehearsals.jobs.ts';
import { privacyJobs } from '#modules/privacy/privacy.jobs.ts';
import type { Job } from '#platform/queue/job.ts';
import type { AppContext } from './app-context.ts';
import { backupJobs } from './scheduled-backup.ts';
import { healthJobs } from './health/health-jobs.ts';
import { mailJobs } from './mail-jobs.ts';
import { reencryptAll } from './reencrypt-all.ts';

type JobsOf = (context: AppContext) => Job[];

const auditJobs: JobsOf = (context) => [
  { name: 'audit.chain', cron: '* * * * *', run: () => chainAuditLog(context) },
];

/** Reseals texts and files of an earlier version, or under an old key. */
const vaultJobs: JobsOf = (context) => [
  { name: 'vault.reseal', cron: '*/10 * * * *', run: () => reencryptAll(context) },
];

/** The jobs of all modules, in order; mails come last, since other jobs queue mails. */
export const moduleJobs: JobsOf[] = [
  accountsJobs,
  seatsJobs,
  (context) => billingJobs(context.billing),
  ordersJobs,
  careersJobs,
  catalogJobs,
  auditJobs,
  privacyJobs,
  officeJobs,
  rehearsalsJobs,
  vaultJobs,
  backupJobs,
  healthJobs,
  mailJobs,
];
