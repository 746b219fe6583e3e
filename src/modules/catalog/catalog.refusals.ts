import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';

export const catalogRefusals = refusals({
  /** the client knows this sentence and shows a friendly one (contracts.md §8) */
  path_not_found: { status: 404, say: () => m.server_program_path_not_found() },
  /** told field by field, in the sentences of the object's rules */
  rule_broken: { status: 422, say: () => m.portal_input_invalid() },
  /** A7: for staff making a code */
  program_without_aid: { status: 422, say: () => m.contract_aid_not_accepted() },
  last_day_past: { status: 422, say: () => m.server_pay_on_past() },
  edited_meanwhile: accountRefusals.edited_meanwhile,
  /** told with what refers to the object */
  in_use: { status: 409, say: (use: { what: string; users: string }) => m.catalog_in_use(use) },
  has_contracts: {
    status: 409,
    say: ({ what, n }: { what: string; n: number }) =>
      n === 1 ? m.catalog_has_contract({ what }) : m.catalog_has_contracts({ what, n }),
  },
  /** SE8.1 */
  season_signed: {
    status: 409,
    say: ({ n }: { n: number }) => (n === 1 ? m.catalog_season_signed_one() : m.catalog_season_signed({ n })),
  },
  season_waited_for: {
    status: 409,
    say: ({ n }: { n: number }) =>
      n === 1 ? m.catalog_season_waited_for_one() : m.catalog_season_waited_for({ n }),
  },
  /** the writer has seen other effects */
  effects_changed: { status: 409, say: () => m.catalog_effects_changed() },
  /** SE3.7 */
  undo_too_late: { status: 409, say: () => m.catalog_undo_too_late() },
  undone_already: { status: 409, say: () => m.catalog_undone_already() },
  /** SE6.2; told with the checks */
  mend_first: {
    status: 409,
    say: ({ n }: { n: number }) => (n === 1 ? m.catalog_mend_first_one() : m.catalog_mend_first({ n })),
  },
  /** staff put aside only the text on their page */
  check_changed: { status: 409, say: () => m.catalog_check_changed() },
  check_stays: { status: 409, say: () => m.catalog_check_stays() },
  /** told in the sentence of the file's rule (SE2.5) */
  upload_refused: { status: 422, say: ({ sentence }: { sentence: string }) => sentence },
  too_many_uploads: { status: 409, say: () => m.catalog_too_many_uploads() },
  not_found: { status: 404, say: () => m.server_not_found() },
});
