import type { Job } from '#platform/queue/job.ts';
import { applyBankNews } from './bank-news.service.ts';
import type { Billing } from './billing.service.ts';
import { noticeExpiringCards } from './expiry-notices.service.ts';
import { resolveUnknown } from './resolver.service.ts';

export const billingJobs = (billing: Billing): Job[] => [
  { name: 'billing.resolve', cron: '* * * * *', run: async () => void (await resolveUnknown(billing)) },
  { name: 'billing.bank-news', cron: '*/10 * * * *', run: () => applyBankNews(billing) },
  { name: 'billing.expiry-notices', cron: '0 7 * * *', run: () => noticeExpiringCards(billing) },
];
