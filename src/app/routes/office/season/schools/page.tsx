import { m } from '#i18n/messages.js';
import { ObjectList } from '#app/routes/office/season/objects/object-list.tsx';
import { ObjectSheet } from '#app/routes/office/season/objects/object-sheet.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { PageHead } from '#app/ui/page-head.tsx';

export const meta = () => pageTitle(m.office_title_schools());

/** The schools, and the route maps (SE2). */
export default function Schools() {
  return (
    <div className="max-w-form">
      <PageHead title={m.office_title_schools()} />
      <ObjectList
        kind="program_group"
        addressOf={(id) => `/admin/schools/${id}`}
        order={{ kind: 'program_group', text: m.office_arrange_schools() }}
      />
      <section aria-labelledby="maps" className="mt-10">
        <h2 id="maps" className="mb-1 text-lg font-bold">
          {m.office_schools_maps()}
        </h2>
        <p className="mb-3 max-w-read text-ink-soft">{m.office_schools_maps_text()}</p>
        <ObjectList kind="content_block" order={{ kind: 'content_block', text: m.office_arrange_maps() }} />
      </section>
      <ObjectSheet />
    </div>
  );
}
