import { m } from '#i18n/messages.js';
import { companyName } from '#modules/catalogue/server-info.service.ts';
import type { House } from '#server/house.ts';

const FRESH_FOR_MS = 60_000;

/**
 * The company's name for every page, asked of the database once a minute: another season may be imported
 * while the portal runs. A page never waits for it but the first one, and never fails for it.
 */
export function knownCompanyName({ db, clock }: Pick<House, 'db' | 'clock'>): () => Promise<string> {
  let name: string | undefined;
  let askedAt = 0;
  const ask = async () => {
    askedAt = clock.now().getTime();
    name = await companyName(db).catch(() => name ?? m.shell_company_name());
    return name;
  };
  return async () => {
    if (name === undefined) return ask();
    if (clock.now().getTime() - askedAt >= FRESH_FOR_MS) void ask();
    return name;
  };
}
