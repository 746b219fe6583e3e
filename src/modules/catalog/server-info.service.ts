import { brand } from '#brand/selected-brand.ts';
import { cents } from '#kit/money.ts';
import { addDays, formatDate, formatDateTime, startOfDayIn } from '#kit/plain-date.ts';
import type { SeasonFacts } from '#kit/text/page-marks.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/database.ts';
import type { ServerInfo } from './catalog.contract.ts';
import { findCompany } from './catalog.service.ts';
import { currentCatalog } from './current-catalog.service.ts';
import { contactOf, seasonFactsOf } from './season-facts.ts';

// The sandbox processor is the only one there is yet, so no environment can name another (K1).
export const IS_SANDBOX = true;

/**
 * What is said of the company until a season has named it: a new portal has pages before it sells anything.
 */
const UNNAMED = {
  ...contactOf(undefined),
  half_rounding_unit_cents: cents(1),
  aid_fee_base: 'subtotal',
} as const;

/** The company's name as its season says it; the brand's until there is one. */
export async function companyName(db: Db): Promise<string> {
  return (await findCompany(db))?.name ?? brand.name;
}

/** What the public pages say of the season: phones, mailboxes, address and schools. */
export async function readSeasonFacts(db: Db): Promise<SeasonFacts> {
  const { company, divisions, program_groups } = await currentCatalog(db);
  return seasonFactsOf({ company: company[0], divisions, program_groups }, brand.schools);
}

const secondsUntil = (then: Date, now: Date) => Math.ceil((then.getTime() - now.getTime()) / 1000);

/** The company's day and time, by the one clock (C3), and the company itself. */
export async function readServerInfo(db: Db, clock: Clock): Promise<ServerInfo> {
  const company = (await findCompany(db)) ?? { ...UNNAMED, name: brand.name };
  const today = clock.today();
  return {
    date: today,
    date_human: formatDate(today),
    date_time: { date: formatDateTime(clock.time_zone, clock.now()), timezone: clock.time_zone },
    seconds_left_today: secondsUntil(startOfDayIn(clock.time_zone, addDays(today, 1)), clock.now()),
    is_sandbox: IS_SANDBOX,
    company,
  };
}
