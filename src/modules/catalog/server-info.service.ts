import { brand } from '#brand/selected-brand.ts';
import { cents, milliPercent } from '#kit/money.ts';
import { addDays, formatDate, formatDateTime, startOfDayIn } from '#kit/plain-date.ts';
import type { SchoolOfPage } from '#kit/text/page-lists.ts';
import type { SeasonFacts } from '#kit/text/page-marks.ts';
import type { Config } from '#platform/config/config.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/database.ts';
import { processorOf } from '#platform/payments/processor.ts';
import type { PaymentWay, ServerInfo } from './catalog.contract.ts';
import { cardFeeOn } from './card-fee.ts';
import { findCompany } from './catalog.service.ts';
import { blocksOf, groupsOf } from './catalog.queries.ts';
import { currentCatalog, onceACatalog } from './current-catalog.service.ts';
import { contactOf, schoolNames, schoolsOfPages, seasonFactsOf } from './season-facts.ts';

/** The defaults before the first season: a new portal has pages before the first sale. */
const UNNAMED = {
  ...contactOf(undefined),
  half_rounding_unit_cents: cents(1),
  aid_fee_base: 'subtotal',
  card_fee_cap: milliPercent(0),
  card_fee_state_caps: {},
  card_fee_free_states: [],
  card_fee_notified_on: null,
  card_fee_refund: null,
} as const;

export type FactsOfPages = {
  company_name: string;
  season: SeasonFacts;
  schools: readonly SchoolOfPage[];
};

/** What finished pages say of the company and its schools; once for each version of the catalog (SE13.2). */
const factsOf = onceACatalog((catalog, _: 'pages'): FactsOfPages => {
  const [company] = catalog.company;
  const schools = schoolsOfPages(
    groupsOf(catalog).map(({ group }) => group),
    blocksOf(catalog),
    brand.schools.map(({ path }) => path),
  );
  const season = { ...seasonFactsOf({ ...catalog, company }), school_names: schoolNames(schools) };
  return { company_name: company?.name ?? brand.name, season, schools };
});

export const readFactsOfPages = async (db: Db): Promise<FactsOfPages> =>
  factsOf(await currentCatalog(db), 'pages');

const secondsUntil = (then: Date, now: Date) => Math.ceil((then.getTime() - now.getTime()) / 1000);

/** Supplied by billing. */
export type ClosedWays = () => Promise<PaymentWay[]>;

type Deps = { db: Db; clock: Clock; config: Pick<Config, 'stripe'>; closedWays: ClosedWays };

/** The sandbox has the portal's own fields; Stripe's fields need the publishable key (K1). */
export function paymentsOf({ stripe }: Pick<Config, 'stripe'>): ServerInfo['payments'] {
  if (!stripe) return { kind: 'sandbox' };
  return { kind: 'stripe', publishable_key: stripe.publishableKey, is_live: stripe.isLive };
}

/** Reads the company's day and time from the only clock (C3), and the company. */
export async function readServerInfo({ db, clock, config, closedWays }: Deps): Promise<ServerInfo> {
  const company = (await findCompany(db)) ?? { ...UNNAMED, name: brand.name };
  const [today, now] = [clock.today(), clock.now()];
  const payments = paymentsOf(config);
  return {
    date: today,
    date_human: formatDate(today),
    date_time: { date: formatDateTime(clock.time_zone, now), timezone: clock.time_zone },
    now: now.toISOString(),
    seconds_left_today: secondsUntil(startOfDayIn(clock.time_zone, addDays(today, 1)), now),
    is_sandbox: payments.kind === 'sandbox',
    payments,
    closed_ways: await closedWays(),
    company: { ...company, card_fee: cardFeeOn(company, { today, processor: processorOf(config) }) },
  };
}
