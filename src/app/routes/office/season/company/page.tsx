import { m } from '#i18n/messages.js';
import { listObjects } from '#modules/catalog/changes/object-list.contract.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { ObjectLink } from '#app/routes/office/season/object-link.tsx';
import { OBJECT_LINK, ObjectList } from '#app/routes/office/season/objects/object-list.tsx';
import { ObjectSheet } from '#app/routes/office/season/objects/object-sheet.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { PageHead } from '#app/ui/page-head.tsx';

export const meta = () => pageTitle(m.office_title_company());

/** The company, and its divisions (SE2). */
export default function Company() {
  const company = useItems(listObjects, { params: { kind: 'company' }, query: {} });
  return (
    <div className="max-w-form">
      <PageHead title={m.office_title_company()} />
      <Loaded query={company} loading={m.office_loading()}>
        {([one]) =>
          one && (
            <ObjectLink kind="company" id={one.id} className={OBJECT_LINK}>
              {one.name}
            </ObjectLink>
          )
        }
      </Loaded>
      <p className="mb-8 max-w-read text-ink-soft">{m.office_company_text()}</p>
      <section aria-labelledby="divisions">
        <h2 id="divisions" className="mb-3 text-lg font-bold">
          {m.office_company_divisions()}
        </h2>
        <ObjectList kind="division" />
      </section>
      <ObjectSheet />
    </div>
  );
}
