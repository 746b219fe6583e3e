import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useItems } from '#app/api/use-items.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { lastContractOf, takenRoutes } from '#app/orders/family-orders.ts';
import { listGrades } from '#modules/catalog/catalog.contract.ts';
import { listOrders } from '#modules/orders/orders.contract.ts';
import { listStudents } from '#modules/students/students.contract.ts';
import type { Draft } from './draft.ts';
import { proposalFrom, settleProposal, startFor, type Proposal } from './proposal.ts';
import type { ChangeDraft } from './use-draft.ts';
import type { Offer } from './use-offer.ts';
import type { School } from './use-school.ts';

const ASKED = 'student';

/** The address names a child, who has not been chosen yet. */
export const useIsChildAsked = (): boolean => useSearchParams()[0].has(ASKED);

/** Chooses the child of the address, once; the family may choose another child afterwards (MP6). */
export function useAskedChild(change: ChangeDraft): void {
  const [query, setQuery] = useSearchParams();
  const { isAuthenticated } = useAuth();
  const asked = query.get(ASKED);
  const { data: students } = useItems(
    listStudents,
    { params: {} },
    { enabled: asked !== null && isAuthenticated },
  );
  useEffect(() => {
    if (asked === null || !students || !isAuthenticated) return;
    const child = students.find(({ id }) => String(id) === asked);
    if (child) change((known) => startFor(known, child));
    const rest = new URLSearchParams(query);
    rest.delete(ASKED);
    setQuery(rest, { replace: true, preventScrollReset: true });
  }, [asked, students, isAuthenticated, change, query, setQuery]);
}

type Wizard = { school: School; draft: Draft; change: ChangeDraft; offer: Offer };

/** Proposes what the child's last contract at the school says (MP6). */
export function useProposal({ school, draft, change, offer }: Wizard): Proposal | undefined {
  const { isAuthenticated } = useAuth();
  const { id } = draft.student;
  const { data: orders } = useItems(listOrders, { params: {} }, { enabled: isAuthenticated && id !== null });
  const last = useMemo(() => {
    const atSchool = (orders ?? []).filter(
      ({ order_detail: { contract } }) => contract.contract_detail.program_group.id === school.group.id,
    );
    return id === null ? undefined : lastContractOf(atSchool, id);
  }, [orders, id, school.group.id]);
  const program_id = last?.order_detail.contract.contract_detail.program.id;
  const { data: grades } = useItems(listGrades, { params: { program_id } }, { enabled: last !== undefined });
  const period_id = school.periodGroup.period.id;
  const proposal = useMemo(
    () => (last && grades ? proposalFrom(last, { period_id, grades }) : undefined),
    [last, grades, period_id],
  );
  const { grades: offered, routes } = offer;
  useEffect(() => {
    const taken = orders && id !== null ? takenRoutes(orders, id) : undefined;
    const program_ids = school.programs.map((program) => program.id);
    change((known) => settleProposal(known, proposal, { program_ids, grades: offered, routes, taken }));
  });
  return proposal;
}
