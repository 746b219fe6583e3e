import { useMemo } from 'react';
import { useItems } from '#app/api/use-items.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { listPaymentMethods } from '#modules/billing/methods/methods.contract.ts';
import { listGrades, listProducts, type Grade } from '#modules/catalog/catalog.contract.ts';
import {
  listPeriodPrograms,
  listRoutes,
  type PeriodProgram,
  type Route,
} from '#modules/catalog/routes/routes.contract.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { PriceList } from '#modules/pricing/price-list.ts';
import type { Draft } from './draft.ts';
import { typedMethods, wizardMethods, priceListOf } from './instant-quote.ts';
import type { TypedMethod } from './later-payers.ts';
import type { OfferedMethod } from './transitions.ts';
import type { School } from './use-school.ts';

const TRANSPORTATION_CONTRACT = 'Transportation Contract';

export type Offer = {
  readonly periodProgram?: PeriodProgram;
  /** the loaded list lacks the program of the draft, or the program is no longer sold */
  readonly isNotSold: boolean;
  readonly grades?: readonly Grade[];
  readonly routes?: readonly Route[];
  readonly route?: Route;
  readonly prices?: PriceList;
  readonly methods?: readonly OfferedMethod[];
  /** every saved method; an expired default counts too */
  readonly savedMethods?: readonly TypedMethod[];
  readonly product_id: number | null;
  readonly isLoading: boolean;
  readonly error?: unknown;
  readonly retry: () => void;
};

function useMethods(program_id: number | undefined, today: PlainDate) {
  const { isAuthenticated, options } = useAuth();
  const methods = useItems(listPaymentMethods, {}, { enabled: isAuthenticated });
  const offered = useMemo(
    () =>
      program_id !== undefined && methods.data
        ? wizardMethods(methods.data, { program_id, options, today })
        : undefined,
    [methods.data, program_id, options, today],
  );
  const saved = useMemo(() => methods.data && typedMethods(methods.data, options), [methods.data, options]);
  return { methods, offered, saved };
}

/** Reads everything about the chosen program, again after each change (contracts.md §4). */
export function useOffer(school: School, draft: Draft): Offer {
  const program_id = draft.program.id ?? undefined;
  const isChosen = program_id !== undefined;
  const period_id = school.periodGroup.period.id;
  const periodPrograms = useItems(
    listPeriodPrograms,
    { params: { period_id, program_id } },
    { enabled: isChosen },
  );
  const periodProgram = periodPrograms.data?.find((each) => each.program_id === program_id && each.is_active);
  const grades = useItems(listGrades, { params: { program_id } }, { enabled: isChosen });
  const routes = useItems(
    listRoutes,
    { params: { period_program_id: periodProgram?.id, active: '1' } },
    { enabled: periodProgram !== undefined },
  );
  const products = useItems(listProducts, {});
  const { company, date: today } = school.info;
  const { methods, offered, saved } = useMethods(program_id, today);

  const route = routes.data?.find((each) => each.id === draft.program.route);
  const prices = useMemo(
    () => (route && periodProgram ? priceListOf(route, periodProgram, company) : undefined),
    [route, periodProgram, company],
  );
  const reads = [periodPrograms, grades, routes, methods, products];
  return {
    periodProgram,
    isNotSold: !isChosen || (periodPrograms.data !== undefined && periodProgram === undefined),
    grades: grades.data,
    routes: routes.data,
    route,
    prices,
    methods: offered,
    savedMethods: saved,
    product_id: products.data?.find((product) => product.name === TRANSPORTATION_CONTRACT)?.id ?? null,
    isLoading: [periodPrograms, routes, products].some((read) => read.isLoading),
    error: reads.find((read) => read.isError && read.data === undefined)?.error,
    retry: () => reads.forEach((read) => read.isError && void read.refetch()),
  };
}
