import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import type { HealthKey } from '#modules/office/health/health.states.ts';
import { readToday } from '#modules/office/today/today.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { rowLink } from '#app/lists/row-links.tsx';
import { Notice } from '#app/ui/notice.tsx';

export const healthNames: Record<HealthKey, () => string> = {
  version: m.office_health_key_version,
  clock: m.office_health_key_clock,
  database: m.office_health_key_database,
  backup: m.office_health_key_backup,
  jobs: m.office_health_key_jobs,
  mail: m.office_health_key_mail,
  background: m.office_health_key_background,
  processor: m.office_health_key_processor,
  collection: m.office_health_key_collection,
  books: m.office_health_key_books,
  files: m.office_health_key_files,
  audit: m.office_health_key_audit,
  keys: m.office_health_key_keys,
  proxy: m.office_health_key_proxy,
  faults: m.office_health_key_faults,
};

/** Above every page of the office: what is bad, for staff who may see the health page (HE1). */
export function HealthAlert() {
  const mayOpen = useRight('company');
  const today = useItems(readToday, {}, { enabled: mayOpen });
  const bad = today.data?.[0]?.health_bad ?? [];
  if (bad.length === 0) return null;
  return (
    <Notice tone="danger" role="status" title={m.office_health_alert()} className="mb-5">
      <span className="block">{bad.map((key) => healthNames[key]()).join(', ')}</span>
      <Link to="/admin/health" className={rowLink}>
        {m.office_health_see()}
      </Link>
    </Notice>
  );
}
