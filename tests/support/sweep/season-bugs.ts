import { ORDER_MUTANTS } from '#tests/simulation/mutants/order-mutants.ts';
import { joinMutations, type Mutation } from '#tests/simulation/mutants/mutation.ts';

/** A fault of selling while the season changes, and the finding of the sweep that tells of it. */
export type SeasonBug = {
  name: string;
  /** what the portal would do */
  what: string;
  mutation: Pick<Mutation, 'source' | 'sql'>;
  noticed: RegExp;
};

const OLD_PRICE = /was sold for .* while the season said/;

const oversold = ORDER_MUTANTS.find(({ name }) => name === 'seat-read-then-write')!;

export const SEASON_BUGS: readonly SeasonBug[] = [
  {
    name: 'version-not-compared',
    what: 'sells by the catalog that it holds, whatever version is current',
    mutation: {
      source: [
        {
          file: 'modules/catalog/current-catalog.service.ts',
          from: 'kept.get(version) ?? keep(',
          to: '[...kept.values()][0] ?? keep(',
        },
      ],
    },
    noticed: OLD_PRICE,
  },
  {
    name: 'price-not-looked-at-again',
    what: 'signs an order by the price that it saw before the card was saved',
    mutation: {
      source: [
        {
          file: 'modules/orders/checkout/sign-request.service.ts',
          from: 'const priced = await sale.price({ db: tx, vault }, viewer, body, facts);',
          to: 'await facts; const priced = seen;',
        },
      ],
    },
    noticed: OLD_PRICE,
  },
  {
    name: 'version-not-held',
    what: 'lets the season change between the look at its version and the commit of the order',
    mutation: {
      source: [
        {
          file: 'modules/catalog/catalog-version.queries.ts',
          from: 'select hold_catalog_version() as version',
          to: 'select version from catalog_version',
        },
      ],
    },
    noticed: OLD_PRICE,
  },
  {
    name: 'version-raised-after-the-write',
    what: 'locks the rows of a change before it waits for the orders that are being signed',
    mutation: {
      sql: [
        'drop trigger raise_catalog_version on routes',
        `create trigger raise_catalog_version after update of capacity, is_active on routes
          for each statement execute function raise_catalog_version()`,
      ],
    },
    noticed: /deadlock/,
  },
  {
    name: 'seat-sold-twice',
    what: 'takes a seat without looking whether one is left',
    mutation: joinMutations(oversold.mutation, oversold.mask!.without),
    // A season that leaves a route fewer seats than were sold is refused (MC2).
    noticed: /I6 |capacity: must be \d+ or more: \d+ are sold/,
  },
];
