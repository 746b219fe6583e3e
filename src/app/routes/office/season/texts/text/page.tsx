import { useState } from 'react';
import { useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { readText, type TextAnswer } from '#modules/catalog/texts/texts.contract.ts';
import { isNotFound } from '#app/api/api-error.ts';
import { LoadedPage } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { BackLink } from '#app/lists/way-back.tsx';
import { ToNotFound } from '#app/orders/use-order.tsx';
import { placeName, textName, textOfAddress } from '#app/routes/office/season/texts/text-names.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { CompareVersions } from './compare-versions.tsx';
import { EditText, ForceButton } from './edit-text.tsx';
import { TextPreview } from './text-preview.tsx';
import { TextVersions } from './text-versions.tsx';
import { useMayWriteText } from './use-may-write-text.ts';

export const meta = () => pageTitle(m.office_title_text());

function Parts({ text }: { text: TextAnswer }) {
  const [part, setPart] = useState('edit');
  const [typed, setTyped] = useState(text.draft?.html ?? text.html);
  const [begun, setBegun] = useState(0);
  const mayWrite = useMayWriteText(text);
  const restart = (html: string) => {
    setTyped(html);
    setBegun(begun + 1);
    setPart('edit');
  };
  return (
    <Tabs
      label={m.office_text_parts()}
      value={part}
      onChange={setPart}
      tabs={[
        {
          value: 'edit',
          label: m.office_text_edit(),
          isKept: true,
          panel: <EditText key={begun} text={text} typed={typed} onType={setTyped} onRestart={restart} />,
        },
        {
          value: 'compare',
          label: m.office_text_compare(),
          panel: (
            <CompareVersions text={text} typed={typed}>
              {mayWrite && <ForceButton />}
            </CompareVersions>
          ),
        },
        { value: 'preview', label: m.office_text_preview(), panel: <TextPreview text={text} html={typed} /> },
        {
          value: 'versions',
          label: m.office_text_versions(),
          panel: <TextVersions text={text} onBroughtBack={restart} />,
        },
      ]}
    />
  );
}

function WholeText({ text }: { text: TextAnswer }) {
  const back = text.period_id === null ? '/admin/seasons' : `/admin/seasons/${text.period_id}/texts`;
  return (
    <>
      <BackLink
        to={back}
        text={text.period_id === null ? m.office_text_back_seasons() : m.office_text_back()}
      />
      <PageHead title={m.office_text_title({ text: textName(text), place: placeName(text) })} />
      <Parts text={text} />
    </>
  );
}

/** A text with its draft, its versions and the editor (SE4). */
export default function TextPage() {
  const ref = textOfAddress(useParams());
  const query = useItems(
    readText,
    { params: ref ?? { field: '', kind: 'news_item', id: 0 } },
    // A read of later would begin the text anew below the typing.
    { enabled: ref !== undefined, refetchOnWindowFocus: false },
  );
  if (!ref || isNotFound(query.error)) return <ToNotFound />;
  return (
    <LoadedPage query={query} title={m.office_title_text()} loading={m.office_loading()}>
      {([text]) => text && <WholeText key={`${text.kind}:${text.id}:${text.field}`} text={text} />}
    </LoadedPage>
  );
}
