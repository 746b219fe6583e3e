import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '#platform/db/database.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { CARDS, listWrongTellings, waitUntilHealed, type Buyer } from '#tests/support/drill/buyers.ts';
import {
  openAsOwner,
  outsideVault,
  prepareOutside,
  startPortals,
} from '#tests/support/drill/outside-portals.ts';
import { startSale } from '#tests/support/drill/sale.ts';
import { countMails, listDoubledRuns, playSharedLimits } from '#tests/support/drill/shared-limits.ts';
import { findForSale, HM_LOWER_TWO_PAYMENTS, type ForSale } from '#tests/support/forms/checkout-body.ts';
import { httpClient } from '#tests/support/portal/http-client.ts';
import type { PortalProcess } from '#tests/support/portal/portal-process.ts';
import { prepareFamilies } from '#tests/support/portal/prepared-families.ts';
import { lacksPrograms } from '#tests/support/servers/find-programs.ts';
import { makePostgres, type PostgresServer } from '#tests/support/servers/postgres-server.ts';
import { makeServerFolder, type ServerFolder } from '#tests/support/servers/server-process.ts';

const FAMILIES = 150;
const HEALED_WITHIN_MS = 420_000;

let folder: ServerFolder;
let server: PostgresServer;
let dataDir: string;
let portals: PortalProcess[];
let owner: OpenDatabase;
let forSale: ForSale;

/** @shows H20.1 */
describe.skipIf(lacksPrograms({ pgBouncer: false }))(
  'three portals on a PostgreSQL of a package, without a pooler',
  () => {
    beforeAll(async () => {
      folder = makeServerFolder('several');
      server = await makePostgres(folder, 'server');
      ({ dataDir } = prepareOutside(folder, server));
      portals = await startPortals(server.url('portal'), { dataDir, count: 3 });
      owner = openAsOwner(server);
      forSale = await findForSale(httpClient(portals[0]!.url), HM_LOWER_TWO_PAYMENTS);
    });
    afterAll(async () => {
      await Promise.all((portals ?? []).map((portal) => portal.stop()));
      await owner?.close();
      await server?.stop();
      folder?.remove();
    });
    const urls = () => portals.map(({ url }) => url);

    it('sell to each family once, however often it presses and at whichever of them', async () => {
      const families = await prepareFamilies({ db: owner.db, vault: outsideVault() }, FAMILIES);
      const buyers = families.map((family, n): Buyer => ({ ...family, card: CARDS[n % CARDS.length]! }));
      // The same families press at another portal at the same time.
      const others = buyers.map((buyer): Buyer => ({ ...buyer }));
      const sales = [buyers, others].map((each, n) =>
        startSale({
          urls: () => [...urls().slice(n), ...urls().slice(0, n)],
          forSale,
          buyers: each,
          customers: 8,
        }),
      );
      await Promise.all(sales.map(({ done }) => done));
      expect(await waitUntilHealed(owner.db, HEALED_WITHIN_MS)).toEqual([]);
      expect(await listWrongTellings(owner.db, [...buyers, ...others])).toEqual([]);
      expect([...buyers, ...others].filter(({ told }) => !told)).toEqual([]);
    });

    it('count guesses and the last seats together', async () => {
      const { faults } = await playSharedLimits(owner.db, { urls: urls(), forSale });
      expect(faults).toEqual([]);
      expect(await brokenInvariants(owner.db, 'healed')).toEqual([]);
    });

    it('begin each job once, and send each mail once', async () => {
      // Mails waited while families bought, so a job of every minute has run by now.
      await expect.poll(() => countMails(dataDir).sent, { timeout: 110_000 }).toBeGreaterThan(FAMILIES);
      expect([await listDoubledRuns(owner.db), countMails(dataDir).doubled]).toEqual([[], []]);
    });
  },
);
