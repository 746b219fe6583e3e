import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';

/** SE10 */
export const exchangeRefusals = refusals({
  file_missing: { status: 422, say: () => m.catalog_import_file_missing() },
  packed_too_large: { status: 422, say: () => m.catalog_import_too_large() },
  unpacked_too_large: { status: 422, say: () => m.catalog_import_unpacked_too_large() },
  too_many_entries: { status: 422, say: () => m.catalog_import_too_many() },
  entry_not_allowed: {
    status: 422,
    say: ({ entry }: { entry: string }) => m.catalog_import_entry({ entry }),
  },
  no_season: { status: 422, say: () => m.catalog_import_no_season() },
  zip_broken: { status: 422, say: () => m.catalog_import_broken() },
  not_json: {
    status: 422,
    say: ({ problem }: { problem: string }) => m.catalog_season_not_json({ problem }),
  },
  /** also after seven days */
  import_not_found: { status: 404, say: () => m.catalog_import_not_found() },
  /** `items`: what the import would do now */
  import_has_problems: { status: 422, say: () => m.catalog_import_problems() },
  import_of_company: { status: 403, say: () => m.catalog_import_of_company() },
  import_applied: { status: 409, say: () => m.catalog_import_applied() },
  export_not_possible: {
    status: 409,
    say: ({ problem }: { problem: string }) => problem,
  },
});
