import { m } from '#i18n/messages.js';

const REASONS: Record<string, () => string> = {
  R01: m.mail_return_r01,
  R02: m.mail_return_r02,
  R03: m.mail_return_r03,
  R09: m.mail_return_r09,
  R10: m.mail_return_r10,
};

export const reasonOfReturn = (code: string | null): string => (REASONS[code ?? ''] ?? m.mail_return_other)();
