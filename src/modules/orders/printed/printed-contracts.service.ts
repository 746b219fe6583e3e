import { pick } from '#kit/pick.ts';
import { m } from '#i18n/messages.js';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { addDays, type PlainDate } from '#kit/plain-date.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import { signerOf } from '#modules/accounts/sessions/links.service.ts';
import { getUser, lockFamily } from '#modules/accounts/profile/users.service.ts';
import { listPeriodProgramGroups } from '#modules/catalog/catalog.service.ts';
import { sellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { openContract } from '#modules/documents/opened-contract.service.ts';
import { printedContractDocument, type PrintedContractFacts } from '#modules/documents/printed-contract.ts';
import { countingGuesses } from '#modules/orders/discounts/code-attempts.service.ts';
import {
  holdPriceFacts,
  priceMoment,
  priceSelection,
  type PricedSelection,
} from '#modules/orders/checkout/price-selection.service.ts';
import { requiredTexts } from '#modules/orders/checkout/required-texts.ts';
import { takeSnapshot } from '#modules/orders/checkout/take-snapshot.ts';
import { contractFacts } from '#modules/orders/contracts/signed-contract-facts.ts';
import type { PlaceOrder } from '#modules/orders/orders.contract.ts';
import { refuseSecondOrder } from '#modules/orders/checkout/second-order.service.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { buildCheckQuote } from '#modules/pricing/quote.ts';
import { hasSeatFor } from '#modules/seats/seats.service.ts';
import type { Charging } from '#modules/billing/billing-context.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { PdfRenderer } from '#platform/pdf/pdf-renderer.ts';
import { newCode } from '#platform/tokens/tokens.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { PRINTED_CONTRACT_DAYS, type PrintedContract } from './printed-contracts.contract.ts';
import { openDraft, saveDraft, type Draft } from './encrypted-drafts.service.ts';
import * as rows from './printed-contracts.queries.ts';

type Deps = { db: Database; clock: Clock; vault: Vault };
type PrintDeps = Deps & { billing: Charging };

/**
 * The office makes the order by the code on receipt of the check. Takes no seat and accepts no text (MB13).
 * @throws the refusals of `printContract` in printed-contracts.contract.ts
 */
export async function printContract(
  deps: PrintDeps,
  viewer: Viewer,
  body: Pick<PlaceOrder, 'contract' | 'financial_aid'>,
): Promise<PrintedContract> {
  const { db, clock, vault, billing } = deps;
  const today = clock.today();
  const row = await countingGuesses(deps, viewer, body, () =>
    db.transaction(async (tx) => {
      await lockFamily(tx, viewer.user_id);
      const facts = await holdPriceFacts(
        tx,
        { user_id: viewer.user_id, student_id: body.contract.student_id },
        priceMoment(billing),
      );
      const priced = await priceSelection({ db: tx, vault }, viewer, body, facts);
      await refuseUnprintable(tx, clock, priced);
      return saveDraft(
        { tx, vault },
        {
          user_id: viewer.user_id,
          student_id: priced.student.id,
          route_id: priced.selection.sale.route.id,
          code: newCode(),
          selection: { contract: body.contract, financial_aid: body.financial_aid ?? null },
          facts: await factsOf({ tx, vault }, viewer, priced, today),
          printed_at: clock.now(),
          expires_on: addDays(today, PRINTED_CONTRACT_DAYS),
        },
      );
    }),
  );
  return (await toResponses(deps, viewer, [row]))[0]!;
}

async function refuseUnprintable(
  tx: Tx,
  clock: Clock,
  { selection: { sale }, student }: PricedSelection,
): Promise<void> {
  const { period, program_group, route } = sale;
  const [group] = listPeriodProgramGroups(await sellingCatalog(tx, clock.now()), {
    period_id: period.id,
    program_group_id: program_group.id,
    activeOnly: false,
  });
  if (!group?.printable_contracts.length) throw new Refusal(orderRefusals.checks_not_taken);
  await refuseSecondOrder(tx, { student_id: student.id, route_id: route.id });
  if (!(await hasSeatFor(tx, clock.now(), { route_id: route.id, student_id: student.id })))
    throw refuseField(orderRefusals.route_full, 'contract.route_id');
}

async function factsOf(
  { tx, vault }: { tx: Tx; vault: Vault },
  viewer: Viewer,
  { selection, student, aid, quote, chosen, facts: { card_fee } }: PricedSelection,
  today: PlainDate,
): Promise<PrintedContractFacts> {
  const { sale } = selection;
  const parent = await getUser(tx, viewer.user_id);
  const snapshot = takeSnapshot({ selection, parent, student, aid, discount: quote.discount_cents, today });
  const said = contractFacts(openContract(vault, { snapshot, student_id: student.id }));
  const { first_name, last_name, address, apt, city, state, zip } = said.student;
  return {
    ...said,
    // Only the printed fields: the rest of the student stays in the table of students.
    student: { first_name, last_name, address, apt, city, state, zip },
    program_name: sale.program.name,
    checks: pick(sale.program, ['check_attention', 'check_text']),
    priced_on: today,
    price: buildCheckQuote(chosen, { ...sale, card_fee }, today),
    texts: requiredTexts(sale, 'paymentTypeCheck').map(({ kind, html }) => ({
      kind: kind === 'surge' ? kind : 'contract',
      html,
    })),
  };
}

const FOLDER = 'printed-contracts';

async function toResponses(
  { clock, vault }: Deps,
  viewer: Viewer,
  printed: readonly Pick<Draft, 'id' | 'code' | 'expires_on' | 'facts'>[],
): Promise<PrintedContract[]> {
  const sign = signerOf(vault, clock.now(), viewer);
  return printed.map(({ id, code, expires_on, facts }) => ({
    id,
    code,
    student: facts.student,
    program_group: facts.school,
    program: facts.program,
    route: facts.route,
    due_cents: facts.price.due_today_cents,
    priced_on: facts.priced_on,
    expires_on,
    path: sign(`/storage/${FOLDER}/${id}.pdf`),
  }));
}

export async function listPrintedContracts(deps: Deps, viewer: Viewer): Promise<PrintedContract[]> {
  const found = await rows.listPrintedRows(deps.db, viewer.user_id, deps.clock.today());
  return toResponses(
    deps,
    viewer,
    found.map((row) => openDraft(deps.vault, row)),
  );
}

export async function deletePrintedContract({ db }: Deps, viewer: Viewer, id: number): Promise<void> {
  if (!(await rows.deletePrintedRow(db, viewer.user_id, id)))
    throw new Refusal(orderRefusals.printed_contract_not_found);
}

/** @returns undefined for other families */
export async function openPrintedContract(
  { db, clock, vault, pdfRenderer }: Deps & { pdfRenderer: PdfRenderer },
  viewer: Viewer,
  path: string,
): Promise<{ content: Uint8Array; contentType: string; filename: string } | undefined> {
  const [, id] = /^printed-contracts\/(\d{1,15})\.pdf$/.exec(path) ?? [];
  const [row] = id ? await rows.listPrintedRows(db, viewer.user_id, clock.today(), Number(id)) : [];
  if (!row) return undefined;
  const { code, expires_on, facts } = openDraft(vault, row);
  return {
    content: await pdfRenderer.print(printedContractDocument({ ...facts, code, expires_on })),
    contentType: 'application/pdf',
    filename: m.document_printed_file({ code }),
  };
}

export async function purgePrintedContracts({ db, clock }: Deps): Promise<void> {
  await rows.deleteOutdated(db, clock.today(), clock.time_zone);
}
